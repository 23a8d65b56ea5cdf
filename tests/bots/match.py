"""Plays bots against each other, hand by hand, each deal once for every rotation of the bots over the seats.

python -m tests.bots.match --bots greedy,random --seats 2 --hands 2000 --seed 1

`weigh:50` plays what the strongest bot that can weigh turns weighs best in 50 ms.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Sequence
from dataclasses import dataclass

from games.bots import Choose, get, strongest_estimator
from games.engine import Turn, View, apply, deal, full_deck, legal_turns, observe

TWO_SEATS_COLOURS = "BRPG"


@dataclass(frozen=True, slots=True)
class Hand:
    """How a hand ended: the seat that went out, and how many turns and passes with a play in hand it took."""

    winner: int
    turns: int


def chooser(name: str) -> Choose:
    """How the bot of that name chooses; `weigh:MS` takes what is weighed best."""
    if not name.startswith("weigh:"):
        return get(name).choose
    _bot, estimate = strongest_estimator()
    budget_ms = int(name.removeprefix("weigh:"))

    def choose(view: View, legal: Sequence[Turn], _budget_ms: int, rng: random.Random) -> Turn:
        return legal[0] if len(legal) == 1 else estimate(view, legal, budget_ms, rng)[0].turn

    return choose


def play_hand(bots: Sequence[Choose], deal_seed: int, rng: random.Random, *, goat: bool = False) -> Hand:
    """One hand of the deal that `deal_seed` gives, `bots[k]` on seat k, seat 0 leading."""
    seats = len(bots)
    deck = list(full_deck(TWO_SEATS_COLOURS) if seats == 2 else full_deck(goat=goat))
    random.Random(deal_seed).shuffle(deck)
    state, taken = deal(deck, seats, leader=0), 0
    while not state.over:
        view = observe(state, state.to_act)
        state = apply(state, bots[state.to_act](view, legal_turns(state), 0, rng))
        taken += 1
    return Hand(state.to_act, taken)


def share_of_first(names: Sequence[str], seats: int, hands: int, seed: int) -> float:
    """The share of hands won by the first bot named; the other seats go to the others in turn."""
    others = names[1:] or names
    bots = [chooser(names[0]), *(chooser(others[at % len(others)]) for at in range(seats - 1))]
    rng, won, played = random.Random(seed), 0, 0
    for number in range((hands + seats - 1) // seats):
        for turned in range(seats):
            hand = play_hand(bots[-turned:] + bots[:-turned], seed * 1_000_003 + number, rng)
            won += hand.winner == turned
            played += 1
    return won / played


def main() -> None:
    parser = argparse.ArgumentParser(description="Share of hands won by the first bot named.")
    parser.add_argument("--bots", default="greedy,random")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--hands", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    share = share_of_first(options.bots.split(","), options.seats, options.hands, options.seed)
    margin = 1.96 * (share * (1 - share) / options.hands) ** 0.5
    sys.stdout.write(f"{options.bots} at {options.seats} seats: {100 * share:.1f} +-{100 * margin:.1f} %\n")


if __name__ == "__main__":
    main()
