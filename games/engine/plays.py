"""Finds the sets that may be played, by sorted tables of subsets and bisection.

A play of n + 1 cards always beats n: it has one digit more, and the first is never the goat's 0, since a set of two or
more has a coloured card. So only plays of n cards are compared.
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

_ROWS: Final = tuple(COLOUR_MASK << shift for shift in range(0, NUMBERS * len(COLOURS), NUMBERS))
_BLUE, _RED, _PURPLE, _GREEN, _BLACK, _ORANGE = _ROWS

Found = tuple[int, ...]


@lru_cache(maxsize=(NUMBERS + 1) * len(COLOURS) << NUMBERS)
def _row_sets(row: int, size: int) -> tuple[Found, Found]:
    """Values ascending, and their masks."""
    pairs = sorted((mask_value(sum(chosen)), sum(chosen)) for chosen in combinations(mask_bits(row), size))
    return tuple(value for value, _ in pairs), tuple(mask for _, mask in pairs)


class _RowPlays(dict[int, Found]):
    """The sets that beat `size` cards of that `value`, by the cards of a colour; single cards if both are 0."""

    def __init__(self, size: int, value: int) -> None:
        super().__init__()
        self.size, self.value = size, value

    def __missing__(self, row: int) -> Found:
        values, masks = _row_sets(row, self.size)
        self[row] = found = masks[bisect_right(values, self.value) :] + _row_sets(row, self.size + 1)[1]
        return found


class _ColumnPlays(dict[int, Found]):
    """The sets of two or more that beat `size` cards of that `value`, by the cards of a number."""

    def __init__(self, size: int, value: int) -> None:
        super().__init__()
        self.size, self.value = size, value

    def __missing__(self, column: int) -> Found:
        bits, counts = mask_bits(column), (self.size, self.size + 1)
        sets = [sum(chosen) for count in counts if count > 1 for chosen in combinations(bits, count)]
        self[column] = found = tuple(mask for mask in sets if mask_value(mask) > self.value)
        return found


@lru_cache(maxsize=1 << 9)
def _plays_over(size: int, value: int) -> tuple[_RowPlays, _ColumnPlays]:
    return _RowPlays(size, value), _ColumnPlays(size, value)


@lru_cache(maxsize=1 << 13)
def _beating(table: int) -> tuple[_RowPlays, _ColumnPlays]:
    return _plays_over(table.bit_count(), mask_value(table))


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


def plays(cards: int, table: int) -> Found:
    """All sets of `cards` that beat `table`, or may be led if it is 0; in no order. Costs about two microseconds."""
    rows, columns = _beating(table)
    # Loops would take twice as long.
    a, b, c = cards & _BLUE, cards & _RED, cards & _PURPLE
    d, e, f = cards & _GREEN, cards & _BLACK, cards & _ORANGE
    found = rows[a] + rows[b] + rows[c] + rows[d] + rows[e] + rows[f]
    if table == 0:
        singles = (*found, GOAT_BIT) if cards & GOAT_BIT else found
        return (*singles, cards) if len(singles) > 1 and is_set_mask(cards) else singles
    twice = _numbers_held_twice(a, b >> 9, c >> 18, d >> 27, e >> 36, f >> 45)
    while twice:
        low = twice & -twice
        found += columns[cards & NUMBER_MASKS[low.bit_length()]]
        twice ^= low
    return found + _plays_with_goat(cards, table) if cards & GOAT_BIT else found


def _plays_with_goat(cards: int, table: int) -> Found:
    size, value = table.bit_count(), mask_value(table)
    return tuple(play for mask in _ROWS for play in _goat_plays(cards & mask, size, value))


def _numbers_held_twice(a: int, b: int, c: int, d: int, e: int, f: int) -> int:
    """The numbers that two or more colours hold."""
    once = a | b
    twice = a & b | once & c
    once |= c
    twice |= once & d
    once |= d
    twice |= once & e
    return twice | (once | e) & f


@lru_cache(maxsize=1 << 14)
def turns(cards: int, table: int) -> tuple[Turn, ...]:
    """The legal turns, sorted by text; `table` 0 means a lead."""
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
