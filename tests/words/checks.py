"""All checks of the words: of the English messages, and of each language's translations.

`python -m tests.words` and the tests beside it run the same checks. A fault is one line of text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from babel.messages.catalog import Catalog, Message

from tests.words.buttons import button_faults, translated_button_faults
from tests.words.catalogues import ids, key_of, messages, strings, waits
from tests.words.doubles import double_faults
from tests.words.english import english_faults, straight, total_faults
from tests.words.glossary import synonym_faults, term_faults
from tests.words.placeholders import misfilled, misshaped

ENGLISH: Final[dict[str, Callable[[], list[str]]]] = {
    "plain words": english_faults,
    "near doubles": double_faults,
    "short buttons": button_faults,
    "glossary": synonym_faults,
    "totals": total_faults,
}
"""Checks of the messages in the sources."""


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


TRANSLATIONS: Final[dict[str, Callable[[str, Message], Iterator[str]]]] = {
    "placeholders": _places,
    "tags and spaces": _shape,
    "quotes": _quotes,
    "short buttons": _buttons,
    "glossary": term_faults,
}
"""Checks of a translated message."""


def faults_in_english() -> list[str]:
    return [fault for check in ENGLISH.values() for fault in check()]


def faults_in(language: str, catalogue: Catalog, check: str) -> list[str]:
    """What one check finds in the messages that do not wait for a translator."""
    done = [message for message in messages(catalogue).values() if not waits(message)]
    return [fault for message in done for fault in TRANSLATIONS[check](language, message)]
