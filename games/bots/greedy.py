"""The bot `greedy`: takes the turn that leaves the cards cheapest to get rid of (see `cost`).

It ignores the other seats. The weights were tuned by play.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from games.engine import Turn, View
from games.engine.cards import COLOUR_MASK, COLOURS, GOAT_BIT, NUMBERS, cards_mask, mask_cards, mask_value

# In tenths of a set.
PER_SET: Final = 10
PER_CARD: Final = 2
ONE_SET_BONUS: Final = 6
GOAT_COST: Final = 5
_SHIFTS: Final = tuple(range(0, NUMBERS * len(COLOURS), NUMBERS))
_WEAK_BELOW: Final = 7


def choose(view: View, legal: Sequence[Turn], _budget_ms: int, rng: random.Random) -> Turn:
    """Ties go to the lowest value, then to chance."""
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
    """What the cards cost if it takes so many sets to play them."""
    return PER_SET * sets + PER_CARD * cards.bit_count() + _weakness(cards)


def _rows(cards: int) -> list[int]:
    """Nine-bit number masks of the colours held."""
    return [row for shift in _SHIFTS if (row := cards >> shift & COLOUR_MASK)]


def fewest_sets(cards: int) -> int:
    """The fewest sets of one colour or one number that cover the cards; the goat goes with a colour.

    The smallest vertex cover of the graph with coloured cards as edges between colours and numbers: for each choice of
    colours, the numbers of all others.
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
    """Whether one of the sets by number is a single card, which the goat may join."""
    once = twice = 0
    for row in rows:
        twice |= once & row
        once |= row
    return bool(numbers & once & ~twice)


def _weakness(cards: int) -> int:
    """How far low cards without a neighbour are below strong ones."""
    rows = _rows(cards)
    weak = 0
    for card in mask_cards(cards & ~GOAT_BIT):
        shift = _SHIFTS[COLOURS.index(card.colour)]
        alone = (cards >> shift & COLOUR_MASK).bit_count() == 1
        column = 1 << (card.number - 1)
        if alone and sum(1 for row in rows if row & column) == 1:
            weak += max(0, _WEAK_BELOW - card.number)
    return weak
