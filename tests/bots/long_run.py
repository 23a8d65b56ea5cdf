"""`python -m tests.bots.long_run`: whole games of bots under all options, 2 to 6 seats.

The two cheapest rungs play each other, then each searching rung plays bots of all rungs. Prints a line for each lot,
and exits 1 if a turn was not legal, a bot failed, a hand did not end, or an answer took over three budgets and a second
of processor time.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import random
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial

from games.bots import REGISTRY
from games.bots.arena.match import Match, play_game
from games.bots.arena.players import GRACE_S, ArenaPlayers, OfRegistry
from games.engine import TARGETS, GameOptions, Turn, View

# A hand of bots takes some twenty turns a seat.
MOST_TURNS = 1000


class Overrun(Exception):
    pass


class EndlessHand(Exception):
    pass


class Watched(OfRegistry):
    """A bot of the registry that fails where it overruns, or plays a hand without end."""

    def choose(self, view: View, legal: Sequence[Turn], budget_ms: int, rng: random.Random) -> Turn:
        began = time.process_time()
        turn = super().choose(view, legal, budget_ms, rng)
        if time.process_time() - began > 3 * budget_ms / 1000 + GRACE_S:
            raise Overrun
        if len(view.history) > MOST_TURNS:
            raise EndlessHand
        return turn


@dataclass(frozen=True, slots=True)
class Lot:
    """A number of games. Each has the bot `always` on a seat, unless that is "", and others drawn from `bots`."""

    bots: tuple[str, ...]
    always: str
    games: int


@dataclass(frozen=True, slots=True)
class Played:
    turns: int
    faults: tuple[str, ...]


def lots(cheap: int, searching: int) -> Iterator[Lot]:
    names = tuple(REGISTRY)
    yield Lot(names[:2], "", cheap)
    for name, bot in REGISTRY.items():
        if bot.estimate is not None:
            yield Lot(names, name, searching)


def drawn_options(rng: random.Random) -> GameOptions:
    seats = rng.randint(2, 6)
    return GameOptions(
        seats,
        target=rng.choice([None, *TARGETS]),
        goat=rng.random() < 0.5,
        two_player_deck=seats == 2 and rng.random() < 0.5,
        next_leader=rng.choice(["left", "last"]),
    )


def play_drawn(lot: Lot, budget_ms: int, number: int) -> Played:
    """Game `number`, with options, seats and bots drawn by it."""
    rng = random.Random(f"{lot.always} {number}")
    options = drawn_options(rng)
    bots = [rng.choice(lot.bots) for _ in range(options.seats)]
    if lot.always:
        bots[rng.randrange(options.seats)] = lot.always
    players = ArenaPlayers({name: Watched(REGISTRY[name]) for name in bots})
    try:
        result = play_game(Match(tuple(bots), options, 1, number, budget_ms), 0, players)
    except Exception as failed:  # whatever it is, the other games go on
        return Played(0, (f"game {number}, {options}, {bots}: {failed!r}",))
    faults = [f"game {number}, {options}: {result.bots[seat]} {fault}" for seat, fault in result.faults.items()]
    return Played(sum(result.turns), tuple(faults))


def figures(lot: Lot, played: Sequence[Played]) -> dict[str, object]:
    return {
        "bots": lot.always or ",".join(lot.bots),
        "games": len(played),
        "turns": sum(one.turns for one in played),
        "faults": [fault for one in played for fault in one.faults],
    }


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    add = parser.add_argument
    add("--cheap", type=int, default=10_000, help="games of the two cheapest rungs")
    add("--searching", type=int, default=200, help="games of each searching rung")
    add("--budget-ms", type=int, default=20)
    add("--processes", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args(arguments)
    failed = False
    # Processes of their own: those of a fork would share a running kernel.
    with ProcessPoolExecutor(options.processes, multiprocessing.get_context("spawn")) as pool:
        for lot in lots(options.cheap, options.searching):
            played = list(pool.map(partial(play_drawn, lot, options.budget_ms), range(lot.games), chunksize=10))
            found = figures(lot, played)
            sys.stdout.write(json.dumps(found) + "\n")
            sys.stdout.flush()
            failed = failed or bool(found["faults"])
    return failed


if __name__ == "__main__":
    sys.exit(main())
