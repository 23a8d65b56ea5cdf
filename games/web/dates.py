"""Dates and times in words; formats (django.utils.dateformat) are translated like words."""

from datetime import date, datetime
from functools import lru_cache
from typing import Final

from django.utils import timezone
from django.utils.dateformat import format as date_format
from django.utils.translation import get_language, pgettext

DAYS_IN_WEEK: Final = 7
# A table's turns and deadlines name the same minutes again and again.
MINUTES_KEPT: Final = 1024


def spoken_time(here: datetime, days: int) -> str:
    """A local time `days` ago: "14:02" today, "Fri 14:02" within the week, otherwise "3 Oct 14:02"."""
    return _spoken(here.replace(tzinfo=None, second=0, microsecond=0, fold=0), days, get_language())


@lru_cache(MINUTES_KEPT)
def _spoken(here: datetime, days: int, _language: str | None) -> str:
    if days == 0:
        return date_format(here, pgettext("date format", "H:i"))
    if 0 < days < DAYS_IN_WEEK:
        return date_format(here, pgettext("date format", "D H:i"))
    return date_format(here, pgettext("date format", "j M H:i"))


def until(at: datetime) -> str:
    """Words like "18:00" today, "Tue 18:00" within six days, else "3 Dec 18:00"."""
    here = timezone.localtime(at)
    return spoken_time(here, (here.date() - timezone.localdate()).days)


def day_of_year(day: date) -> str:
    return date_format(day, pgettext("date format", "j M"))
