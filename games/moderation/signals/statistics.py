"""Tails of distributions, computed exactly or by plain sums."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

# Standard deviation between players of the log odds to beat an average one. It was 0.53 in 900 hands of three by the
# bot Greedy with up to half of its turns random; people may differ more.
SPREAD: Final = 0.7
# The tail is averaged over likely values of the difference in skill.
NODES: Final = 81
REACH: Final = 4.0
# Below this, floating point is noise.
MIN_TAIL: Final = 1e-300


@dataclass(frozen=True)
class PairResults:
    """Results against others: `ahead` in how many of `met` comparisons by pairs.

    `worth`: how many independent comparisons these equal. Those of one game of k seats share the person's luck: with
    equal skill each counts 3 / (k + 1).
    """

    met: int = 0
    ahead: int = 0
    worth: float = 0.0

    def without(self, other: PairResults) -> PairResults:
        return PairResults(self.met - other.met, self.ahead - other.ahead, max(self.worth - other.worth, 0.0))


def oddity(tail: float, looked_at: int = 1) -> float:
    """-log10 of the share of cases expected by chance, among `looked_at` (Bonferroni); at least 0."""
    return max(-math.log10(min(max(tail * looked_at, MIN_TAIL), 1.0)), 0.0)


def binomial_tail(hits: int, tries: int, share: float) -> float:
    """The probability of at least `hits` in `tries`, each with probability `share`."""
    if hits <= 0:
        return 1.0
    if share <= 0.0 or hits > tries:
        return 0.0
    if share >= 1.0:
        return 1.0
    yes, no = math.log(share), math.log1p(-share)
    whole = math.lgamma(tries + 1)
    terms = (
        math.exp(whole - math.lgamma(n + 1) - math.lgamma(tries - n + 1) + n * yes + (tries - n) * no)
        for n in range(hits, tries + 1)
    )
    return min(math.fsum(terms), 1.0)


def poisson_tail(events: int, mean: float) -> float:
    """The probability of at least `events` if `mean` are expected."""
    if events <= 0:
        return 1.0
    fewer = math.fsum(math.exp(n * math.log(mean) - mean - math.lgamma(n + 1)) for n in range(events))
    if fewer < 0.999:
        return 1.0 - fewer
    # The complement has no digits left this far out: sum the tail until its terms vanish.
    return math.fsum(math.exp(n * math.log(mean) - mean - math.lgamma(n + 1)) for n in range(events, events + 200))


def estimated_skill(standing: PairResults) -> tuple[float, float]:
    """The log odds to beat an average player, and their variance, shrunk to 0 by SPREAD."""
    share = (standing.ahead + 1) / (standing.met + 2)
    known = standing.worth * share * (1 - share)
    precision = 1 / SPREAD**2 + known
    return known * math.log(share / (1 - share)) / precision, 1 / precision


def duel_tail(lost: int, met: int, loser: PairResults, winner: PairResults) -> float:
    """The probability to lose at least `lost` of `met` to one opponent, given both players' other results: the binomial
    tail, averaged over likely skills. It's no surprise that a weak player loses to a strong one, and two players
    without other games give little evidence.
    """
    (low, low_spread), (high, high_spread) = estimated_skill(loser), estimated_skill(winner)
    middle, spread = high - low, math.sqrt(low_spread + high_spread)
    total = weights = 0.0
    for node in range(NODES):
        at = -REACH + 2 * REACH * node / (NODES - 1)
        weight = math.exp(-at * at / 2)
        total += weight * binomial_tail(lost, met, 1 / (1 + math.exp(-(middle + at * spread))))
        weights += weight
    return total / weights
