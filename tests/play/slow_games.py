"""Slow games at a chosen time."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

from accounts.models import User
from games.models import Deadline, Game, Seat
from games.play.turn import turn_play
from tests.factories import any_turn, rng_of, seat_to_act

# A Monday; UTC has no clock changes.
START = datetime(2027, 3, 1, 9, 0, tzinfo=UTC)
TODAY = START.date()
HOUR = timedelta(hours=1)
DAY = timedelta(days=1)


def clock_of(game: Game) -> Deadline:
    return Deadline.objects.get(pk=game.pk)


def due_of(game: Game) -> datetime | None:
    return clock_of(game).due_at


def actor_and_other(game: Game) -> tuple[User, User]:
    acts = seat_to_act(game)
    other = game.seats.exclude(pk=acts.pk).select_related("user").get()
    return acts.user, other.user


def person_acts(game: Game) -> None:
    """A random legal turn; refreshes `game`."""
    seat = seat_to_act(game)
    turn_play(public_id=game.public_id, user=seat.user, version=game.version, text=str(any_turn(game, rng_of(3))))
    game.refresh_from_db()


def seat_of(game: Game, user: User) -> Seat:
    return game.seats.get(user=user)


def day(after: int) -> date:
    return TODAY + after * DAY
