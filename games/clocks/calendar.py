"""Calendars of players, and local times as instants.

A local time skipped by a clock change means the instant of the change; a repeated one its first instant for a start,
its last for an end.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo

MIN_WAKING = timedelta(hours=10)
"""Shorter waking hours would let one person slow down all others."""

DAY = timedelta(days=1)

SATURDAY = 5
"""As in `date.weekday`."""

Hours = tuple[time, time]
"""From and to, in local time; `to` is on the next day unless it is later than `from`."""


@dataclass(frozen=True)
class Calendar:
    """Times that may stop a person's clock. `absences`: first and last days, inclusive, in `absence_zone`, by default
    `zone`. `absence_left`: how much more of them may stop this clock; each local day counts as 24 hours.
    """

    zone: str
    waking: Hours | None = None
    weekends_off: bool = False
    absences: tuple[tuple[date, date], ...] = ()
    absence_left: timedelta = timedelta(0)
    absence_zone: str = ""


def waking_length(start: time, end: time) -> timedelta:
    """The length of the active hours on a day without a clock change; 24 hours if both ends are equal."""
    day = date(2000, 1, 1)
    length = datetime.combine(day, end) - datetime.combine(day, start)
    return length if length > timedelta(0) else length + DAY


@lru_cache(maxsize=8192)
def instant(zone: str, day: date, at: time, *, last: bool = False) -> datetime:
    """The local time as an instant in UTC; see the module for skipped and repeated times."""
    local = datetime.combine(day, at, tzinfo=ZoneInfo(zone))
    first, second = local.replace(fold=0).astimezone(UTC), local.replace(fold=1).astimezone(UTC)
    if first > second:
        return _jump(ZoneInfo(zone), second, first)
    return second if last else first


def _jump(zone: ZoneInfo, before: datetime, after: datetime) -> datetime:
    """The second at which the clocks of `zone` change between two instants."""
    offset = before.astimezone(zone).utcoffset()
    low, high = 0, int((after - before).total_seconds())
    while high - low > 1:
        middle = (low + high) // 2
        if (before + timedelta(seconds=middle)).astimezone(zone).utcoffset() == offset:
            low = middle
        else:
            high = middle
    return before + timedelta(seconds=high)


def day_start(zone: str, day: date) -> datetime:
    """The start of a local day, which ends where the next begins."""
    return instant(zone, day, time.min)


def local_day(zone: str, at: datetime) -> date:
    day = at.astimezone(ZoneInfo(zone)).date()
    # Where clocks were put back across midnight, the repeated hour belongs to the day already begun.
    while day_start(zone, day + DAY) <= at:
        day += DAY
    return day


def hours_on(zone: str, hours: Hours, day: date) -> tuple[datetime, datetime]:
    """The hours that begin on a local day, as instants; they may end the next day."""
    start, end = hours
    ends_on = day if end > start else day + DAY
    return instant(zone, day, start), instant(zone, ends_on, end, last=True)
