"""Dates with the words before them, ready made, as languages put other articles and prepositions there."""

from collections.abc import Callable
from datetime import date, datetime
from typing import Final

from django import template
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import get_language, pgettext

register = template.Library()

_ELIDED: Final = {"it": (8, 11), "ca": (1, 11)}
"""By language, the days of the month before which its article loses a vowel."""


def is_elided(day: date) -> bool:
    """Whether the article before a date that begins with the day of the month loses its vowel, as in "l’11"."""
    return day.day in _ELIDED.get(get_language() or "", ())


def on(day: date, words: str) -> str:
    """Words like "on 3 Aug". `words`: the date, beginning with the day of the month."""
    return (pgettext("elided day", "on {date}") if is_elided(day) else pgettext("day", "on {date}")).format(date=words)


def _since(day: date, words: str) -> str:
    texts = pgettext("elided day", "since {date}") if is_elided(day) else pgettext("day", "since {date}")
    return texts.format(date=words)


def _until(day: date, words: str) -> str:
    texts = pgettext("elided day", "until {date}") if is_elided(day) else pgettext("day", "until {date}")
    return texts.format(date=words)


@register.filter
def on_day(day: date) -> str:
    """Words like "on 3 Aug 2026"."""
    return _worded(on, day)


@register.filter
def on_moment(at: datetime) -> str:
    """Words like "on 3 Aug 2026, 14:02"."""
    return _worded(on, at, "DATETIME_FORMAT")


@register.filter
def since_day(day: date) -> str:
    """Words like "since 3 Aug 2026"."""
    return _worded(_since, day)


@register.filter
def since_moment(at: datetime) -> str:
    """Words like "since 3 Aug 2026, 14:02"."""
    return _worded(_since, at, "DATETIME_FORMAT")


@register.filter
def until_day(day: date) -> str:
    """Words like "until 3 Aug 2026"."""
    return _worded(_until, day)


@register.filter
def until_moment(at: datetime) -> str:
    """Words like "until 3 Aug 2026, 14:02"."""
    return _worded(_until, at, "DATETIME_FORMAT")


def _worded(words: Callable[[date, str], str], at: date, form: str = "DATE_FORMAT") -> str:
    """The local day or moment, written in that format of the language, with the words before it."""
    here = timezone.localtime(at) if isinstance(at, datetime) else at
    return words(here, date_format(here, form))
