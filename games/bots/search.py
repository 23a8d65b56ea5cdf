"""Estimates turns by trying them in possible deals (Monte Carlo), and takes the best: the bot `jarl`.

A seat knows its own cards, cards that others picked up, and all hand sizes. The other cards are dealt at random many
times, and each deal is played out (kernel/). All turns are tried in the same deals, which removes most of the luck. The
limit is an amount of work, not a time, so that a seed has one answer.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from games.bots.kernel import Play, Situation, kernel
from games.engine import Turn, View


@dataclass(frozen=True, slots=True)
class TurnEstimate:
    """A turn and its expected points at the hand's end; fewer are better."""

    turn: Turn
    points: float


def choose(view: View, legal: Sequence[Turn], budget_ms: int, rng: random.Random) -> Turn:
    return legal[0] if len(legal) == 1 else estimate(view, legal, budget_ms, rng)[0].turn


def estimate(view: View, legal: Sequence[Turn], budget_ms: int, rng: random.Random) -> list[TurnEstimate]:
    """The most promising of the `legal` turns of the seat to act, best first: a hand won counts more than points.

    To compare two turns without selection bias, pass only these.
    """
    turns = {Play.of(turn): turn for turn in legal}
    work = budget_ms * kernel().work_a_ms
    tried = kernel().search(Situation.of(view), list(turns), work, rng.getrandbits(63))
    return [TurnEstimate(turns[one.play], one.points / one.deals) for one in tried]
