"""`python -m games.bots.kernel.learn`: learns the weights of the bot `learned` by play against itself.

The weights for two seats are then trained again, against `greedy`. The search uses them for its own turns when the
other seat plays like `greedy`. The policy takes each turn with a chance that grows with the turn's score; weights move
so that turns of winners become likelier (policy gradient, with Adam's steps). It starts from the costs of `greedy`. A
seed gives the same weights each time. Takes about a minute and a half of processor time and prints the share of hands
won against `greedy` on the way.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Final

from games.bots.kernel.compiled import FEATURES, WEIGHTS, CompiledKernel

REPORTS: Final = 5
# Hands of a report: deals times seats.
REPORTED: Final = 1500
# Adam, with its usual names.
BETA_1: Final = 0.9
BETA_2: Final = 0.99
STEP: Final = 0.05
# The step shrinks over the last third.
STEADY: Final = 3
_SEED_STRIDE: Final = 1_000_003


@dataclass(frozen=True, slots=True)
class LearningPlan:
    """How to learn the weights for `seats` seats; `which` of the kernel's weights they are. `usual`: the share that a
    seat is expected to win, in thousandths.
    """

    which: int
    seats: int
    batches: int
    hands: int
    usual: int
    against: bool = False


PLANS: Final = (
    LearningPlan(0, 2, 150, 600, usual=500),
    LearningPlan(1, 4, 120, 400, usual=250),
    LearningPlan(2, 2, 100, 2_000, usual=660, against=True),
)


def first_weights() -> list[float]:
    """The weights of `greedy`, in the features of policy.c: by sets, then count, weakness and goat of the cards
    left.
    """
    by_sets = [-2.0 * sets for sets in range(1, 7)]
    by_sets[0] += 1.2
    return [*by_sets, -3.6, -1.8, -1.0, *[0.0] * (FEATURES - 9)]


def learn(kernel: CompiledKernel, plan: LearningPlan, seed: int, first: Sequence[float]) -> list[float]:
    """The weights learned from the `first` ones, also left in the kernel."""
    weights, mean, square = list(first), [0.0] * FEATURES, [0.0] * FEATURES
    for batch in range(1, plan.batches + 1):
        kernel.set_weights(plan.which, weights)
        kernel.call("learn", plan.hands, plan.seats, plan.against, plan.usual, seed * _SEED_STRIDE + batch)
        step = STEP * min(1, STEADY * (1 - batch / (plan.batches + 1)))
        for at, summed in enumerate(kernel.gradient):
            slope = summed / plan.hands
            mean[at] = BETA_1 * mean[at] + (1 - BETA_1) * slope
            square[at] = BETA_2 * square[at] + (1 - BETA_2) * slope * slope
            size = (square[at] / (1 - BETA_2**batch)) ** 0.5 + 1e-8
            weights[at] += step * mean[at] / (1 - BETA_1**batch) / size
        if batch % max(1, plan.batches // REPORTS) == 0:
            _report(kernel, plan, batch)
    weights = [round(weight, 4) for weight in weights]
    kernel.set_weights(plan.which, weights)
    return weights


def _report(kernel: CompiledKernel, plan: LearningPlan, batch: int) -> None:
    share = 100 * share_of_wins(kernel, plan.seats, REPORTED // plan.seats, seed=77, who=Who(plan.against))
    sys.stdout.write(f"{plan.seats} seats, {batch * plan.hands:,} hands: {share:.1f} % against greedy\n")
    sys.stdout.flush()


class Who(IntEnum):
    """The players of source/learn.c."""

    FOR_ANYBODY = 0
    AGAINST_GREEDY = 1
    BY_NET = 2


def share_of_wins(kernel: CompiledKernel, seats: int, deals: int, seed: int, who: Who = Who.FOR_ANYBODY) -> float:
    """The share of hands won against `greedy` on all other seats, from each seat in turn: by one of the policies, or by
    the turns that the net values most.
    """
    return kernel.call("duel", deals, seats, 4 if seats == 2 else 6, who, seed) / (deals * seats)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    seed, kernel = parser.parse_args().seed, CompiledKernel()
    learned: list[list[float]] = []
    for plan in PLANS:
        learned.append(learn(kernel, plan, seed, learned[0] if plan.against else first_weights()))
    WEIGHTS.write_text(json.dumps(learned) + "\n")


if __name__ == "__main__":
    main()
