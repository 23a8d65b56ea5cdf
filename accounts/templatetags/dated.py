"""Dates with the words before them, ready made, as languages put other articles and prepositions there."""

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
    return on(_here(day), _written(day))


@register.filter
def on_moment(at: datetime) -> str:
    """Words like "on 3 Aug 2026, 14:02"."""
    return on(_here(at), _written(at, clock=True))


@register.filter
def since_day(day: date) -> str:
    """Words like "since 3 Aug 2026"."""
    return _since(_here(day), _written(day))


@register.filter
def since_moment(at: datetime) -> str:
    """Words like "since 3 Aug 2026, 14:02"."""
    return _since(_here(at), _written(at, clock=True))


@register.filter
def until_day(day: date) -> str:
    """Words like "until 3 Aug 2026"."""
    return _until(_here(day), _written(day))


@register.filter
def until_moment(at: datetime) -> str:
    """Words like "until 3 Aug 2026, 14:02"."""
    return _until(_here(at), _written(at, clock=True))


def _here(day: date) -> date:
    return timezone.localtime(day) if isinstance(day, datetime) else day


def _written(day: date, *, clock: bool = False) -> str:
    return date_format(_here(day), "DATETIME_FORMAT" if clock else "DATE_FORMAT")
