"""Dates and numbers as each language writes them."""

from datetime import UTC, datetime

import pytest
from django.utils import translation
from django.utils.formats import date_format, number_format

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
