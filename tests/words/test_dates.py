"""Dates and numbers as each language writes them."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.utils import translation
from django.utils.formats import date_format, number_format

from accounts.templatetags.dated import on_day, since_moment, until_day
from games.web.dates import at_time, until_time

AT = datetime(2026, 8, 3, 14, 2, tzinfo=UTC)
WRITTEN = {
    "ca": ("3 ago. 2026, 14:02", "1,5"),
    "de": ("3. Aug. 2026, 14:02", "1,5"),
    "en": ("3 Aug 2026, 14:02", "1.5"),
    "es": ("3 ago 2026, 14:02", "1,5"),
    "fr": ("3 août 2026, 14:02", "1,5"),
    "it": ("3 ago 2026, 14:02", "1,5"),
    "nl": ("3 aug 2026, 14:02", "1,5"),
}


@pytest.mark.parametrize("language", WRITTEN)
def test_a_moment_and_a_number(language: str) -> None:
    with translation.override(language):
        assert (date_format(AT, "DATETIME_FORMAT"), number_format(1.5)) == WRITTEN[language]


DATED = {
    "ca": ("el 3 ago. 2026", "des de l’11 ago. 2026, 14:02", "fins a l’1 ago. 2026"),
    "de": ("am 3. Aug. 2026", "seit 11. Aug. 2026, 14:02", "bis 1. Aug. 2026"),
    "en": ("on 3 Aug 2026", "since 11 Aug 2026, 14:02", "until 1 Aug 2026"),
    "es": ("el 3 ago 2026", "desde el 11 ago 2026, 14:02", "hasta el 1 ago 2026"),
    "fr": ("le 3 août 2026", "depuis le 11 août 2026, 14:02", "jusqu’au 1 août 2026"),
    "it": ("il 3 ago 2026", "dall’11 ago 2026, 14:02", "fino al 1 ago 2026"),
    "nl": ("op 3 aug 2026", "sinds 11 aug 2026, 14:02", "tot 1 aug 2026"),
}


@pytest.mark.parametrize("language", DATED)
def test_a_date_has_its_preposition_and_article(language: str) -> None:
    with translation.override(language):
        assert (on_day(AT), since_moment(AT.replace(day=11)), until_day(AT.replace(day=1))) == DATED[language]


UNTIL = {
    "ca": ("fins a les 14:02", "fins dt. 14:02", "fins a l’11 ago. 14:02"),
    "de": ("bis 14:02", "bis Di 14:02", "bis 11. Aug 14:02"),
    "en": ("until 14:02", "until Tue 14:02", "until 11 Aug 14:02"),
    "es": ("hasta las 14:02", "hasta el mar 14:02", "hasta el 11 ago 14:02"),
    "fr": ("jusqu’à 14:02", "jusqu’à mar. 14:02", "jusqu’au 11 août 14:02"),
    "it": ("fino alle 14:02", "fino a mar 14:02", "fino all’11 ago 14:02"),
    "nl": ("tot 14:02", "tot di 14:02", "tot 11 aug 14:02"),
}


@pytest.mark.parametrize("language", UNTIL)
@time_machine.travel(AT, tick=False)
def test_a_time_to_come_has_them_too(language: str) -> None:
    with translation.override(language):
        assert tuple(until_time(AT + timedelta(days=days)) for days in (0, 1, 8)) == UNTIL[language]


@time_machine.travel(AT, tick=False)
def test_an_article_before_a_day_and_a_clock() -> None:
    with translation.override("it"):
        assert at_time(AT) == "alle 14:02"
        assert at_time(AT + timedelta(days=8)) == "l’11 ago alle 14:02"
