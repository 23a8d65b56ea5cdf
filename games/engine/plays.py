"""Which sets may be played, found by sorted tables of subsets and bisection.

A play of n + 1 cards always beats n: it has one digit more, and the first is never the goat's 0, since a set of two or
more holds a coloured card. So only plays of n cards are compared.
"""

from __future__ import annotations

from bisect import bisect_right
from functools import lru_cache
from itertools import combinations
from operator import attrgetter
from typing import Final

from games.engine.cards import (
    COLOUR_MASK,
    COLOURS,
    GOAT_BIT,
    NUMBER_MASKS,
    NUMBERS,
    is_set_mask,
    mask_value,
)
from games.engine.turns import PASS, Turn, turn_from_masks

_ROWS: Final = tuple((COLOUR_MASK << shift, shift) for shift in range(0, NUMBERS * len(COLOURS), NUMBERS))


@lru_cache(maxsize=(NUMBERS + 1) * len(COLOURS) << NUMBERS)
def _row_sets(row: int, size: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Values ascending, and their masks."""
    pairs = sorted((mask_value(sum(chosen)), sum(chosen)) for chosen in combinations(mask_bits(row), size))
    return tuple(value for value, _ in pairs), tuple(mask for _, mask in pairs)


@lru_cache(maxsize=1 << 15)
def _row_plays(row: int, size: int, value: int) -> tuple[int, ...]:
    values, masks = _row_sets(row, size)
    return masks[bisect_right(values, value) :] + _row_sets(row, size + 1)[1]


@lru_cache(maxsize=1 << 13)
def _column_plays(column: int, size: int, value: int) -> tuple[int, ...]:
    """Sets of two or more."""
    bits = mask_bits(column)
    return tuple(
        sum(chosen)
        for count in (size, size + 1)
        if count > 1
        for chosen in combinations(bits, count)
        if count > size or mask_value(sum(chosen)) > value
    )


@lru_cache(maxsize=1 << 13)
def _goat_plays(row: int, size: int, value: int) -> tuple[int, ...]:
    """Plays of the goat with cards of one colour over a table of `size` cards and `value`. The goat adds a last digit
    0, and v * 10 > value exactly if v > value // 10.
    """
    values, masks = _row_sets(row, size - 1)
    beating = masks[bisect_right(values, value // 10) :] if size > 1 else ()
    return tuple(mask | GOAT_BIT for mask in beating + _row_sets(row, size)[1])


def mask_bits(mask: int) -> list[int]:
    bits = []
    while mask:
        low = mask & -mask
        bits.append(low)
        mask ^= low
    return bits


@lru_cache(maxsize=1 << 14)
def plays(cards: int, table: int) -> tuple[int, ...]:
    """All sets of `cards` that beat `table`, or may be led if it is 0; in no order."""
    if table == 0:
        singles = mask_bits(cards)
        whole = len(singles) > 1 and is_set_mask(cards)
        return (*singles, cards) if whole else tuple(singles)
    size, value = table.bit_count(), mask_value(table)
    found: list[int] = []
    once = twice = 0
    for mask, shift in _ROWS:
        row = cards & mask
        if row:
            found += _row_plays(row, size, value)
            numbers = row >> shift
            twice |= once & numbers
            once |= numbers
    while twice:
        low = twice & -twice
        found += _column_plays(cards & NUMBER_MASKS[low.bit_length()], size, value)
        twice ^= low
    if cards & GOAT_BIT:
        for mask, _ in _ROWS:
            found += _goat_plays(cards & mask, size, value)
    return tuple(found)


@lru_cache(maxsize=1 << 14)
def turns(cards: int, table: int) -> tuple[Turn, ...]:
    """Sorted by text; `table` 0 means a lead."""
    if table == 0:
        found = [turn_from_masks(play) for play in plays(cards, 0)]
    else:
        beaten, found = mask_bits(table), [PASS]
        for play in plays(cards, table):
            if play == cards:
                found.append(turn_from_masks(play))
            else:
                found += [turn_from_masks(play, bit) for bit in beaten]
    return tuple(sorted(found, key=attrgetter("text")))
