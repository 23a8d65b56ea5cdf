"""How long a turn may take at each pace, and what stops its clock."""

from __future__ import annotations

from datetime import timedelta
from enum import StrEnum


class Pace(StrEnum):
    """The time for a turn. The values are part of the public interface."""

    S60 = "60s"
    M3 = "3m"
    H1 = "1h"
    H8 = "8h"
    D1 = "1d"
    D2 = "2d"
    D3 = "3d"
    D7 = "7d"
    D14 = "14d"
    NONE = "none"

    @property
    def length(self) -> timedelta:
        """Time for a turn; 60 days without a pace, so that no game waits forever."""
        return _LENGTHS[self]

    @property
    def is_live(self) -> bool:
        """Whether all players are expected at the table, so that the clock never stops."""
        return self in _LIVE

    @property
    def counts_waking(self) -> bool:
        """Whether only active hours count: 8h are eight of them."""
        return self in _HOURS

    @property
    def moves_to_waking(self) -> bool:
        """A deadline in sleeping hours moves to the next waking hour."""
        return self in _DAYS

    @property
    def may_stop(self) -> bool:
        """Whether absence and weekends stop the clock and more time may be given: at eight hours and longer."""
        return self not in _LIVE and self is not Pace.H1


_LENGTHS = {
    Pace.S60: timedelta(seconds=60),
    Pace.M3: timedelta(minutes=3),
    Pace.H1: timedelta(hours=1),
    Pace.H8: timedelta(hours=8),
    Pace.D1: timedelta(days=1),
    Pace.D2: timedelta(days=2),
    Pace.D3: timedelta(days=3),
    Pace.D7: timedelta(days=7),
    Pace.D14: timedelta(days=14),
    Pace.NONE: timedelta(days=60),
}
_LIVE = frozenset({Pace.S60, Pace.M3})
_HOURS = frozenset({Pace.H1, Pace.H8})
_DAYS = frozenset({Pace.D1, Pace.D2, Pace.D3, Pace.D7, Pace.D14})
