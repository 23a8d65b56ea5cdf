"""Quiet hours, and times of digests."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from typing import Literal
from zoneinfo import ZoneInfo

from games.clocks.calendar import DAY, Hours, hours_on, instant, local_day

Every = Literal["hourly", "daily", "weekly"]

_HOUR = timedelta(hours=1)


def quiet_until(zone: str, hours: Hours | None, at: datetime) -> datetime:
    """The end of the quiet hours around `at`, or `at`. Equal ends mean no quiet hours."""
    return _quiet(zone, hours, at)[1]


def quiet_since(zone: str, hours: Hours | None, at: datetime) -> datetime:
    """The start of the quiet hours around `at`, or `at`."""
    return _quiet(zone, hours, at)[0]


def _quiet(zone: str, hours: Hours | None, at: datetime) -> tuple[datetime, datetime]:
    at = at.astimezone(UTC)
    if hours is None or hours[0] == hours[1]:
        return at, at
    day = local_day(zone, at)
    for each in (day - DAY, day, day + DAY):
        start, end = hours_on(zone, hours, each)
        if start <= at < end:
            return start, end
    return at, at


def next_digest(zone: str, every: Every, hour: int, weekday: int, after: datetime) -> datetime:
    """The first digest later than `after`, in local time: on the hour, daily at `hour`, or on `weekday` (0: Monday)."""
    after = after.astimezone(UTC)
    if every == "hourly":
        return _next_hour(zone, after)
    day = local_day(zone, after) - DAY
    while True:
        if every == "daily" or day.weekday() == weekday % 7:
            due = instant(zone, day, time(hour))
            if due > after:
                return due
        day += DAY


def _next_hour(zone: str, after: datetime) -> datetime:
    local = after.astimezone(ZoneInfo(zone))
    into = timedelta(minutes=local.minute, seconds=local.second, microseconds=local.microsecond)
    due = after - into + _HOUR
    # After a clock change by half an hour this is not a full hour.
    off = timedelta(minutes=due.astimezone(ZoneInfo(zone)).minute)
    return due - off + _HOUR if off else due
