"""The bot `greedy`: takes the turn that leaves the cards cheapest to get rid of (see `cost`).

It ignores the other seats. The weights were tuned by play.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from games.engine import Turn, View
from games.engine.cards import COLOUR_MASK, COLOURS, GOAT_BIT, NUMBERS, cards_mask, mask_value

# In tenths of a set.
PER_SET: Final = 10
PER_CARD: Final = 2
ONE_SET_BONUS: Final = 6
GOAT_COST: Final = 5
_SHIFTS: Final = tuple(range(0, NUMBERS * len(COLOURS), NUMBERS))
_WEAK_BELOW: Final = 7
# By a row's nine bits: the bits of its numbers, and how weak its card is if it has only one.
_ROW_NUMBERS: Final = [tuple(1 << at for at in range(NUMBERS) if row >> at & 1) for row in range(COLOUR_MASK + 1)]
_LONE_WEAKNESS: Final = [
    max(0, _WEAK_BELOW - row.bit_length()) if row.bit_count() == 1 else 0 for row in range(COLOUR_MASK + 1)
]


def choose(view: View, legal: Sequence[Turn], _budget_ms: int, rng: random.Random) -> Turn:
    """The turn that leaves the cheapest cards. Ties go to the lowest value, then to chance."""
    held = cards_mask(view.cards)
    ranked = [(*rank(held, turn.mask, turn.pickup.bit if turn.pickup else 0), turn) for turn in legal]
    best = min(rank[:2] for rank in ranked)
    return rng.choice([turn for price, value, turn in ranked if (price, value) == best])


def rank(held: int, play: int, pickup: int) -> tuple[float, float]:
    """The cost of the cards left after a turn, and the value spent. A pass (no `play`) ranks behind an equal play."""
    left = held & ~play
    if not left:
        return (float("-inf"), 0)
    return (cost(left | pickup), mask_value(play) if play else float("inf"))


@lru_cache(maxsize=1 << 16)
def cost(cards: int) -> int:
    """Roughly ten times the number of turns needed to play these cards: the fewest sets that cover them, plus a little
    for each card and for low cards alone; less if one set is left, which can be led.
    """
    sets = fewest_sets(cards)
    price = cost_in_sets(cards, sets) - (ONE_SET_BONUS if sets == 1 else 0)
    return price + GOAT_COST if cards & GOAT_BIT else price


def cost_in_sets(cards: int, sets: int) -> int:
    """The cost of the cards if playing them takes `sets` sets."""
    return PER_SET * sets + PER_CARD * cards.bit_count() + _weakness(cards)


def _colour_rows(cards: int) -> list[int]:
    """The numbers held of each colour, as nine-bit masks."""
    return [row for shift in _SHIFTS if (row := cards >> shift & COLOUR_MASK)]


def fewest_sets(cards: int) -> int:
    """The fewest sets of one colour or one number that cover the cards; the goat goes with a colour.

    The smallest vertex cover of the graph with coloured cards as edges between colours and numbers is as large as its
    largest matching (König).
    """
    rows = _colour_rows(cards)
    sets = _matched(rows)
    return sets + 1 if cards & GOAT_BIT and not _goat_fits(rows, sets) else sets


def _matched(rows: list[int]) -> int:
    """The number of colours that can each have one of their numbers to themselves."""
    matched: dict[int, int] = {}
    for row in rows:
        _match(row, matched, set())
    return len(matched)


def _match(row: int, matched: dict[int, int], tried: set[int]) -> bool:
    """Give the row a number that is free, or whose row can have another."""
    for number in _ROW_NUMBERS[row]:
        if number not in matched:
            matched[number] = row
            return True
    for number in _ROW_NUMBERS[row]:
        if number not in tried:
            tried.add(number)
            if _match(matched[number], matched, tried):
                matched[number] = row
                return True
    return False


def _goat_fits(rows: list[int], sets: int) -> bool:
    """Whether one of some so few sets that cover the rows is a colour, or a single card, which the goat may join."""
    numbers = [0]
    for row in rows:
        numbers += [chosen | row for chosen in numbers]
    if numbers[-1].bit_count() > sets or _has_single(rows, numbers[-1]):
        return True
    by_number = ((len(rows) - at.bit_count(), chosen.bit_count()) for at, chosen in enumerate(numbers[:-1]))
    return any(colours + others == sets for colours, others in by_number)


def _has_single(rows: list[int], numbers: int) -> bool:
    """Whether one of the sets by number is a single card."""
    held, twice = _numbers_held(rows)
    return bool(numbers & held & ~twice)


def _numbers_held(rows: list[int]) -> tuple[int, int]:
    """The numbers held in any colour, and those held in more than one."""
    held = twice = 0
    for row in rows:
        twice |= held & row
        held |= row
    return held, twice


def _weakness(cards: int) -> int:
    """The sum of the steps by which low cards without a neighbour are below strong ones."""
    rows = _colour_rows(cards)
    _held, twice = _numbers_held(rows)
    return sum([_LONE_WEAKNESS[row] for row in rows if not row & twice])
