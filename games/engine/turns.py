"""Turns as values and text, and why one is refused (REFEREE.md)."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache
from typing import Final

from games.engine.cards import ALL_CARDS, Card, canonical, cards_mask, cards_text, mask_cards, mask_text, parse_cards

# Both cases are listed: IGNORECASE would accept letters of other alphabets.
_CARD: Final = "(?:[BRPGKObrpgko][1-9]|[Xx]0)"
_PLAY: Final = re.compile(f"((?:{_CARD})+)(?:<({_CARD}))?")
_PASS: Final = re.compile("[Pp][Aa][Ss][Ss]")


class Refusal(StrEnum):
    """Why a turn is refused: the first reason that applies, in this order."""

    MALFORMED = "malformed"
    HAND_OVER = "hand_over"
    STALE_VERSION = "stale_version"
    NOT_YOUR_TURN = "not_your_turn"
    MUST_LEAD = "must_lead"
    DUPLICATE_CARD = "duplicate_card"
    NOT_YOUR_CARD = "not_your_card"
    NOT_A_SET = "not_a_set"
    WRONG_COUNT = "wrong_count"
    TOO_LOW = "too_low"
    PICKUP_MISSING = "pickup_missing"
    PICKUP_NOT_ON_TABLE = "pickup_not_on_table"
    PICKUP_NOT_ALLOWED = "pickup_not_allowed"


class IllegalTurn(Exception):
    def __init__(self, reason: Refusal) -> None:
        super().__init__(reason.value)
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Turn:
    """A play of `cards`, picking up `pickup`, or a pass, which has neither.

    Cards are sorted canonically; the rules refuse duplicates. Raises ValueError for a pass that picks up.

    >>> str(Turn(parse_cards("B6R6"), Card("R", 5)))
    'B6R6<R5'
    >>> str(PASS)
    'pass'
    """

    cards: tuple[Card, ...] = ()
    pickup: Card | None = None
    mask: int = field(init=False, repr=False, compare=False)
    text: str = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if self.pickup is not None and not self.cards:
            raise ValueError("a pass picks nothing up")
        cards = canonical(self.cards)
        _fill(self, cards, self.pickup, cards_mask(cards), _written(cards_text(cards), self.pickup))

    @property
    def is_pass(self) -> bool:
        return not self.cards

    def __str__(self) -> str:
        return self.text


def _written(cards: str, pickup: Card | None) -> str:
    if not cards:
        return "pass"
    return f"{cards}<{pickup}" if pickup else cards


def _fill(turn: Turn, cards: tuple[Card, ...], pickup: Card | None, mask: int, text: str) -> None:
    object.__setattr__(turn, "cards", cards)
    object.__setattr__(turn, "pickup", pickup)
    object.__setattr__(turn, "mask", mask)
    object.__setattr__(turn, "text", text)


PASS: Final = Turn()


@lru_cache(maxsize=1 << 16)
def turn_from_masks(mask: int, pickup: int = 0) -> Turn:
    """The play of a mask that picks up the card of the one-bit mask `pickup`; 0 means none."""
    turn, card = object.__new__(Turn), ALL_CARDS[pickup.bit_length() - 1] if pickup else None
    _fill(turn, mask_cards(mask), card, mask, _written(mask_text(mask), card))
    return turn


def parse_turn(text: str) -> Turn:
    """Parse a turn: cards in any order and either case, without spaces. Raises IllegalTurn(MALFORMED).

    >>> str(parse_turn("k1K9k4<b8"))
    'K9K4K1<B8'
    """
    if _PASS.fullmatch(text):
        return PASS
    match = _PLAY.fullmatch(text)
    if match is None:
        raise IllegalTurn(Refusal.MALFORMED)
    pickup = match[2]
    return Turn(parse_cards(match[1]), Card.parse(pickup) if pickup else None)
