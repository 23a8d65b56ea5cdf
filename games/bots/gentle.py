"""Bots that err as people do: they overlook sets, keep no plan, and beat whenever they can.

`skald` plans nothing, `seidmadr` sees sets of one number alone, and `hirdman` one set of a colour beside those.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final

from games.bots.greedy import ONE_SET_BONUS, cost_in_sets
from games.engine import Turn, View
from games.engine.cards import COLOUR_MASK, COLOURS, GOAT_BIT, NUMBER_MASKS, NUMBERS, cards_mask, mask_value

_COLOUR_MASKS: Final = tuple(COLOUR_MASK << NUMBERS * at for at in range(len(COLOURS)))


def skald(view: View, legal: Sequence[Turn], _budget_ms: int, _rng: random.Random) -> Turn:
    """Plays as few cards as it can, the lowest. It picks up a card of a number that it holds, else the highest."""
    held = cards_mask(view.cards)

    def price(turn: Turn) -> tuple[int, int, int, int]:
        left, card = held & ~turn.mask, turn.pickup
        fitting = (left & NUMBER_MASKS[card.number]).bit_count() if card else 0
        return turn.mask.bit_count(), mask_value(turn.mask), -fitting, -card.number if card else 0

    return _out(held, legal) or min(_plays(legal) or legal, key=price)


def seidmadr(view: View, legal: Sequence[Turn], _budget_ms: int, _rng: random.Random) -> Turn:
    """Leads its lowest card."""
    held = cards_mask(view.cards)
    if not view.table:
        return _out(held, legal) or min(legal, key=lambda turn: mask_value(turn.mask))
    return _beating(view, legal, _cost_by_number)


def hirdman(view: View, legal: Sequence[Turn], _budget_ms: int, _rng: random.Random) -> Turn:
    return _beating(view, legal, _cost_with_one_colour)


def _out(held: int, legal: Sequence[Turn]) -> Turn | None:
    return next((turn for turn in legal if turn.mask == held), None)


def _plays(legal: Sequence[Turn]) -> list[Turn]:
    return [turn for turn in legal if not turn.is_pass]


def _beating(view: View, legal: Sequence[Turn], cost: Callable[[int], int]) -> Turn:
    """The play that leaves the cheapest cards, with the highest card picked up, if there is any."""
    held, highest = cards_mask(view.cards), max((card.number for card in view.table), default=0)
    plays = [turn for turn in _plays(legal) if turn.pickup is None or turn.pickup.number == highest]

    def price(turn: Turn) -> tuple[int, int]:
        taken = turn.pickup.bit if turn.pickup else 0
        return cost(held & ~turn.mask | taken), mask_value(turn.mask)

    return _out(held, legal) or min(plays or legal, key=price)


@lru_cache(maxsize=1 << 14)
def _cost_by_number(cards: int) -> int:
    return cost_in_sets(cards, _numbers(cards))


@lru_cache(maxsize=1 << 14)
def _cost_with_one_colour(cards: int) -> int:
    others = [1 + _numbers(cards & ~(row | GOAT_BIT)) for row in _COLOUR_MASKS if cards & row]
    sets = min([_numbers(cards), *others])
    return cost_in_sets(cards, sets) - (ONE_SET_BONUS if sets == 1 else 0)


def _numbers(cards: int) -> int:
    """How many different numbers these are, the goat's among them."""
    return sum(1 for mask in NUMBER_MASKS if cards & mask) + bool(cards & GOAT_BIT)
