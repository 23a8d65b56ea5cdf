"""Estimates turns by the points that the seat has at the hand's end, averaged over possible deals (Monte Carlo).

A seat knows its own cards, cards that others picked up, and all hand sizes. The other cards are dealt at random many
times, and each deal is played out with every seat playing like `greedy`. All turns are tried in the same deals, which
removes most of the luck.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from games.bots.greedy import cost, rank
from games.engine import Turn, View, full_deck
from games.engine.cards import GOAT_BIT, cards_mask, mask_penalty, mask_value
from games.engine.plays import mask_bits, plays

# Playouts are limited by turns, not by time, so that the same seed gives the same answer on any machine; about this
# many take a millisecond.
TURNS_A_MS: Final = 20
# Only passing and the turns that leave the cheapest cards are tried.
MAX_TRIED: Final = 12
# Deals for each turn, however small the budget.
MIN_DEALS: Final = 4
# A playout stops after this many turns and counts the cards then held.
MAX_TURNS: Final = 600


@dataclass(frozen=True, slots=True)
class TurnEstimate:
    """A turn and its expected points at the hand's end; fewer are better."""

    turn: Turn
    points: float


@dataclass(slots=True)
class _Tried:
    turn: Turn
    sum: int = 0
    deals: int = 0

    @property
    def points(self) -> float:
        return self.sum / self.deals


def estimate(view: View, legal: Sequence[Turn], budget_ms: int, rng: random.Random) -> list[TurnEstimate]:
    """The most promising of the `legal` turns of the seat to act, best first.

    Halves the field until two are left, which get the most deals (sequential halving). To compare two turns without
    selection bias, pass only these.
    """
    assert view.seat is not None
    tried = [_Tried(turn) for turn in _promising(view, legal)]
    live, work = list(tried), budget_ms * TURNS_A_MS
    steps = max(1, (len(live) - 1).bit_length())
    deals = _Deals(view, rng)
    for step in range(steps):
        _try_out(view, live, deals, work // steps)
        live.sort(key=lambda one: one.points)
        if step < steps - 1:
            live = live[: max(2, (len(live) + 1) // 2)]
    # Rejected turns stay behind the others: less is known of them.
    rest = sorted((one for one in tried if one not in live), key=lambda one: one.points)
    return [TurnEstimate(one.turn, one.points) for one in (*live, *rest)]


def _promising(view: View, legal: Sequence[Turn]) -> list[Turn]:
    held = cards_mask(view.cards)
    ranked = sorted((turn for turn in legal if not turn.is_pass), key=lambda turn: rank(held, turn))
    return ranked[:MAX_TRIED] + [turn for turn in legal if turn.is_pass]


def _try_out(view: View, live: Sequence[_Tried], deals: _Deals, work: int) -> None:
    """Try each turn in the same deals until `work` turns are played."""
    done = 0
    for number in range(work + MIN_DEALS):
        if done >= work and number >= MIN_DEALS:
            break
        hands = deals.draw()
        for one in live:
            points, turns = _points_after(view, one.turn, hands)
            one.sum += points
            one.deals += 1
            done += turns


class _Deals:
    """Random deals of the unseen cards, given hand sizes and known cards; a goat in the deck is always dealt."""

    def __init__(self, view: View, rng: random.Random) -> None:
        self._rng = rng
        self._known = [cards_mask(view.cards if seat == view.seat else view.known[seat]) for seat in range(view.seats)]
        missing = zip(view.sizes, self._known, strict=True)
        self._missing = [size - known.bit_count() for size, known in missing]
        seen = cards_mask(view.table) | cards_mask(view.discarded) | sum(self._known)
        unseen = cards_mask(full_deck(view.colours, goat=view.goat)) & ~seen
        self._goat = mask_bits(unseen & GOAT_BIT)
        self._unseen = mask_bits(unseen & ~GOAT_BIT)

    def draw(self) -> list[int]:
        count = sum(self._missing)
        drawn = [*self._rng.sample(self._unseen, count - len(self._goat)), *self._goat]
        if self._goat:
            at = self._rng.randrange(count)
            drawn[at], drawn[-1] = drawn[-1], drawn[at]
        hands, at = [], 0
        for known, missing in zip(self._known, self._missing, strict=True):
            hands.append(known | sum(drawn[at : at + missing]))
            at += missing
        return hands


def _points_after(view: View, turn: Turn, hands: Sequence[int]) -> tuple[int, int]:
    play, pickup = turn.mask, turn.pickup.bit if turn.pickup is not None else 0
    held, seats, table = list(hands), view.seats, cards_mask(view.table)
    acts, owner, taken = view.to_act, view.table_seat, 0
    while True:
        taken += 1
        if play:
            held[acts] = held[acts] & ~play | pickup
            table, owner = play, acts
        if not held[acts] or taken > MAX_TURNS:
            return mask_penalty(held[view.to_act]), taken
        acts = (acts + 1) % seats
        if acts == owner:
            table = 0
        play, pickup = _greedy_turn(held[acts], table)


@lru_cache(maxsize=1 << 17)
def _greedy_turn(held: int, table: int) -> tuple[int, int]:
    """The play of `greedy` over `table` and its pick-up; zeros for a pass."""
    beaten, passes = mask_bits(table), (0, 0)
    # A pass ranks behind an equal play.
    best, found = ((cost(held), float("inf")), passes) if table else ((float("inf"), 0.0), passes)
    for play in plays(held, table):
        left = held & ~play
        if not left:
            return play, 0
        for pickup in beaten or (0,):
            price = (cost(left | pickup), float(mask_value(play)))
            if price < best:
                best, found = price, (play, pickup)
    return found
