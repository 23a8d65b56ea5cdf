"""Short ways to write times and calendars down."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from hypothesis import strategies as st

from games.clocks import Calendar

BERLIN, NEW_YORK, LORD_HOWE, KOLKATA = "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kolkata"
APIA, HAVANA, ST_JOHNS = "Pacific/Apia", "America/Havana", "America/St_Johns"
ZONES = [BERLIN, NEW_YORK, LORD_HOWE, KOLKATA, APIA, HAVANA, ST_JOHNS, "Africa/Cairo", "UTC"]
INSTANTS = st.datetimes(datetime(2026, 2, 1), datetime(2027, 1, 31)).map(lambda each: each.replace(tzinfo=UTC))

DAYTIME = (time(8), time(22))
NIGHT = (time(22), time(8))

HOUR = timedelta(hours=1)
DAY = timedelta(days=1)


def at(zone: str, text: str, *, fold: int = 0) -> datetime:
    """`at("UTC", "2026-03-28 20:00")`: a local time as an instant; fold 1 is the second of two."""
    return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone), fold=fold).astimezone(UTC)


def away(zone: str, *days: tuple[str, str], left: timedelta = 30 * DAY, weekends_off: bool = False) -> Calendar:
    """A calendar with absences given by their first and last days."""
    absences = tuple((date.fromisoformat(first), date.fromisoformat(last)) for first, last in days)
    return Calendar(zone, absences=absences, absence_left=left, weekends_off=weekends_off)


def hours(text: str) -> tuple[time, time]:
    """Active hours, as in `hours("22:00-08:00")`."""
    start, end = text.split("-")
    return time.fromisoformat(start), time.fromisoformat(end)
