"""Resigns a seat."""

from django.db import transaction

from accounts.models import User
from games import on_commit
from games.errors import Refused
from games.models import Game, GameEvent, Seat, StandingOrders
from games.play.bot_accounts import caretaker_user
from games.play.clock.deadline import deadline_write
from games.play.deal import end_announce, game_abandon, game_close, hand_close
from games.play.derived import derived_write
from games.play.errors import ChainLost, PlayReason
from games.play.locking import PLAYED, LockedGame, lock_game
from games.play.seats.events import seat_event_write
from games.play.turn import wait_begin
from games.play.waits.pauses import pause_agree


@transaction.atomic(durable=True)
def seat_resign(*, public_id: str, user: User, version: int | None = None) -> Game:
    """Resign: a stand-in bot plays on, and the seat cannot win (RULES.md, "What the books leave open"). Raises
    NoSuchGame, Refused(STALE_VERSION, NOT_RUNNING, ALREADY_RESIGNED).
    """
    locked = lock_game(public_id, player=user, version=version, status=PLAYED)
    if locked.seat.resigned_at is not None:
        raise Refused(PlayReason.ALREADY_RESIGNED)
    seat_give_up(locked, locked.seat)
    return locked.game


def seat_give_up(locked: LockedGame, seat: Seat) -> None:
    """Resign the seat in a running or paused game."""
    game = locked.game
    locked.next_version()
    seat.resigned_at = locked.now
    seat.held_by = caretaker_user()
    seat.pause_wanted_at = seat.sprint_wanted_at = None
    seat.save(update_fields=["resigned_at", "held_by", "pause_wanted_at", "sprint_wanted_at"])
    StandingOrders.objects.filter(seat=seat).delete()
    seat_event_write(locked, seat, GameEvent.Kind.RESIGN)
    left = [other for other in locked.seats if other.resigned_at is None]
    if len(left) == 1:
        _end_by_resignation(locked)
    else:
        game.bot_acts = game.bot_acts or game.to_act == seat.number
        game.save()
        if game.bot_acts:
            # A bot's queued turn needs the new version.
            wait_begin(locked)
        pause_agree(locked)
    on_commit.seat_changed(game, seat)


def _end_by_resignation(locked: LockedGame) -> None:
    """End the game; the unfinished hand is void, and its seed revealed."""
    state = locked.state
    try:
        hand_close(locked, voided=True)
    except ChainLost:
        game_abandon(locked, state)
        return
    game_close(locked, Game.Ending.RESIGNED)
    derived_write(locked, state)
    deadline_write(locked)
    end_announce(locked)
