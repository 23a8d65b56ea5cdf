"""Bots that make people's mistakes: they overlook sets, keep no plan, and beat whenever they can.

`skald` plans nothing. `seidmadr` sees sets of one number, and one set of a colour besides.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from games.bots.greedy import ONE_SET_BONUS, cost_in_sets
from games.engine import Turn, View
from games.engine.cards import COLOUR_MASK, COLOURS, GOAT_BIT, NUMBER_MASKS, NUMBERS, cards_mask, mask_value

_COLOUR_MASKS: Final = tuple(COLOUR_MASK << NUMBERS * at for at in range(len(COLOURS)))


def skald(view: View, legal: Sequence[Turn], _budget_ms: int, _rng: random.Random) -> Turn:
    """Plays as few cards as it can, the lowest. It picks up the card that shares its number or colour with the most
    others, and of several the highest.
    """
    held = cards_mask(view.cards)

    def price(turn: Turn) -> tuple[int, int, int, int]:
        left, card = held & ~turn.mask, turn.pickup
        fitting = _sharing(left, card.bit, (*NUMBER_MASKS, *_COLOUR_MASKS)) if card else 0
        return turn.mask.bit_count(), mask_value(turn.mask), -fitting, -card.number if card else 0

    return _out(held, legal) or min(_plays(legal) or legal, key=price)


def seidmadr(view: View, legal: Sequence[Turn], _budget_ms: int, _rng: random.Random) -> Turn:
    """Keeps cards of one number together when it leads, and leads the lowest of the others. It beats with the play that
    leaves the cheapest cards, and picks up the highest card.
    """
    held, highest = cards_mask(view.cards), max((card.number for card in view.table), default=0)
    plays = [turn for turn in _plays(legal) if turn.pickup is None or turn.pickup.number == highest]

    def price(turn: Turn) -> tuple[int, int]:
        left, taken = held & ~turn.mask, turn.pickup.bit if turn.pickup else 0
        return _cost(left | taken) if view.table else _sharing(left, turn.mask, NUMBER_MASKS), mask_value(turn.mask)

    return _out(held, legal) or min(plays or legal, key=price)


def _out(held: int, legal: Sequence[Turn]) -> Turn | None:
    return next((turn for turn in legal if turn.mask == held), None)


def _plays(legal: Sequence[Turn]) -> list[Turn]:
    return [turn for turn in legal if not turn.is_pass]


@lru_cache(maxsize=1 << 14)
def _cost(cards: int) -> int:
    """The cost of the cards with sets of one number, and at most one of a colour."""
    others = [1 + _numbers(cards & ~(row | GOAT_BIT)) for row in _COLOUR_MASKS if cards & row]
    sets = min([_numbers(cards), *others])
    return cost_in_sets(cards, sets) - (ONE_SET_BONUS if sets == 1 else 0)


def _sharing(cards: int, card: int, masks: Sequence[int]) -> int:
    """The number of cards that share a number or a colour, as `masks` has them, with another card; none with
    the goat.
    """
    return sum((cards & mask).bit_count() for mask in masks if card & mask)


def _numbers(cards: int) -> int:
    """The number of different numbers among the cards, including the goat's."""
    return sum(1 for mask in NUMBER_MASKS if cards & mask) + bool(cards & GOAT_BIT)
