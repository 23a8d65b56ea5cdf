"""Estimates turns by the points that the seat has at the hand's end, averaged over possible deals (Monte Carlo).

A seat knows its own cards, cards that others picked up, and all hand sizes. The other cards are dealt at random many
times, and each deal is played out with every seat playing like `greedy`. All turns are tried in the same deals, which
removes most of the luck. The limit is a number of turns played, not a time, so that a seed has one answer.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from games.bots.greedy import rank
from games.bots.kernel import Play, Situation, kernel
from games.engine import Turn, View
from games.engine.cards import cards_mask

# Only passing and the turns that leave the cheapest cards are tried.
MAX_TRIED: Final = 12


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
    tried = [_Tried(turn) for turn in _promising(view, legal)]
    live, steps = list(tried), max(1, (len(tried) - 1).bit_length())
    situation, work = Situation.of(view), budget_ms * kernel().turns_a_ms
    for step in range(steps):
        _try_out(situation, live, work // steps, rng)
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


def _try_out(situation: Situation, live: Sequence[_Tried], work: int, rng: random.Random) -> None:
    """Try each turn in the same deals until `work` turns are played."""
    plays = [Play.of(one.turn) for one in live]
    deals, points = kernel().try_out(situation, plays, work, rng.getrandbits(63))
    for one, sum_of_points in zip(live, points, strict=True):
        one.sum += sum_of_points
        one.deals += deals
