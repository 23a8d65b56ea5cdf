"""Dates and times in words; formats (django.utils.dateformat) are translated like words."""

from datetime import date, datetime
from functools import lru_cache
from typing import Final

from django import template
from django.utils import timezone
from django.utils.dateformat import format as date_format
from django.utils.translation import get_language, gettext, pgettext

from accounts.templatetags.dated import is_elided, on

register = template.Library()

DAYS_IN_WEEK: Final = 7
# A table's turns and deadlines name the same minutes again and again.
MAX_ENTRIES: Final = 1024


def spoken_time(here: datetime, days: int) -> str:
    """A local time `days` ago: "14:02" today, "Fri 14:02" within the week, otherwise "3 Oct 14:02"."""
    return _spoken(here.replace(tzinfo=None, second=0, microsecond=0, fold=0), days, get_language())


@lru_cache(MAX_ENTRIES)
def _spoken(here: datetime, days: int, _language: str | None) -> str:
    if days == 0:
        return date_format(here, pgettext("date format", "H:i"))
    if 0 < days < DAYS_IN_WEEK:
        return date_format(here, pgettext("date format", "D H:i"))
    return date_format(here, pgettext("date format", "j M H:i"))


@register.filter
def at_time(at: datetime) -> str:
    """Words like "at 18:00" today, "on Tue at 18:00" within six days, else "on 3 Dec at 18:00"."""
    return _at(*_local_minute(at), get_language())


@lru_cache(MAX_ENTRIES)
def _at(here: datetime, days: int, _language: str | None) -> str:
    time = date_format(here, pgettext("date format", "H:i"))
    if days == 0:
        return gettext("at {time}").format(time=time)
    if 0 < days < DAYS_IN_WEEK:
        return pgettext("day of the week", "on {day} at {time}").format(day=_weekday(here), time=time)
    words = pgettext("elided day", "on {day} at {time}") if is_elided(here) else pgettext("day", "on {day} at {time}")
    return words.format(day=day_of_year(here), time=time)


@register.filter
def until_time(at: datetime) -> str:
    """Words like "until 18:00" today, "until Tue 18:00" within six days, else "until 3 Dec 18:00"."""
    return _until(*_local_minute(at), get_language())


@lru_cache(MAX_ENTRIES)
def _until(here: datetime, days: int, _language: str | None) -> str:
    time = date_format(here, pgettext("date format", "H:i"))
    if days == 0:
        return gettext("until {time}").format(time=time)
    if 0 < days < DAYS_IN_WEEK:
        return pgettext("day of the week", "until {day} {time}").format(day=_weekday(here), time=time)
    words = pgettext("elided day", "until {day} {time}") if is_elided(here) else pgettext("day", "until {day} {time}")
    return words.format(day=day_of_year(here), time=time)


def _local_minute(at: datetime) -> tuple[datetime, int]:
    """The local minute, and how many days from today it is."""
    here = timezone.localtime(at)
    days = (here.date() - timezone.localdate()).days
    return here.replace(tzinfo=None, second=0, microsecond=0, fold=0), days


def _weekday(day: date) -> str:
    return date_format(day, pgettext("date format", "D"))


def day_of_year(day: date) -> str:
    return date_format(day, pgettext("date format", "j M"))


def on_day_of_year(day: date) -> str:
    """Words like "on 3 Dec"."""
    return on(day, day_of_year(day))
