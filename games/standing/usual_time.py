"""The time of day around which a person usually plays. Plain arithmetic: no rows, no current time."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, time, timedelta
from math import floor
from typing import Final
from zoneinfo import ZoneInfo

from games.clocks.calendar import instant, local_day

# Half hours, in the person's own time zone, so that a change of their clocks moves nothing.
SLOT: Final = timedelta(minutes=30)
SLOTS: Final = 48
NOON: Final = timedelta(hours=12)
# A peak is five half hours wide.
REACH: Final = 2
# It is clear with turns on so many days, most of all half hours with turns, and no other peak nearly as high.
MIN_DAYS: Final = 6
MIN_SHARE: Final = 0.5
RIVAL_SHARE: Final = 0.6


def usual_time(turns: Iterable[datetime], zone: str) -> time | None:
    """The full or half hour in `zone` around which most of these turns were taken; None without a clear peak. Many
    turns within half an hour count once.
    """
    slots = {_slot(turn, zone) for turn in turns}
    inside = [[slot for slot in slots if abs(_offset(slot, centre)) <= REACH] for centre in range(SLOTS)]
    most = max(map(len, inside))
    if not slots or most < MIN_SHARE * len(slots):
        return None
    leans = {at: _lean(inside[at], at) for at in range(SLOTS) if len(inside[at]) == most}
    best = [at for at, lean in leans.items() if abs(lean) == min(map(abs, leans.values()))]
    centre = best[0]
    rivals = [len(inside[at]) for at in range(SLOTS) if abs(_around(at - centre)) > 2 * REACH]
    middles = {floor(at + leans[at] / most + 0.5) % SLOTS for at in best}
    if len(middles) > 1 or max(rivals) > RIVAL_SHARE * most or _days(inside[centre], centre) < MIN_DAYS:
        return None
    return (datetime.min + middles.pop() * SLOT).time()


def time_seen(usual: time, zone: str, at: datetime, viewer_zone: str) -> time:
    """The time of day in the viewer's time zone, on the person's day of `at`."""
    return instant(zone, local_day(zone, at), usual).astimezone(ZoneInfo(viewer_zone)).time()


def _slot(turn: datetime, zone: str) -> datetime:
    """The beginning of the turn's half hour, in local time without a zone."""
    local = turn.astimezone(ZoneInfo(zone)).replace(tzinfo=None)
    return local - (local - datetime.min) % SLOT


def _around(slots: int) -> int:
    """The same distance around the clock, from -24 to 23 half hours."""
    return (slots + SLOTS // 2) % SLOTS - SLOTS // 2


def _offset(slot: datetime, centre: int) -> int:
    return _around((slot - datetime.min) // SLOT - centre)


def _lean(slots: Iterable[datetime], centre: int) -> int:
    """How far the slots lie after the centre, all together."""
    return sum(_offset(slot, centre) for slot in slots)


def _days(slots: Iterable[datetime], centre: int) -> int:
    """On how many days the slots are. A day has the peak at its middle, so that an evening past midnight is one."""
    return len({(slot - centre * SLOT + NOON).date() for slot in slots})
