"""Hands seats to a stand-in bot and back."""

from django.db import transaction

from accounts.models import User
from games import on_commit
from games.errors import Refused
from games.models import Game, GameEvent, Seat, StandingOrders
from games.people.errors import PersonReason
from games.people.locking import locked_people
from games.play.bot_accounts import caretaker_user
from games.play.errors import PlayReason
from games.play.locking import PLAYED, LockedGame, lock_game
from games.play.seats.events import seat_event_write
from games.play.turn import wait_begin
from games.play.waits.pauses import pause_agree


def seat_hand_over(locked: LockedGame, seat: Seat, *, holder: User | None = None) -> None:
    """Let `holder` play the seat, by default the stand-in bot."""
    locked.next_version()
    seat.held_by = holder or caretaker_user()
    seat.pause_wanted_at = seat.sprint_wanted_at = None
    seat.save(update_fields=["held_by", "timeouts", "pause_wanted_at", "sprint_wanted_at"])
    StandingOrders.objects.filter(seat=seat).delete()
    seat_event_write(locked, seat, GameEvent.Kind.HANDOVER)
    wait_restart(locked, seat)
    pause_agree(locked)
    on_commit.seat_changed(locked.game, seat)


@transaction.atomic(durable=True)
def seat_return(*, public_id: str, user: User, version: int | None = None) -> Game:
    """Give the seat back to its player. Raises NoSuchGame, Refused(ACCOUNT_CLOSED, SUSPENDED, STALE_VERSION,
    NOT_RUNNING, PLAYED_OUT, ALREADY_RESIGNED, NOT_HANDED_OVER).
    """
    # Read again: a suspension may just have handed the seat over.
    [user] = locked_people([user])
    if user.is_suspended:
        raise Refused(PersonReason.SUSPENDED)
    locked = lock_game(public_id, player=user, version=version, status=PLAYED)
    game, seat = locked.game, locked.seat
    if game.ends_by is not None and game.ends_by <= locked.now:
        raise Refused(PlayReason.PLAYED_OUT)
    if seat.resigned_at is not None:
        raise Refused(PlayReason.ALREADY_RESIGNED)
    if seat.held_by_id == user.pk:
        raise Refused(PlayReason.NOT_HANDED_OVER)
    locked.next_version()
    seat.held_by = user
    seat.timeouts = 0
    seat.looked_at = locked.now
    seat.save(update_fields=["held_by", "timeouts", "looked_at"])
    seat_event_write(locked, seat, GameEvent.Kind.RETURN)
    wait_restart(locked, seat)
    on_commit.seat_changed(game, seat)
    return game


def wait_restart(locked: LockedGame, seat: Seat) -> None:
    """Save the game, and restart its wait if for this seat or a bot, which needs the new version."""
    game = locked.game
    if game.to_act == seat.number:
        game.bot_acts = seat.held_by.is_bot
        game.waiting_since = locked.recorded_at
    game.save()
    if game.to_act == seat.number or game.bot_acts:
        wait_begin(locked, again=True)
