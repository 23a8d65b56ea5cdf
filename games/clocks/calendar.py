"""A person's calendar, and the instants that local times stand for.

Local times become instants here alone. A time that the clocks skip stands for the instant at which they jump; a time
that comes twice stands for its first instant where something begins, and for its last where something ends.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo

WAKING_MIN = timedelta(hours=10)
"""Waking hours shorter than this would let one person slow down all the others."""

DAY = timedelta(days=1)

SATURDAY = 5
"""The first day of a weekend, as Python counts weekdays."""

Hours = tuple[time, time]
"""From and to, in local time. Where `to` does not come after `from`, it is meant on the next day."""


@dataclass(frozen=True)
class Calendar:
    """What may stop a person's clock.

    `absences` are first and last days in `zone`, inclusive. `absence_left` is how much more absence may stop this
    clock; what lies beyond it runs like any other time.
    """

    zone: str
    waking: Hours | None = None
    weekends_off: bool = False
    absences: tuple[tuple[date, date], ...] = ()
    absence_left: timedelta = timedelta(0)


def waking_length(start: time, end: time) -> timedelta:
    """How long waking hours are on a day without a change of the clocks; all day where both are the same."""
    day = date(2000, 1, 1)
    length = datetime.combine(day, end) - datetime.combine(day, start)
    return length if length > timedelta(0) else length + DAY


@lru_cache(maxsize=8192)
def instant(zone: str, day: date, at: time, *, last: bool = False) -> datetime:
    """The instant (UTC) of a local time, by the rule of this module for times skipped or doubled."""
    local = datetime.combine(day, at, tzinfo=ZoneInfo(zone))
    first, second = local.replace(fold=0).astimezone(UTC), local.replace(fold=1).astimezone(UTC)
    if first > second:
        return _jump(ZoneInfo(zone), second, first)
    return second if last else first


def _jump(zone: ZoneInfo, before: datetime, after: datetime) -> datetime:
    """The instant, exact to the second, at which the clocks of `zone` jump between two instants around the jump."""
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
    """The instant at which a local day begins; it ends where the next begins, and so no instant is in two days."""
    return instant(zone, day, time.min)


def day_of(zone: str, at: datetime) -> date:
    """The local day that an instant belongs to."""
    day = at.astimezone(ZoneInfo(zone)).date()
    # Some clocks have been put back across midnight: the hour that came again belongs to the day already begun.
    while day_start(zone, day + DAY) <= at:
        day += DAY
    return day


def hours_on(zone: str, hours: Hours, day: date) -> tuple[datetime, datetime]:
    """From and to, as instants, of the hours that begin on a local day; they may end on the next."""
    start, end = hours
    ends_on = day if end > start else day + DAY
    return instant(zone, day, start), instant(zone, ends_on, end, last=True)
