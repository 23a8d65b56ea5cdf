"""Times of records (ISO 8601 with Z) as comparable numbers, since the engine has no clock."""

from __future__ import annotations

import re
from typing import Final

SECOND: Final = 1_000_000

_TIME: Final = re.compile(
    r"([0-9]{4})-(0[1-9]|1[0-2])-([0-3][0-9])T([01][0-9]|2[0-3]):([0-5][0-9]):([0-5][0-9])(?:\.([0-9]+))?Z"
)
_DAYS: Final = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


def parse_instant(text: str) -> int:
    """The time in microseconds since the first day of a year 0. Raises ValueError.

    >>> parse_instant("2024-03-01T00:00:00Z") - parse_instant("2024-02-29T23:59:59.75Z")
    250000
    """
    found = _TIME.fullmatch(text)
    if found is None:
        raise ValueError(text)
    year, month, day, hour, minute, second = (int(part) for part in found.groups()[:6])
    leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    if not 1 <= day <= _DAYS[month - 1] + (leap and month == 2):
        raise ValueError(text)
    before = year - 1
    days = 365 * year + before // 4 - before // 100 + before // 400 + sum(_DAYS[: month - 1]) + (leap and month > 2)
    seconds = ((days + day) * 24 + hour) * 3600 + minute * 60 + second
    return seconds * SECOND + int((found[7] or "").ljust(6, "0")[:6])
