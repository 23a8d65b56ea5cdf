"""All checks of the words: of the English messages, and of each language's translations.

`python -m tests.words` and the tests in this folder run the same checks. A fault is one line of text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import Final

from babel.messages.catalog import Catalog, Message

from tests.words.buttons import button_faults, translated_button_faults
from tests.words.catalogues import TRANSLATED, ids, key_of, messages, strings, translated, waits
from tests.words.duplicates import duplicate_faults
from tests.words.english import english_faults, straight, total_faults
from tests.words.glossary import synonym_faults, term_faults
from tests.words.placeholders import misfilled, misshaped
from tests.words.plain import riddle_faults

WORD: Final = re.compile(r"\w{3,}")
PLACEHOLDER: Final = re.compile(r"%\(\w+\)s|\{\w*\}")
# Shorter texts, as "Odin 2 – 6", may well be the same.
SHARED: Final = 3

ENGLISH: Final[dict[str, Callable[[], list[str]]]] = {
    "plain words": english_faults,
    "near duplicates": duplicate_faults,
    "short buttons": button_faults,
    "glossary": synonym_faults,
    "totals": total_faults,
    "plain documents": riddle_faults,
}
"""Checks of the messages in the sources, and of documents, docstrings and comments."""


def _places(_language: str, message: Message) -> Iterator[str]:
    if misfilled(message):
        yield f"other placeholders: {ids(message)[-1]!r} is {strings(message)!r}"


def _shape(_language: str, message: Message) -> Iterator[str]:
    if misshaped(message):
        yield f"other tags or spaces: {ids(message)[-1]!r} is {strings(message)!r}"


def _quotes(_language: str, message: Message) -> Iterator[str]:
    yield from (f"use curly quotes: {text!r}" for text in strings(message) if straight(ids(message)[-1], text))


def _buttons(_language: str, message: Message) -> Iterator[str]:
    yield from translated_button_faults(key_of(message), message)


def _own(language: str, message: Message) -> Iterator[str]:
    """Three words that two languages share come from a catalogue filled with another's."""
    for text in strings(message):
        if len(WORD.findall(PLACEHOLDER.sub("", text))) >= SHARED and _by_text().get(text, set()) - {language}:
            yield f"another language's words: {text!r}"


@cache
def _by_text() -> dict[str, set[str]]:
    """The languages of each translation."""
    found: dict[str, set[str]] = {}
    for language in TRANSLATED:
        for message in messages(translated(language)).values():
            for text in strings(message):
                found.setdefault(text, set()).add(language)
    return found


TRANSLATIONS: Final[dict[str, Callable[[str, Message], Iterator[str]]]] = {
    "placeholders": _places,
    "tags and spaces": _shape,
    "quotes": _quotes,
    "short buttons": _buttons,
    "glossary": term_faults,
    "own words": _own,
}
"""Checks of a translated message."""


def faults_in_english() -> list[str]:
    return [fault for check in ENGLISH.values() for fault in check()]


def faults_in(language: str, catalogue: Catalog, check: str) -> list[str]:
    """What one check finds in the messages that do not wait for a translator."""
    done = [message for message in messages(catalogue).values() if not waits(message)]
    return [fault for message in done for fault in TRANSLATIONS[check](language, message)]
