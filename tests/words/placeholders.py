"""What translations must keep of their English: placeholders, tags, and spaces around the text."""

from __future__ import annotations

import re
from typing import Final

from babel.messages.catalog import Message

from tests.words.catalogues import ids, strings

PLACE: Final = re.compile(r"%\((\w+)\)[sd]|(?<!\{)\{(\w*)\}(?!\})|(?<!%)%([sd])")
TAG: Final = re.compile(r"</?(\w+)")


def places(text: str) -> set[str]:
    """The names of the text's placeholders."""
    return {"".join(found) for found in PLACE.findall(text)}


def misfilled(message: Message) -> bool:
    """Whether a translation has an unknown placeholder or lacks one. Forms before the last may leave some out: they may
    say the number in words."""
    english = [places(text) for text in ids(message)]
    every = set().union(*english)
    forms = [places(text) for text in strings(message)]
    return forms[-1] != english[-1] or any(not form <= every for form in forms)


def edges(text: str) -> tuple[bool, bool]:
    """Whether the text begins and ends with white space."""
    return text[:1].isspace(), text[-1:].isspace()


def misshaped(message: Message) -> bool:
    """Whether a translation has other tags than its English, or other spaces around it."""
    last = ids(message)[-1]
    return any(
        sorted(TAG.findall(form)) != sorted(TAG.findall(last)) or edges(form) != edges(last)
        for form in strings(message)
    )
