"""Cards, sets of cards and their values (RULES.md, "Cards").

Outside the engine a set is a tuple of `Card` in canonical order, inside it a mask of 55 bits: bit `9 * colour + number
- 1` for a coloured card, bit 54 for the goat.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

COLOURS: Final = "BRPGKO"
GOAT_COLOUR: Final = "X"
GOAT_PENALTY: Final = 5
NUMBERS: Final = 9
HAND_SIZE: Final = 9
MIN_SEATS: Final = 2
MAX_SEATS: Final = 6
COLOUR_MASK: Final = (1 << NUMBERS) - 1
GOAT_BIT: Final = 1 << (len(COLOURS) * NUMBERS)

_ORDER: Final = COLOURS + GOAT_COLOUR


@dataclass(frozen=True, order=True, slots=True)
class Card:
    """A card. Cards sort in canonical order: number descending, then colours B R P G K O X.

    >>> str(Card("B", 7)), str(Card.parse("x0"))
    ('B7', 'X0')
    >>> [str(card) for card in sorted([Card("R", 5), Card("B", 5), Card("O", 9)])]
    ['O9', 'B5', 'R5']
    """

    _rank: int = field(init=False, repr=False)
    colour: str
    number: int
    bit: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if self.colour == GOAT_COLOUR and self.number == 0:
            bit = GOAT_BIT
        elif len(self.colour) == 1 and self.colour in COLOURS and 1 <= self.number <= NUMBERS:
            bit = 1 << (COLOURS.index(self.colour) * NUMBERS + self.number - 1)
        else:
            raise ValueError(f"there is no card {self.colour}{self.number}")
        object.__setattr__(self, "bit", bit)
        object.__setattr__(self, "_rank", (NUMBERS - self.number) * len(_ORDER) + _ORDER.index(self.colour))

    def __str__(self) -> str:
        return f"{self.colour}{self.number}"

    @classmethod
    def parse(cls, text: str) -> Card:
        """Parse a card in upper or lower case. Raises ValueError."""
        card = _BY_TEXT.get(text)
        if card is None:
            raise ValueError(f"there is no card {text!r}")
        return card


GOAT: Final = Card(GOAT_COLOUR, 0)
_COLOURED: Final = tuple(Card(colour, number) for colour in COLOURS for number in range(1, NUMBERS + 1))
ALL_CARDS: Final = (*_COLOURED, GOAT)
# Both cases are listed: str.upper would accept letters that fold to ours (the Kelvin sign).
_BY_TEXT: Final = {text: card for card in ALL_CARDS for text in (str(card), str(card).lower())}


def full_deck(colours: str = COLOURS, *, goat: bool = False) -> tuple[Card, ...]:
    """The deck, unshuffled: colours B R P G K O, each 1 to 9, then the goat."""
    coloured = tuple(card for card in _COLOURED if card.colour in colours)
    return (*coloured, GOAT) if goat else coloured


def canonical(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Cards by number descending, then colour B R P G K O X; duplicates are kept."""
    return tuple(sorted(cards))


def cards_text(cards: Iterable[Card]) -> str:
    return "".join(map(str, cards))


def parse_cards(text: str) -> tuple[Card, ...]:
    """Parse cards written without separators, keeping their order. Raises ValueError.

    >>> parse_cards("b7X0") == (Card("B", 7), GOAT)
    True
    """
    return tuple(Card.parse(text[at : at + 2]) for at in range(0, len(text), 2))


def cards_mask(cards: Iterable[Card]) -> int:
    mask = 0
    for card in cards:
        mask |= card.bit
    return mask


@lru_cache(maxsize=1 << 15)
def mask_cards(mask: int) -> tuple[Card, ...]:
    found = []
    while mask:
        low = mask & -mask
        found.append(ALL_CARDS[low.bit_length() - 1])
        mask ^= low
    return tuple(sorted(found))


@lru_cache(maxsize=1 << 15)
def mask_text(mask: int) -> str:
    return cards_text(mask_cards(mask))


@lru_cache(maxsize=1 << 15)
def mask_value(mask: int) -> int:
    """The digits, largest first, as one number (RULES.md, "Words"); 0 for an empty mask."""
    value = 0
    for card in mask_cards(mask):
        value = value * 10 + card.number
    return value


def set_value(cards: Iterable[Card]) -> int:
    """The digits, largest first, as one number; 0 for no cards.

    >>> set_value(parse_cards("B2B9B4")), set_value(parse_cards("X0R5"))
    (942, 50)
    """
    value = 0
    for card in sorted(cards):
        value = value * 10 + card.number
    return value


@lru_cache(maxsize=1 << 15)
def is_set_mask(mask: int) -> bool:
    """Whether the cards share a colour or a number; the goat joins by colour (RULES.md)."""
    coloured = mask & ~GOAT_BIT
    if mask == GOAT_BIT:
        return True
    first = (coloured & -coloured).bit_length() - 1
    if first < 0:
        return False
    if coloured & ~(COLOUR_MASK << (first // NUMBERS * NUMBERS)) == 0:
        return True
    return coloured == mask and mask & ~NUMBER_MASKS[first % NUMBERS + 1] == 0


# By number; entry 0 is empty: the goat belongs to no set by number.
NUMBER_MASKS: Final = (
    0,
    *(cards_mask(Card(colour, number) for colour in COLOURS) for number in range(1, NUMBERS + 1)),
)


def is_set(cards: Iterable[Card]) -> bool:
    return is_set_mask(cards_mask(cards))


def mask_penalty(mask: int) -> int:
    return mask.bit_count() + (GOAT_PENALTY - 1 if mask & GOAT_BIT else 0)


def penalty(cards: Iterable[Card]) -> int:
    """Points for cards left in hand: one each, five for the goat (RULES.md, 7, "Options")."""
    return sum(GOAT_PENALTY if card == GOAT else 1 for card in cards)
