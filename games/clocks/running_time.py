"""How a seat's clock runs.

It stops on days of absence within the limit and on weekends off, if the pace may stop, and while the person sleeps, if
only waking time counts.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

from games.clocks.calendar import DAY, SATURDAY, Calendar, day_start, hours_on, local_day, waking_length
from games.clocks.paces import Pace

MAX_ABSENCE = timedelta(days=366)
"""More absence stops no clock, so that every clock ends."""

_NOTHING = timedelta(0)


def due_at(calendar: Calendar, pace: Pace, since: datetime, left: timedelta) -> datetime:
    """When `left` of running time has passed since `since`.

    At paces in days, an instant in sleeping hours moves to the next waking one with a running clock; the end of waking
    hours counts as waking.
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
    return _total(calendar, pace, since, until, running=True)


def absent_time(calendar: Calendar, pace: Pace, since: datetime, until: datetime) -> timedelta:
    """Absence in [since, until], counted against `absence_left`: whole days with their nights, without weekends off."""
    if not pace.may_stop or not calendar.absences or calendar.absence_left <= _NOTHING:
        return _NOTHING
    return _total(calendar, pace, since.astimezone(UTC), until.astimezone(UTC), running=False)


def granted(calendar: Calendar, pace: Pace) -> timedelta:
    """What "a day more" adds: a waking day if only waking time counts, otherwise 24 hours."""
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
    for start, end, running in stretches:
        if not running:
            continue
        if end - start >= left:
            return start + left
        left -= end - start
    raise AssertionError("the stretches of a clock have no end")


def _next_waking(calendar: Calendar, pace: Pace, since: datetime, due: datetime) -> datetime:
    spent = absent_time(calendar, pace, since, due)
    rest = replace(calendar, absence_left=min(calendar.absence_left, MAX_ABSENCE) - spent)
    return next(start for start, _, running in _stretches(rest, due, stops=True, waking=True) if running)


def _is_awake(calendar: Calendar, at: datetime) -> bool:
    assert calendar.waking is not None
    day = local_day(calendar.zone, at)
    windows = (hours_on(calendar.zone, calendar.waking, each) for each in (day - DAY, day))
    return any(start <= at <= end for start, end in windows)


def _total(calendar: Calendar, pace: Pace, since: datetime, until: datetime, *, running: bool) -> timedelta:
    total = _NOTHING
    for start, end, runs in _stretches(calendar, since, stops=pace.may_stop, waking=pace.counts_waking):
        if start >= until:
            break
        if runs is running:
            total += min(end, until) - start
        # Weekends and sleep are in no stretch, so stop at the one that reaches the end.
        if end >= until:
            break
    return total


def _stretches(
    calendar: Calendar, since: datetime, *, stops: bool, waking: bool
) -> Iterator[tuple[datetime, datetime, bool]]:
    """Endless stretches, in order, of running time (True) and counted absence (False)."""
    absence_left = min(calendar.absence_left, MAX_ABSENCE) if stops else _NOTHING
    at, day = since, local_day(calendar.zone, since)
    while True:
        end = day_start(calendar.zone, day + DAY)
        if not (stops and calendar.weekends_off and day.weekday() >= SATURDAY):
            if absence_left > _NOTHING and at < end and _is_absent(calendar, day):
                back = min(end, at + absence_left)
                yield at, back, False
                absence_left -= back - at
                at = back
            for start, stop in _awake(calendar, day, at, end, waking=waking):
                yield start, stop, True
        at, day = max(at, end), day + DAY


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
