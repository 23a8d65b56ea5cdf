"""How many fewer hands a duplicate needs than ordinary play to rank the five house bots.

`python -m tests.bench.duplicate [--hands 2500] [--seed 1] [--json]`: each bot plays the same hands from the person's
seat of the weekly hands, and the five play as many ordinary hands, three at a table, each with new cards. For both the
command finds the least number of hands a bot with which nine in ten samples rank the bots as all its hands do.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Callable, Sequence
from itertools import combinations
from statistics import mean, variance
from typing import Final

from games import bots
from games.daily.solo import BUDGET_MS, Solo, bot_line
from games.engine import Card, apply, deal, full_deck, legal_turns, observe

# Those of games.daily.services, which needs the site's settings.
OPPONENTS: Final = ("hirdman", "berserker")
SEATS: Final = 3
SAMPLES: Final = 400
SHARE: Final = 0.9
STEP: Final = 1.15

# The bots' points, weakest bot first: of one deal for all, or of each bot's own deals.
Duplicate = list[list[int]]
Ordinary = list[list[int]]
# Draws that many hands, and returns each bot's mean.
Sampler = Callable[[int, random.Random], list[float]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=2500, help="hands to play of each kind (2500)")
    parser.add_argument("--seed", type=int, default=1, help="seed of deals, bots and samples (1)")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    options = parser.parse_args()
    chance = random.Random(options.seed)
    played = duplicate_hands(options.hands, chance), ordinary_hands(options.hands, chance)
    figures = measured(*played, chance)
    print(json.dumps(figures) if options.json else "\n".join(f"{name}: {figures[name]}" for name in figures))


def duplicate_hands(hands: int, chance: random.Random) -> Duplicate:
    """The points of each bot in the same seat of the same deals."""
    solos = [
        Solo(_deck(chance), SEATS, chance.randrange(SEATS), 0, OPPONENTS, chance.randbytes(32)) for _ in range(hands)
    ]
    return [[bot_line(solo, name).points or 0 for name in bots.names()] for solo in solos]


def ordinary_hands(hands: int, chance: random.Random) -> Ordinary:
    """Each bot's points at tables of three different bots with new cards."""
    points: Ordinary = [[] for _name in bots.names()]
    for _hand in range(hands):
        sitting = chance.sample(range(len(points)), SEATS)
        for bot, left in zip(sitting, _table(sitting, chance), strict=True):
            points[bot].append(left)
    return points


def _table(sitting: Sequence[int], chance: random.Random) -> tuple[int, ...]:
    state = deal(_deck(chance), SEATS, chance.randrange(SEATS))
    history: list[tuple[int, str]] = []
    while not state.over:
        view = observe(state, state.to_act, history=history)
        name = bots.names()[sitting[state.to_act]]
        turn = bots.get(name).choose(view, legal_turns(state), BUDGET_MS, chance)
        history.append((state.to_act, str(turn)))
        state = apply(state, turn)
    assert state.points is not None
    return state.points


def _deck(chance: random.Random) -> tuple[Card, ...]:
    deck = list(full_deck())
    chance.shuffle(deck)
    return tuple(deck)


def measured(duplicate: Duplicate, ordinary: Ordinary, chance: random.Random) -> dict[str, object]:
    """The means, the shares of right orders with equally many hands, and how many hands nine in ten need."""
    same, own_cards = [mean(column) for column in zip(*duplicate, strict=True)], [mean(column) for column in ordinary]
    fewest = hands_needed(duplicate_sampler(duplicate), order_of(same), chance)
    own = hands_needed(ordinary_sampler(ordinary), order_of(own_cards), chance)
    return {
        "bots": list(bots.names()),
        "duplicate_means": [round(points, 3) for points in same],
        "ordinary_means": [round(points, 3) for points in own_cards],
        "variance_of_differences": round(variance_ratio(duplicate), 2),
        "prior_hands": round(prior_hands(duplicate), 1),
        "duplicate_hands": fewest,
        "ordinary_hands": own,
        "factor": round(own / fewest, 2),
    }


def duplicate_sampler(rows: Duplicate) -> Sampler:
    def sample(hands: int, chance: random.Random) -> list[float]:
        drawn = chance.choices(rows, k=hands)
        return [sum(column) / hands for column in zip(*drawn, strict=True)]

    return sample


def ordinary_sampler(columns: Ordinary) -> Sampler:
    def sample(hands: int, chance: random.Random) -> list[float]:
        return [sum(chance.choices(column, k=hands)) / hands for column in columns]

    return sample


def hands_needed(sample: Sampler, order: Sequence[int], chance: random.Random, most: int = 20_000) -> int:
    """The least number of hands, in steps of 15 %, with which SHARE of the samples rank the bots in `order`. `most` if
    even that many do not.
    """
    hands = 8
    while hands < most and right_share(sample, order, hands, chance) < SHARE:
        hands = int(hands * STEP) + 1
    return hands


def right_share(sample: Sampler, order: Sequence[int], hands: int, chance: random.Random) -> float:
    return sum(order_of(sample(hands, chance)) == order for _sample in range(SAMPLES)) / SAMPLES


def order_of(means: Sequence[float]) -> list[int]:
    """The bots' places in `bots.names()`, the one with most points first."""
    return sorted(range(len(means)), key=lambda bot: -means[bot])


def variance_ratio(rows: Duplicate) -> float:
    """How many times larger the variance of two bots' difference is with cards of their own."""
    columns = list(zip(*rows, strict=True))
    pairs = list(combinations(columns, 2))
    apart = sum(variance(one) + variance(other) for one, other in pairs)
    together = sum(variance([a - b for a, b in zip(one, other, strict=True)]) for one, other in pairs)
    return float(apart / together)


def prior_hands(rows: Duplicate) -> float:
    """The variance of a hand's margin over that between the bots (games.ratings.duplicate)."""
    margins = [[(sum(row) - left) / (len(row) - 1) - left for left in row] for row in rows]
    columns = list(zip(*margins, strict=True))
    between = variance([mean(column) for column in columns])
    return float(mean(variance(column) for column in columns) / between)


if __name__ == "__main__":
    main()
