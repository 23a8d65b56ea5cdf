"""`python -m tests.bench.thinking`: how closely a searching bot keeps to its budget, in processor time.

Positions with more than one legal turn, from hands that the bot `greedy` plays with itself, for 2, 4 and 6 seats, with
and without the goat. Figures are shares of the budget.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections.abc import Iterator, Sequence
from statistics import quantiles

from games.bots.arena.players import player
from games.engine import GameOptions, Turn, View, apply, deal, legal_turns, observe
from tests.engine.hands import shuffled_deck

KINDS = [GameOptions(seats, goat=goat, two_player_deck=seats == 2) for seats in (2, 4, 6) for goat in (False, True)]
# Of the positions with a choice.
TAKEN = 0.4


def positions(options: GameOptions, rng: random.Random) -> Iterator[tuple[View, Sequence[Turn]]]:
    greedy = player("greedy")
    while True:
        state, history = (
            deal(shuffled_deck(options, rng), options.seats, rng.randrange(options.seats)),
            list[tuple[int, str]](),
        )
        while not state.over:
            legal, view = legal_turns(state), observe(state, state.to_act, history=history)
            if len(legal) > 1 and rng.random() < TAKEN:
                yield view, legal
            turn = greedy.choose(view, legal, 0, rng)
            history.append((state.to_act, str(turn)))
            state = apply(state, turn)


def shares(bot: str, options: GameOptions, count: int, budget_ms: int) -> list[float]:
    thinker, rng, found = player(bot), random.Random(1), list[float]()
    for (view, legal), _ in zip(positions(options, rng), range(count), strict=False):
        began = time.process_time()
        thinker.choose(view, legal, budget_ms, random.Random(len(found)))
        found.append((time.process_time() - began) / budget_ms * 1000)
    return found


def figures(found: Sequence[float]) -> dict[str, float]:
    parts = quantiles(found, n=100)
    named = {"mean": sum(found) / len(found), "p50": parts[49], "p95": parts[94], "p99": parts[98], "max": max(found)}
    return {name: round(value, 2) for name, value in named.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    add = parser.add_argument
    add("--bot", default="jarl")
    add("--positions", type=int, default=300, help="of each kind")
    add("--budgets-ms", default="60,200")
    options = parser.parse_args()
    for budget_ms in map(int, options.budgets_ms.split(",")):
        for kind in KINDS:
            found = figures(shares(options.bot, kind, options.positions, budget_ms))
            said = {"seats": kind.seats, "goat": kind.goat, "budget_ms": budget_ms, **found}
            sys.stdout.write(json.dumps(said) + "\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
