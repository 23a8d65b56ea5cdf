"""`python -m games.bots.arena.ladder --games 400`: plays the bots against each other and prints a table for
games/bots/README.md.

For two seats, which play without two colours, and for four: each rung against `greedy` (one among three), then each
rung against the rungs below it (two of each). Shares of hands with 95 % intervals. The strongest bot takes most of the
time: some seconds a hand at 200 ms. All cores are used; a seed gives the same hands each time.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence

from games.bots.arena.match import Match
from games.bots.arena.run import play
from games.bots.arena.tally import figures
from games.bots.registry import names
from games.engine import GameOptions

SEATS = (2, 4)


def share(bots: Sequence[str], seats: int, options: argparse.Namespace) -> str:
    """The share of hands that the first bot wins."""
    rules = GameOptions(seats, target=None, two_player_deck=seats == min(SEATS))
    match = Match(tuple(bots), rules, options.games, options.seed, options.budget_ms)
    found = figures(list(play(match)))[bots[0]]
    return f"{100 * found['win_share']:.1f} ± {100 * found['ci95']:.1f} %"


def rows(options: argparse.Namespace) -> Iterator[list[str]]:
    chosen = options.bots.split(",") if options.bots else names()
    yield ["match", *(f"{seats} seats" for seats in SEATS)]
    yield ["---"] * (1 + len(SEATS))
    for bot in chosen:
        among = [share([bot, *["greedy"] * (seats - 1)], seats, options) for seats in SEATS]
        yield [f"`{bot}` v `greedy`", *among]
    for at, bot in enumerate(chosen):
        for below in chosen[:at]:
            yield [f"`{bot}` v `{below}`", *(share([bot, below], seats, options) for seats in SEATS)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    add = parser.add_argument
    add("--games", type=int, default=400)
    add("--seed", type=int, default=1)
    add("--budget-ms", type=int, default=200)
    add("--bots", default="", help="some of the rungs, weakest first")
    for row in rows(parser.parse_args()):
        sys.stdout.write(f"| {' | '.join(row)} |\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
