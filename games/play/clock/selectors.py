"""Running clocks of a person, and extra time of turns."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Literal
from zoneinfo import ZoneInfo

from django.db.models import QuerySet
from django.utils import timezone

from accounts.models import User
from games.clocks import SATURDAY, Calendar, Pace, absent_time, due_at, elapsed
from games.models import Absence, Deadline, ExtraTime, Game, Hand, Seat
from games.play.open_games import held_in_open_games

# Limit on absence for one seat in one game, each day counted as 24 hours.
ABSENCE_LIMIT = timedelta(days=21)
# For a turn in a sprint, which ends if it runs out.
SPRINT_TURN = Pace.M3.length
# The share of a turn's time that counts as little left.
URGENT_SHARE = 0.25

Reason = Literal["away", "weekend", "asleep", "paused"]

_MOMENT = timedelta(seconds=1)
_NOTHING = timedelta()


@dataclass(frozen=True, slots=True)
class Halt:
    """A stop of a clock. `until` is None if only the day is known."""

    reason: Reason
    until: datetime | None = None


def running_clocks(user: User) -> QuerySet[Deadline]:
    """Running deadlines of the person's turns. They are found through the person's seats: an index of people on
    deadlines would be written at each turn.
    """
    held = Seat.objects.filter(held_in_open_games(user.pk), game__status=Game.Status.RUNNING)
    rows = Deadline.objects.filter(user=user, due_at__isnull=False, active_at__isnull=False)
    return rows.filter(pk__in=held.values("game"))


def wait_calendar(game: Game, seat: Seat, row: Deadline, absences: Iterable[Absence]) -> Calendar:
    """The stored hours, and absences within the game's limit, whose days are those of the person's zone now."""
    last = seat.away_until
    away = tuple(
        (absence.first, absence.last if last is None else min(absence.last, last))
        for absence in absences
        if last is None or absence.first <= last
    )
    return Calendar(
        zone=row.zone,
        waking=(row.waking[0], row.waking[1]) if row.waking else None,
        weekends_off=game.weekends_off,
        absences=away,
        absence_left=max(ABSENCE_LIMIT - seat.absence_spent, _NOTHING),
        absence_zone=seat.held_by.time_zone if away else "",
    )


def extra_time(hand: Hand) -> ExtraTime:
    """Extra time of the turn that the running hand waits for; an unsaved row of no time if nobody gave any. Two
    queries.
    """
    last = hand.moves.valid().order_by("-number").values_list("number", flat=True).first()
    turn = {"hand": hand, "after": last or 0}
    return ExtraTime.objects.filter(**turn).first() or ExtraTime(**turn, more=_NOTHING)


def urgent_at(game: Game, due_at: datetime) -> datetime:
    return due_at - turn_length(game) * URGENT_SHARE


def turn_length(game: Game) -> timedelta:
    """The time for a turn now."""
    return SPRINT_TURN if game.sprints_at(timezone.now()) else Pace(game.pace).length


def clock_halt(game: Game, seat: Seat, row: Deadline, absences: Iterable[Absence], at: datetime) -> Halt | None:
    """Why the clock of the seat to act is stopped at `at`, if it is. `absences`: since the wait began."""
    if game.status == Game.Status.PAUSED:
        return Halt("paused", game.pause_ends_at)
    if row.due_at is None or game.sprints_at(row.since):
        return None
    pace, calendar = Pace(game.pace), wait_calendar(game, seat, row, absences)
    spent = absent_time(calendar, pace, row.since, at)
    calendar = replace(calendar, absence_left=max(calendar.absence_left - spent, _NOTHING))
    if elapsed(calendar, pace, at, at + _MOMENT) > _NOTHING:
        return None
    if absent_time(calendar, pace, at, at + _MOMENT) > _NOTHING:
        return Halt("away")
    if game.weekends_off and pace.may_stop and at.astimezone(ZoneInfo(row.zone)).weekday() >= SATURDAY:
        return Halt("weekend")
    return Halt("asleep", due_at(calendar, pace, at, timedelta(microseconds=1)))
