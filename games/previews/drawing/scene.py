"""The contents of a picture."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Final

# Raise it when the drawing of the same scene changes, so that caches fetch the new picture.
_DRAWING: Final = 2
_DIGITS: Final = 20


@dataclass(frozen=True, slots=True)
class Fact:
    """A label with its value, such as a player with their points."""

    label: str
    value: str


@dataclass(frozen=True, slots=True)
class Scene:
    """All that a picture shows, in words of its language. `cards`: face up, codes like "R6"; `backs`: how many cards
    face down, without `cards`; `avatar`: a person's (games.web.card_art).
    """

    site: str
    heading: str
    details: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()
    backs: int = 0
    facts: tuple[Fact, ...] = ()
    avatar: int | None = None

    @property
    def digest(self) -> str:
        """The version of the picture, in its address."""
        return hashlib.sha256(f"{_DRAWING}{self!r}".encode()).hexdigest()[:_DIGITS]
