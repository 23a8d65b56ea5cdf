"""Which sets of some cards may be laid, found quickly: by tables of subsets, sorted by value and bisected.

A play of n + 1 cards over n always beats: it has one digit more, and its largest digit is never the goat's 0,
for a set of two or more holds at least one coloured card. So only plays of n cards are compared.
"""

from __future__ import annotations

from bisect import bisect_right
from functools import lru_cache
from itertools import combinations

from games.engine.cards import (
    COLOUR_MASK,
    COLOURS,
    GOAT_BIT,
    NUMBER_MASKS,
    NUMBERS,
    is_set_mask,
    mask_value,
)
from games.engine.turns import PASS, Turn, turn_of_masks

_SHIFTS = tuple(range(0, NUMBERS * len(COLOURS), NUMBERS))


@lru_cache(maxsize=512 * (NUMBERS + 1))
def _colour_subsets(cards: int, size: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The subsets of `size` of one colour's nine-bit mask: their values ascending, and they in that order."""
    bits = [1 << at for at in range(NUMBERS) if cards >> at & 1]
    found = sorted((mask_value(sum(chosen)), sum(chosen)) for chosen in combinations(bits, size))
    return tuple(value for value, _ in found), tuple(mask for _, mask in found)


@lru_cache(maxsize=NUMBERS * 64 * len(COLOURS))
def _number_subsets(cards: int, size: int) -> tuple[int, ...]:
    """The subsets of `size` of cards that are all of one number."""
    bits = [1 << at for at in range(cards.bit_length()) if cards >> at & 1]
    return tuple(sum(chosen) for chosen in combinations(bits, size))


def _coloured_above(cards: int, size: int, value: int) -> list[int]:
    """Sets of one colour, without the goat, of `size` cards and a value above `value`."""
    found: list[int] = []
    for shift in _SHIFTS:
        own = cards >> shift & COLOUR_MASK
        if own.bit_count() >= size:
            values, masks = _colour_subsets(own, size)
            found += [mask << shift for mask in masks[bisect_right(values, value) :]]
    return found


def _numbered_above(cards: int, size: int, value: int) -> list[int]:
    """Sets of one number of `size` cards, two or more, and a value above `value`."""
    found: list[int] = []
    ones = (10**size - 1) // 9
    for number in range(max(1, value // ones + 1), NUMBERS + 1):
        own = cards & NUMBER_MASKS[number]
        if own.bit_count() >= size:
            found += _number_subsets(own, size)
    return found


def sets_above(cards: int, size: int, value: int) -> list[int]:
    """All sets of exactly `size` of the cards whose value is greater than `value`; -1 asks for every set."""
    found = _coloured_above(cards, size, value)
    if size > 1:
        found += _numbered_above(cards, size, value)
    if cards & GOAT_BIT:
        if size > 1:
            # The goat adds a last digit 0: v * 10 > value exactly when v > value // 10.
            found += [mask | GOAT_BIT for mask in _coloured_above(cards, size - 1, value // 10)]
        elif value < 0:
            found.append(GOAT_BIT)
    return found


@lru_cache(maxsize=1 << 14)
def plays(cards: int, table: int) -> tuple[int, ...]:
    """Every set of `cards` that may be laid over `table`, or led when `table` is 0. No order is promised."""
    if table:
        size = table.bit_count()
        return (*sets_above(cards, size, mask_value(table)), *sets_above(cards, size + 1, -1))
    singles = sets_above(cards, 1, -1)
    if len(singles) > 1 and is_set_mask(cards):
        singles.append(cards)
    return tuple(singles)


@lru_cache(maxsize=1 << 14)
def turns(cards: int, table: int) -> tuple[Turn, ...]:
    """The legal turns of a seat with `cards`, over `table` or, if it is 0, at a lead; sorted by text."""
    found = [] if table == 0 else [PASS]
    for play in plays(cards, table):
        if play == cards or table == 0:
            found.append(turn_of_masks(play, 0))
            continue
        beaten = table
        while beaten:
            card = beaten & -beaten
            found.append(turn_of_masks(play, card))
            beaten ^= card
    return tuple(sorted(found, key=str))
