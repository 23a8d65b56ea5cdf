"""Recorded turns, taken through services in a game written as rows."""

from __future__ import annotations

from django.db import transaction

from games.engine import parse_turn
from games.models import Game, Move
from games.play.locking import lock_for_turn_if
from games.play.turn import turn_apply, turn_play
from tests.factories import seat_to_act
from tests.recorded_games import recordings


def turn_next(game: Game) -> None:
    """Take the next recorded turn; refreshes `game`."""
    hand = game.hands.order_by("-number")[0]
    one = next(one for one in recordings() if one.game_id == game.public_id)
    turn = one.record.hands[hand.number - 1].log[hand.turns_count]
    seat = seat_to_act(game)
    if seat.held_by.is_bot:
        bot_plays(game, turn.text)
    else:
        turn_play(public_id=game.public_id, user=seat.user, version=game.version, text=turn.text)
    game.refresh_from_db()


@transaction.atomic
def bot_plays(game: Game, text: str) -> None:
    game.refresh_from_db(fields=["version"])
    locked = lock_for_turn_if(game.pk, version=game.version)
    assert locked is not None
    assert locked.seat_to_act is not None
    turn_apply(locked, locked.seat_to_act, parse_turn(text), by=Move.By.BOT)
