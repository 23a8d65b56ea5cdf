"""How odd something is: tails of distributions, worked out exactly or by plain sums. No database, no chance."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

# How far apart players are, as the standard deviation of the log odds to end before somebody average. In 900 hands of
# three by the bot Greedy with none to half of its turns taken at random it was 0.53; people may differ more.
SPREAD: Final = 0.7
# The difference of two strengths is known only roughly: the tail is averaged over so many of its likely values.
NODES: Final = 81
REACH: Final = 4.0
# No tail is given as smaller: what a computer's floating point tells beyond it is noise.
LEAST: Final = 1e-300


@dataclass(frozen=True)
class Standing:
    """How somebody fares against a set of others, pair by pair: in how many of `met` comparisons they came out ahead.

    `worth`: for how many independent ones these count. The comparisons of one game of k seats share the person's luck:
    under equal strength the share of the others whom one leaves behind varies as if each counted 3 / (k + 1).
    """

    met: int = 0
    ahead: int = 0
    worth: float = 0.0

    def without(self, other: Standing) -> Standing:
        return Standing(self.met - other.met, self.ahead - other.ahead, max(self.worth - other.worth, 0.0))


def oddity(tail: float, looked_at: int = 1) -> float:
    """-log10 of the share of cases that chance would bring, given how many were looked at (Bonferroni); 0 at least."""
    return max(-math.log10(min(max(tail * looked_at, LEAST), 1.0)), 0.0)


def binomial_tail(hits: int, tries: int, share: float) -> float:
    """The chance of at least `hits` among `tries` when each hits with chance `share`."""
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
    """The chance of at least `events` where `mean` are expected."""
    if events <= 0:
        return 1.0
    fewer = math.fsum(math.exp(n * math.log(mean) - mean - math.lgamma(n + 1)) for n in range(events))
    if fewer < 0.999:
        return 1.0 - fewer
    # So far out the complement has no digits left: the tail itself, until its terms are nothing.
    return math.fsum(math.exp(n * math.log(mean) - mean - math.lgamma(n + 1)) for n in range(events, events + 200))


def strength(standing: Standing) -> tuple[float, float]:
    """The log odds to end before somebody average, and their variance: what is known from `standing`, shrunk to 0.

    Players differ by SPREAD; the comparisons count as much as they are worth.
    """
    share = (standing.ahead + 1) / (standing.met + 2)
    known = standing.worth * share * (1 - share)
    precision = 1 / SPREAD**2 + known
    return known * math.log(share / (1 - share)) / precision, 1 / precision


def duel_tail(lost: int, met: int, loser: Standing, winner: Standing) -> float:
    """The chance to end behind one other at least `lost` times of `met`, for who both are against everybody else.

    The binomial tail, averaged over the chance to lose once that the strengths of both leave likely. Somebody weak who
    always loses to somebody strong is no surprise; nor is much told by two of whom nothing else is known.
    """
    (low, low_spread), (high, high_spread) = strength(loser), strength(winner)
    middle, spread = high - low, math.sqrt(low_spread + high_spread)
    total = weights = 0.0
    for node in range(NODES):
        at = -REACH + 2 * REACH * node / (NODES - 1)
        weight = math.exp(-at * at / 2)
        total += weight * binomial_tail(lost, met, 1 / (1 + math.exp(-(middle + at * spread))))
        weights += weight
    return total / weights
