"""The weeks of the weekly hands, which change on Mondays at midnight UTC for everyone."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from typing import Final

from django.utils import timezone

from games.daily.calendar import DAY, today

WEEK: Final = timedelta(days=7)
# How many weeks back a week is shown.
WEEKS_BACK: Final = 12


def this_week() -> date:
    """The Monday on which the week began."""
    now = today()
    return now - now.weekday() * DAY


def week_ends(week: date) -> datetime:
    """When its hands can no longer be played, and the next week's are dealt."""
    return datetime.combine(week + WEEK, time(), UTC)


def is_over(week: date) -> bool:
    return timezone.now() >= week_ends(week)


def is_shown(week: date) -> bool:
    """Whether the date is the Monday of a week with a page."""
    return week.weekday() == 0 and this_week() - WEEKS_BACK * WEEK <= week <= this_week()
