"""Bots' turns: chosen without a lock, then made as a person's turn is."""

import random
import secrets

from django.db import transaction

from games.bots import REGISTRY
from games.engine import Turn, legal_turns, state_from_json
from games.models import Game, Hand, Move
from games.play.locking import RUNNING, lock_game_if
from games.play.selectors import seat_view
from games.play.turn import TurnMade, turn_make

BUDGET_MS = 200


def bot_turn_play(*, game_id: int, version: int) -> TurnMade | None:
    """Take a bot's turn at `version`; None when it is not, or no longer, a bot's turn there.

    Harmless when run twice: the version has moved on by then.
    """
    turn = _choose(game_id, version)
    return None if turn is None else _play(game_id, version, turn)


def _choose(game_id: int, version: int) -> Turn | None:
    game = Game.objects.filter(pk=game_id, version=version, status=Game.Status.RUNNING, bot_acts=True).first()
    if game is None or game.to_act is None:
        return None
    seat = game.seats.select_related("held_by__bot_account").get(number=game.to_act)
    return bot_choice(game, seat.number, seat.held_by.bot_account.name)


def bot_choice(game: Game, seat_number: int, name: str) -> Turn | None:
    """What the bot `name` would do at a seat; None without a running hand. Reads without a lock."""
    hand = Hand.objects.filter(game=game, ended_at__isnull=True).first()
    if hand is None:
        return None
    state = state_from_json(hand.state)
    view = seat_view(game, hand, state, seat_number)
    rng = random.Random(secrets.randbits(64))
    return REGISTRY[name].choose(view, legal_turns(state), BUDGET_MS, rng)


@transaction.atomic(durable=True)
def _play(game_id: int, version: int, turn: Turn) -> TurnMade | None:
    """Play what the bot chose, unless the game has moved on since."""
    locked = lock_game_if(game_id, version=version, status=RUNNING)
    if locked is None or locked.seat_to_act is None:
        return None
    return turn_make(locked, locked.seat_to_act, turn, by=Move.By.BOT)
