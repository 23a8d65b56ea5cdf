"""The days of today's hand, which change at midnight UTC for everyone."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from typing import Final

from django.utils import timezone

DAY: Final = timedelta(days=1)
# Until the results and the seed of a day are published, so that people who began before midnight may finish.
GRACE: Final = timedelta(minutes=30)
# How many days back a day's results are shown.
DAYS_BACK: Final = 30


def today() -> date:
    return timezone.now().astimezone(UTC).date()


def day_ends(day: date) -> datetime:
    """Midnight, when the next day's hand is dealt."""
    return datetime.combine(day + DAY, time(), UTC)


def day_closes(day: date) -> datetime:
    """When the day's hand can no longer be played."""
    return day_ends(day) + GRACE


def is_closed(day: date) -> bool:
    return timezone.now() >= day_closes(day)


def is_open(day: date) -> bool:
    """Whether the day's hand can be played."""
    return day <= today() and not is_closed(day)
