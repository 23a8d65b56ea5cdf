"""`python -m tests.bench.playouts`: hands a second that Python plays to their end, by random turns and as `greedy`, and
by random turns how many times as many the compiled kernel plays. (As `greedy` it would remember the turns of a deal.)

Processor time on one core. Dealing is left out; each deal is played five times, as a search would.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache

from games.bots.kernel.compiled import CompiledKernel, fill_state
from games.bots.kernel.pure import greedy_play
from games.engine import GameOptions, deal
from games.engine.plays import mask_bits, plays
from tests.engine.hands import shuffled_deck

MOST_TURNS = 600
EACH = 5
# The call itself takes time.
EACH_IN_KERNEL = 500
Choose = Callable[[int, int], tuple[int, int]]

bits = lru_cache(maxsize=1 << 13)(mask_bits)


def random_choice(rng: random.Random) -> Choose:
    """Any legal turn, each as likely as the others; but going out over several cards counts once for each."""
    chance = rng.random

    def choose(cards: int, table: int) -> tuple[int, int]:
        found = plays(cards, table)
        if not table:
            return found[int(chance() * len(found))], 0
        beaten = bits(table)
        size = len(beaten)
        at = int(chance() * (len(found) * size + 1))
        return (found[at // size], beaten[at % size]) if at < len(found) * size else (0, 0)

    return choose


def playout(hands: Sequence[int], choose: Choose) -> int:
    """Play the hand out from seat 0's lead; return the number of turns. A play of all cards ends it, whatever it picks
    up.
    """
    held, seats = list(hands), len(hands)
    acts, owner, table, turns = 0, -1, 0, 0
    while turns < MOST_TURNS:
        turns += 1
        cards = held[acts]
        play, pickup = choose(cards, table)
        if play:
            if play == cards:
                break
            held[acts] = cards & ~play | pickup
            table, owner = play, acts
        acts += 1
        if acts == seats:
            acts = 0
        if acts == owner:
            table = 0
    return turns


def deals(seats: int, rng: random.Random) -> Iterator[Sequence[int]]:
    options = GameOptions(seats, two_player_deck=seats == 2)
    while True:
        yield deal(shuffled_deck(options, rng), seats, leader=0).hand_masks


@dataclass(frozen=True, slots=True)
class Speed:
    turns_per_s: float
    playouts_per_s: float


def speed(seats: int, turns_of: Callable[[Sequence[int]], int], each: int, seconds: float) -> Speed:
    """The speed of a function that plays each deal `each` times and returns the number of turns."""
    turns, hands, spent = 0, 0, 0.0
    for dealt in deals(seats, random.Random(1)):
        began = time.process_time()
        turns += turns_of(dealt)
        spent += time.process_time() - began
        hands += each
        if spent >= seconds:
            break
    return Speed(turns / spent, hands / spent)


def in_python(choose: Choose) -> Callable[[Sequence[int]], int]:
    return lambda dealt: sum(playout(dealt, choose) for _ in range(EACH))


def in_kernel(kernel: CompiledKernel, rng: random.Random) -> Callable[[Sequence[int]], int]:
    def turns_of(dealt: Sequence[int]) -> int:
        fill_state(kernel.state, dealt, 0, None, 0)
        return kernel.call("playouts", EACH_IN_KERNEL, 0, rng.getrandbits(63))

    return turns_of


def rows(seconds: float) -> Iterator[dict[str, str | float]]:
    kernel, rng = CompiledKernel(), random.Random(1)
    for name, choose in (("random", random_choice(rng)), ("greedy", greedy_play)):
        for seats in (2, 4, 6):
            found = speed(seats, in_python(choose), EACH, seconds)
            row = {"turns": name, "seats": seats, **{key: round(figure) for key, figure in asdict(found).items()}}
            if name == "random":
                compiled = speed(seats, in_kernel(kernel, rng), EACH_IN_KERNEL, seconds).playouts_per_s
                row |= {"kernel_playouts_per_s": round(compiled), "times": round(compiled / found.playouts_per_s, 1)}
            yield row


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=3, help="for each row")
    options = parser.parse_args()
    for row in rows(options.seconds):
        sys.stdout.write(json.dumps(row) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
