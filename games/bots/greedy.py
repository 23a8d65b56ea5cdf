"""The bot `greedy`: after each legal turn, how much would the cards then held still cost to get rid of?

It never looks at the others. What cards cost is written at `cost`; the weights were found by playing.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from games.engine import Turn, View
from games.engine.cards import COLOUR_MASK, COLOURS, GOAT_BIT, NUMBERS, cards_of, mask_of, mask_value

PER_CARD: Final = 0.2
PER_WEAKNESS: Final = 0.1
ONE_SET_BONUS: Final = 0.6
GOAT_COST: Final = 0.5
_SHIFTS: Final = tuple(range(0, NUMBERS * len(COLOURS), NUMBERS))
_WEAK_BELOW: Final = 7


def choose(view: View, legal: Sequence[Turn], _budget_ms: int, rng: random.Random) -> Turn:
    """The turn that leaves the cheapest cards, none if possible; among equals the lowest value, then any."""
    held = mask_of(view.cards)
    ranked = [(*rank(held, turn), turn) for turn in legal]
    best = min(rank[:2] for rank in ranked)
    return rng.choice([turn for price, value, turn in ranked if (price, value) == best])


def rank(held: int, turn: Turn) -> tuple[float, float]:
    """The price of the cards left after `turn`, and the value spent. A pass ranks behind an equal play."""
    left = held & ~turn.mask
    if not left:
        return (float("-inf"), 0)
    if turn.pickup is not None:
        left |= turn.pickup.bit
    return (cost(left), float("inf") if turn.is_pass else mask_value(turn.mask))


@lru_cache(maxsize=1 << 16)
def cost(cards: int) -> float:
    """What it costs to hold these cards: the turns needed to lay them, roughly.

    The fewest sets that cover them, a little for each card, more for a low card that stands alone in its set,
    less when one set is left, for that can be led at once.
    """
    sets = fewest_sets(cards)
    price = sets + PER_CARD * cards.bit_count() + PER_WEAKNESS * _weakness(cards)
    if cards & GOAT_BIT:
        price += GOAT_COST
    return price - ONE_SET_BONUS if sets == 1 else price


def _rows(cards: int) -> list[int]:
    """The nine-bit number masks of the colours that occur."""
    return [row for shift in _SHIFTS if (row := cards >> shift & COLOUR_MASK)]


def fewest_sets(cards: int) -> int:
    """The fewest sets of one colour or one number that cover the cards; the goat goes with a colour.

    Coloured cards are the edges of a graph between colours and numbers, so this is its smallest vertex cover:
    for each choice of colours, the numbers of all other colours must be taken.
    """
    rows = _rows(cards)
    covers = [(0, 0)]
    for row in rows:
        covers = [cover for colours, numbers in covers for cover in ((colours + 1, numbers), (colours, numbers | row))]
    goat = bool(cards & GOAT_BIT)
    return min(
        colours + numbers.bit_count() + (goat and not colours and not _has_single(rows, numbers))
        for colours, numbers in covers
    )


def _has_single(rows: list[int], numbers: int) -> bool:
    """Whether one of the sets by number is a single card, which the goat may join as well."""
    once = twice = 0
    for row in rows:
        twice |= once & row
        once |= row
    return bool(numbers & once & ~twice)


def _weakness(cards: int) -> int:
    """For each low card without another of its colour or number, how far it lies below a strong one."""
    rows = _rows(cards)
    weak = 0
    for card in cards_of(cards & ~GOAT_BIT):
        shift = _SHIFTS[COLOURS.index(card.colour)]
        alone = (cards >> shift & COLOUR_MASK).bit_count() == 1
        column = 1 << (card.number - 1)
        if alone and sum(1 for row in rows if row & column) == 1:
            weak += max(0, _WEAK_BELOW - card.number)
    return weak
