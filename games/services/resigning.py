"""Giving a seat up for good."""

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.engine import state_from_json
from games.errors import NoSuchGame, Refused
from games.models import Game, GameEvent, Hand, Seat, StandingOrders
from games.play.errors import ChainLost, PlayReason
from games.services import notify
from games.services.bot_accounts import caretaker_user
from games.services.cache import cache_write
from games.services.deadlines import deadline_write
from games.services.hands import end_tell, game_abandon, game_close, hand_close
from games.services.locking import check_version, locked_game, person_seat, running_hand, seats_of
from games.services.pauses import pause_agree
from games.services.play import turn_waits
from games.services.seat_events import seat_event_write


@transaction.atomic(durable=True)
def seat_resign(*, public_id: str, user: User, version: int | None = None) -> Game:
    """Give up a person's seat for good: a caretaker bot plays it on and it cannot win (RULES.md).

    Raises NoSuchGame, Refused(STALE_VERSION, NOT_RUNNING, ALREADY_RESIGNED).
    """
    game = locked_game(public_id)
    resign_in_locked_game(game, user, version)
    return game


def resign_in_locked_game(game: Game, user: User, version: int | None = None) -> None:
    """`seat_resign` for a caller that holds the game's lock."""
    seats = seats_of(game)
    seat = person_seat(seats, user)
    if seat is None:
        raise NoSuchGame(game.public_id)
    check_version(game, version)
    if game.status not in (Game.Status.RUNNING, Game.Status.PAUSED):
        raise Refused(PlayReason.NOT_RUNNING)
    if seat.resigned_at is not None:
        raise Refused(PlayReason.ALREADY_RESIGNED)
    at = timezone.now()
    hand = running_hand(game)
    game.version += 1
    game.changed_at = at
    seat.resigned_at = at
    seat.held_by = caretaker_user()
    seat.pause_wanted_at = None
    seat.save(update_fields=["resigned_at", "held_by", "pause_wanted_at"])
    StandingOrders.objects.filter(seat=seat).delete()
    seat_event_write(game, hand, seat, GameEvent.Kind.RESIGN, at)
    left = [other for other in seats if other.resigned_at is None]
    if len(left) == 1:
        _end_by_resignation(game, seats, hand, at)
    else:
        game.bot_acts = game.bot_acts or game.to_act == seat.number
        game.save()
        if game.bot_acts:
            # Also a bot that was asked already: the version it was asked for has passed.
            turn_waits(game, seats, at)
        pause_agree(game, seats, at)
    notify.seat_changed(game, seat)


def _end_by_resignation(game: Game, seats: list[Seat], hand: Hand, at: datetime) -> None:
    """The unfinished hand scores nothing: it is void, and its seed is shown."""
    state = state_from_json(hand.state)
    try:
        hand_close(game, hand, at, voided=True)
    except ChainLost:
        game_abandon(game, seats, hand, state, hand.turns_count, at)
        return
    game_close(game, Game.Ending.RESIGNED, at)
    cache_write(game=game, seats=seats, hand=hand, state=state, turns_count=hand.turns_count, waiting_since=at)
    deadline_write(game, seats, at)
    end_tell(game, seats, at)
