"""Computes how a seat's clock runs. It stops on days of absence within the limit and on weekends off, if the pace may
stop, and outside active hours, if only these count.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta

from games.clocks.calendar import DAY, SATURDAY, Calendar, day_start, hours_on, local_day, waking_length
from games.clocks.paces import Pace

MAX_ABSENCE = timedelta(days=366)
"""More absence stops no clock, so that every clock ends."""

_NOTHING = timedelta(0)


@dataclass(frozen=True, slots=True)
class _AbsentDay:
    """A local day, which counts as 24 hours: the first hour of a longer day is free, and the end of a shorter one costs
    the hour that it lacks.
    """

    start: datetime
    end: datetime

    def cost(self, start: datetime, stop: datetime) -> timedelta:
        return self._spent(stop) - self._spent(start)

    def until(self, at: datetime, left: timedelta, end: datetime) -> datetime:
        """The time at which `left` is spent from `at` on, at most `end`."""
        return min(end, max(at, self.start + self._free) + left)

    @property
    def _free(self) -> timedelta:
        return max(self.end - self.start - DAY, _NOTHING)

    def _spent(self, at: datetime) -> timedelta:
        return DAY if at >= self.end else max(at - self.start - self._free, _NOTHING)


@dataclass(frozen=True, slots=True)
class _Stretch:
    """A stretch of running time, or of absence."""

    start: datetime
    end: datetime
    absent: _AbsentDay | None = None


def due_at(calendar: Calendar, pace: Pace, since: datetime, left: timedelta) -> datetime:
    """When `left` of running time has passed since `since`. At paces in days, an instant outside active hours moves to
    the next one inside them with a running clock; the end of active hours counts as inside.
    """
    since = since.astimezone(UTC)
    due = _passed(calendar, pace, since, left)
    if pace.moves_to_waking and calendar.waking is not None and not _is_awake(calendar, due):
        return _next_waking(calendar, pace, since, due)
    return due


def elapsed(calendar: Calendar, pace: Pace, since: datetime, until: datetime) -> timedelta:
    """Running time in [since, until]; 0 unless `until` is later."""
    since, until = since.astimezone(UTC), until.astimezone(UTC)
    if not _ever_stops(calendar, pace):
        return max(until - since, _NOTHING)
    total = _NOTHING
    for stretch in _stretches(calendar, since, stops=pace.may_stop, waking=pace.counts_waking):
        if stretch.start >= until:
            break
        if stretch.absent is None:
            total += min(stretch.end, until) - stretch.start
        # Weekends and sleep are in no stretch, so stop at the one that reaches the end.
        if stretch.end >= until:
            break
    return total


def absent_time(calendar: Calendar, pace: Pace, since: datetime, until: datetime) -> timedelta:
    """Absence in [since, until], counted against `absence_left`: whole days with their nights, without weekends off."""
    if not pace.may_stop or not calendar.absences or calendar.absence_left <= _NOTHING:
        return _NOTHING
    until = until.astimezone(UTC)
    total = _NOTHING
    for stretch in _stretches(calendar, since.astimezone(UTC), stops=True, waking=pace.counts_waking):
        if stretch.start >= until:
            break
        if stretch.absent is not None:
            total += stretch.absent.cost(stretch.start, min(stretch.end, until))
        if stretch.end >= until:
            break
    return min(total, calendar.absence_left, MAX_ABSENCE)


def granted(calendar: Calendar, pace: Pace) -> timedelta:
    """The time that "a day more" adds: a day's active hours if only these count, otherwise 24 hours."""
    if pace.counts_waking and calendar.waking is not None:
        return waking_length(*calendar.waking)
    return DAY


def _ever_stops(calendar: Calendar, pace: Pace) -> bool:
    if pace.counts_waking and calendar.waking is not None:
        return True
    absent = bool(calendar.absences) and calendar.absence_left > _NOTHING
    return pace.may_stop and (calendar.weekends_off or absent)


def _passed(calendar: Calendar, pace: Pace, since: datetime, left: timedelta) -> datetime:
    if left <= _NOTHING:
        return since
    if not _ever_stops(calendar, pace):
        return since + left
    stretches = _stretches(calendar, since, stops=pace.may_stop, waking=pace.counts_waking)
    for stretch in stretches:
        if stretch.absent is not None:
            continue
        if stretch.end - stretch.start >= left:
            return stretch.start + left
        left -= stretch.end - stretch.start
    raise AssertionError("the stretches of a clock have no end")


def _next_waking(calendar: Calendar, pace: Pace, since: datetime, due: datetime) -> datetime:
    spent = absent_time(calendar, pace, since, due)
    rest = replace(calendar, absence_left=min(calendar.absence_left, MAX_ABSENCE) - spent)
    return next(each.start for each in _stretches(rest, due, stops=True, waking=True) if each.absent is None)


def _is_awake(calendar: Calendar, at: datetime) -> bool:
    assert calendar.waking is not None
    day = local_day(calendar.zone, at)
    windows = (hours_on(calendar.zone, calendar.waking, each) for each in (day - DAY, day))
    return any(start <= at <= end for start, end in windows)


def _stretches(calendar: Calendar, since: datetime, *, stops: bool, waking: bool) -> Iterator[_Stretch]:
    """Endless stretches, in order, of running time and counted absence."""
    absence_left = min(calendar.absence_left, MAX_ABSENCE) if stops else _NOTHING
    for at, end, day, absent in _days(calendar, since):
        if stops and calendar.weekends_off and day.weekday() >= SATURDAY:
            continue
        begin = at
        if absence_left > _NOTHING and absent is not None:
            begin = absent.until(at, absence_left, end)
            yield _Stretch(at, begin, absent)
            absence_left -= min(absence_left, absent.cost(at, begin))
        for start, stop in _awake(calendar, day, begin, end, waking=waking):
            yield _Stretch(start, stop)


def _days(calendar: Calendar, since: datetime) -> Iterator[tuple[datetime, datetime, date, _AbsentDay | None]]:
    """Endless parts of local days: from, to, the day, and the day of absence that it is part of, if any."""
    at, away_zone = since, calendar.absence_zone or calendar.zone
    while True:
        day = local_day(calendar.zone, at)
        end = day_start(calendar.zone, day + DAY)
        absent = None
        if calendar.absences:
            away = day if away_zone == calendar.zone else local_day(away_zone, at)
            bounds = _AbsentDay(day_start(away_zone, away), day_start(away_zone, away + DAY))
            end = min(end, bounds.end)
            absent = bounds if _is_absent(calendar, away) else None
        yield at, end, day, absent
        at = end


def _is_absent(calendar: Calendar, day: date) -> bool:
    return any(first <= day <= last for first, last in calendar.absences)


def _awake(
    calendar: Calendar, day: date, start: datetime, end: datetime, *, waking: bool
) -> Iterator[tuple[datetime, datetime]]:
    """The parts of [start, end) within a local day that count."""
    if not waking or calendar.waking is None:
        if start < end:
            yield start, end
        return
    at = start
    for each in (day - DAY, day):
        wakes, sleeps = hours_on(calendar.zone, calendar.waking, each)
        # Hours of two days may overlap at a repeated hour: count it once.
        at, stop = max(at, wakes), min(end, sleeps)
        if at < stop:
            yield at, stop
            at = stop
