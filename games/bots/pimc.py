"""The bots `pimc` and `pimc_likely`, to measure searching bots by: flat Monte Carlo over deals that a seat holds
possible.

Known cards stay where everybody knows them to be. The cheapest turns are tried in the same deals, everybody playing on
as `greedy`, and a turn is given up once it is surely worse than the best. `pimc_likely` draws more often the deals in
which `greedy` would have taken the turns seen.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from math import sqrt
from typing import Final

from games.bots.kernel import Play, SeenTurn, Situation, kernel
from games.bots.kernel.compiled import MAX_SEEN, CompiledKernel, fill_state
from games.bots.kernel.pure import deal, greedy_play, play_on, promising
from games.engine import Turn, View
from games.engine.cards import mask_penalty

Greedy = Callable[[int, int], Play]
Deal = list[int]

# Turns searched in a millisecond of processor time with the compiled kernel, on the machine of HISTORY.md's figures.
TURNS_A_MS: Final = 70
_MAX_PLAYS: Final = 14
# Weak turns are dropped after every block of this many deals.
_STEP: Final = 8
# A turn is dropped if it is behind the best by more than this many times the standard error.
_SURE: Final = 2.0
# The share of the work for a pool of deals and their likelihoods, and the fewest deals in the pool.
_POOLED: Final = 0.3
_LEAST_POOL: Final = 16
# How likely one that plays as `greedy` takes another turn.
_ODD: Final = 0.1
# The weights of at least this many deals count, or of half of the pool (see `effective`).
_EFFECTIVE: Final = 40


def choose(view: View, legal: Sequence[Turn], budget_ms: int, rng: random.Random) -> Turn:
    return _choose(view, legal, budget_ms, rng, likely=False)


def choose_likely(view: View, legal: Sequence[Turn], budget_ms: int, rng: random.Random) -> Turn:
    return _choose(view, legal, budget_ms, rng, likely=True)


def _choose(view: View, legal: Sequence[Turn], budget_ms: int, rng: random.Random, *, likely: bool) -> Turn:
    if len(legal) == 1:
        return legal[0]
    situation, turns = Situation.of(view), {Play.of(turn): turn for turn in legal}
    deals = Deals(situation, rng, budget_ms * TURNS_A_MS, likely=likely)
    return turns[_best(situation, promising(situation, list(turns), _MAX_PLAYS), deals)]


@dataclass(slots=True)
class Candidate:
    play: Play
    rewards: list[float] = field(default_factory=list)


def _best(situation: Situation, turns: Sequence[Play], deals: Deals) -> Play:
    live, weights, greedy = [Candidate(turn) for turn in turns], list[int](), _greedy()
    for hands, weight in deals:
        weights.append(weight)
        for one in live:
            held, taken = play_on(situation, one.play, hands, greedy)
            one.rewards.append(_reward(held, situation.to_act))
            deals.work -= taken
        if len(weights) % _STEP == 0:
            live = _not_given_up(live, weights)
        if len(live) == 1:
            break
    return max(live, key=lambda one: _mean(one.rewards, weights)).play


def _reward(held: Sequence[int], seat: int) -> float:
    """The other seats' mean points less its own."""
    points = [mask_penalty(cards) for cards in held]
    return (sum(points) - points[seat]) / (len(points) - 1) - points[seat]


def _mean(values: Sequence[float], weights: Sequence[int]) -> float:
    return sum(value * weight for value, weight in zip(values, weights, strict=True)) / sum(weights)


def _not_given_up(live: Sequence[Candidate], weights: Sequence[int]) -> list[Candidate]:
    best = max(live, key=lambda one: _mean(one.rewards, weights))
    return [one for one in live if not _surely_worse(one, best, weights)]


def _surely_worse(one: Candidate, best: Candidate, weights: Sequence[int]) -> bool:
    behind = [more - less for more, less in zip(best.rewards, one.rewards, strict=True)]
    mean = _mean(behind, weights)
    squares = sum((weight * (value - mean)) ** 2 for value, weight in zip(behind, weights, strict=True))
    return mean > _SURE * sqrt(squares) / sum(weights)


@dataclass(slots=True)
class Deals:
    """Deals of a situation, each with how often it counts, until `work` turns are spent; at least one step of them."""

    situation: Situation
    rng: random.Random
    work: float
    likely: bool

    @property
    def seen(self) -> Sequence[SeenTurn]:
        return self.situation.seen[-MAX_SEEN:]

    def __iter__(self) -> Iterator[tuple[Deal, int]]:
        size = self._pool_size()
        given = 0
        while self.work > 0 or given < _STEP:
            for found in self._pool(size) if self.likely else [(deal(self.situation, self.rng), 1)]:
                yield found
                given += 1
                if self.work <= 0 and given >= _STEP:
                    return

    def _pool_size(self) -> int:
        return max(_LEAST_POOL, int(_POOLED * self.work / max(1, len(self.seen))))

    def _pool(self, size: int) -> list[tuple[Deal, int]]:
        """Deals drawn from `size` random ones by the likelihood of the turns seen. A deal that is drawn twice counts
        twice.
        """
        pool = [deal(self.situation, self.rng) for _ in range(size)]
        weights = _more_alike([likelihood(self.seen, hands) for hands in pool])
        self.work -= size * len(self.seen)
        drawn = Counter(self.rng.choices(range(size), weights, k=size))
        return [(pool[at], count) for at, count in drawn.items()]


def likelihood(seen: Sequence[SeenTurn], hands: Sequence[int]) -> float:
    """How likely `greedy` takes the turns seen, going back from the cards that are held now."""
    held, found, greedy = list(hands), 1.0, _greedy()
    for one in reversed(seen):
        held[one.seat] = held[one.seat] & ~one.play.pickup | one.play.mask
        if greedy(held[one.seat], one.table) != one.play:
            found *= _ODD
    return found


def _more_alike(weights: list[float]) -> list[float]:
    """The weights with roots taken until enough deals share them. Where few deals have nearly all the weight, chance
    chose them.
    """
    largest = max(weights)
    weights = [weight / largest for weight in weights]
    while _effective(weights) < min(_EFFECTIVE, len(weights) / 2):
        weights = [sqrt(weight) for weight in weights]
    return weights


def _effective(weights: Sequence[float]) -> float:
    """The effective sample size: how many equally weighted deals would be as informative."""
    return sum(weights) ** 2 / sum(weight * weight for weight in weights)


@cache
def _greedy() -> Greedy:
    """The turn of `greedy`, found by the compiled kernel where it runs. Not for threads: the kernel has one state."""
    found = kernel()
    if not isinstance(found, CompiledKernel):
        return greedy_play

    @lru_cache(maxsize=1 << 17)
    def compiled(held: int, table: int) -> Play:
        fill_state(found.state, (held,), table, None, 0)
        found.call("greedy")
        return Play(found.turn.play, found.turn.pickup)

    return compiled
