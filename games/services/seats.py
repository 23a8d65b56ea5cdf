"""Who acts for a seat: its person, or a caretaker bot while the person stays away."""

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.errors import NoSuchGame, Refused
from games.models import Game, GameEvent, Hand, Seat, StandingOrders
from games.people.errors import PersonReason
from games.people.locking import locked_people
from games.play.errors import PlayReason
from games.services import notify
from games.services.bot_accounts import caretaker_user
from games.services.locking import check_version, locked_game, person_seat, running_hand, seats_of
from games.services.pauses import pause_agree
from games.services.play import turn_waits
from games.services.seat_events import seat_event_write

RUNS = (Game.Status.RUNNING, Game.Status.PAUSED)


def seat_hand_over(
    game: Game, seats: list[Seat], seat: Seat, hand: Hand, at: datetime, *, holder: User | None = None
) -> None:
    """Have a bot, the caretaker unless another is named, hold a person's seat. The game's row is locked."""
    game.version += 1
    game.changed_at = at
    seat.held_by = holder or caretaker_user()
    seat.pause_wanted_at = None
    seat.save(update_fields=["held_by", "timeouts", "pause_wanted_at"])
    StandingOrders.objects.filter(seat=seat).delete()
    seat_event_write(game, hand, seat, GameEvent.Kind.HANDOVER, at)
    wait_rewrite(game, seats, seat, at)
    pause_agree(game, seats, at)
    notify.seat_changed(game, seat)


@transaction.atomic(durable=True)
def seat_return(*, public_id: str, user: User, version: int | None = None) -> Game:
    """Give a seat that the caretaker holds back to its person.

    Raises NoSuchGame, Refused(ACCOUNT_CLOSED, SUSPENDED, STALE_VERSION, NOT_RUNNING, ALREADY_RESIGNED,
    NOT_HANDED_OVER).
    """
    # As the account is now: a suspension that came a moment ago has just given the seat to the caretaker.
    [user] = locked_people([user])
    if user.is_suspended:
        raise Refused(PersonReason.SUSPENDED)
    game = locked_game(public_id)
    seats = seats_of(game)
    seat = person_seat(seats, user)
    if seat is None:
        raise NoSuchGame(public_id)
    check_version(game, version)
    if game.status not in RUNS:
        raise Refused(PlayReason.NOT_RUNNING)
    if seat.resigned_at is not None:
        raise Refused(PlayReason.ALREADY_RESIGNED)
    if seat.held_by_id == user.pk:
        raise Refused(PlayReason.NOT_HANDED_OVER)
    at = timezone.now()
    game.version += 1
    game.changed_at = at
    seat.held_by = user
    seat.timeouts = 0
    seat.looked_at = at
    seat.save(update_fields=["held_by", "timeouts", "looked_at"])
    seat_event_write(game, running_hand(game), seat, GameEvent.Kind.RETURN, at)
    wait_rewrite(game, seats, seat, at)
    notify.seat_changed(game, seat)
    return game


def wait_rewrite(game: Game, seats: list[Seat], seat: Seat, at: datetime) -> None:
    """Save the game; where it waits for this very seat, begin its wait anew for who holds it now.

    A bot that was asked already is asked again: the version it was asked for has passed.
    """
    if game.to_act == seat.number:
        game.bot_acts = seat.held_by.is_bot
        game.waiting_since = at
    game.save()
    if game.to_act == seat.number or game.bot_acts:
        turn_waits(game, seats, at)
