"""Each language of the site is whole: every message of the sources is translated, with what it has to fill in."""

from __future__ import annotations

import re
from functools import cache
from gettext import GNUTranslations
from io import BytesIO

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po
from django.conf import settings

from tests.words.catalogues import (
    ENGLISH,
    ROOT,
    TRANSLATED,
    Key,
    compiled,
    messages,
    po_file,
    renewed,
    said,
    strings,
    translated,
    waits,
    written,
)
from tests.words.checks import TRANSLATIONS, faults_in


@cache
def committed(language: str) -> Catalog:
    """The language's catalogue, parsed once for all tests that only read it."""
    return translated(language)


each_language = pytest.mark.parametrize("language", TRANSLATED)


@each_language
def test_it_has_every_message_and_no_other(language: str) -> None:
    here, there = set(messages(said())), set(messages(committed(language)))
    assert sorted(here - there) == [], "not in the catalogue: python -m tests.words"
    assert sorted(there - here) == [], "gone from the sources: python -m tests.words"


@each_language
def test_no_message_waits_for_a_translator(language: str) -> None:
    assert [key for key, message in messages(committed(language)).items() if waits(message)] == []


@each_language
def test_plurals_have_all_forms(language: str) -> None:
    catalogue = committed(language)
    short = [
        key
        for key, message in messages(catalogue).items()
        if len(strings(message)) != (1 if isinstance(message.id, str) else catalogue.num_plurals)
    ]
    assert short == []


@each_language
@pytest.mark.parametrize("check", TRANSLATIONS)
def test_a_check_of_translations_finds_nothing(check: str, language: str) -> None:
    assert faults_in(language, committed(language), check) == []


# The tool does the same for each; these differ in their plural forms.
@pytest.mark.parametrize("language", ["de", "fr"])
def test_a_run_without_new_words_changes_no_byte(language: str) -> None:
    before = committed(language).creation_date
    once = renewed(translated(language))
    again = renewed(read_po(BytesIO(written(once)), locale=language))
    assert (written(again), compiled(again)) == (written(once), compiled(once))
    assert once.creation_date == before


def test_new_messages_set_todays_date() -> None:
    catalogue = translated(TRANSLATED[0])
    catalogue.add("Gone from the sources")
    assert renewed(catalogue).creation_date == said().creation_date


@each_language
def test_a_header_keeps_no_placeholder(language: str) -> None:
    catalogue = committed(language)
    head = f"{catalogue.header_comment}\n{dict(catalogue.mime_headers)}"
    assert re.findall(r"FIRST AUTHOR|FULL NAME|EMAIL|ORGANIZATION|PROJECT|LANGUAGE|LL@|YEAR", head) == []
    assert not catalogue.fuzzy


def test_french_signs_stay_on_the_line_of_their_word() -> None:
    loose = re.compile(r" [:;!?»]|« ")
    every = messages(committed("fr")).values()
    assert [text for message in every for text in strings(message) if loose.search(text)] == []


def read(mo: bytes) -> dict[Key | str, str]:
    """All messages but the header, which names the tool's version."""
    found: dict[Key | str, str] = vars(GNUTranslations(BytesIO(mo)))["_catalog"]
    return {key: text for key, text in found.items() if key}


@pytest.mark.parametrize("language", [ENGLISH, *TRANSLATED])
def test_compiled_catalogues_match_their_sources(language: str) -> None:
    compiled_file = po_file(language).with_suffix(".mo").read_bytes()
    assert read(compiled_file) == read(compiled(committed(language))), "python -m tests.words"


@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES])
def test_every_long_text_is_translated(language: str) -> None:
    texts = ROOT / "templates" / "site" / "words"
    assert {path.name for path in (texts / language).iterdir()} == {path.name for path in (texts / "en").iterdir()}
