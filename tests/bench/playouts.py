"""`python -m tests.bench.playouts`: hands a second that Python plays to their end, by random turns and as `greedy`.

Processor time on one core. Dealing is left out; each deal is played five times, as a search would.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache

from games.bots.kernel.pure import greedy_play
from games.engine import GameOptions, deal
from games.engine.plays import mask_bits, plays
from tests.engine.hands import shuffled_deck

MOST_TURNS = 600
EACH = 5
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
    """How many turns the hand takes, seat 0 leading. A play of all cards ends it, whatever is picked up."""
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


def speed(seats: int, choose: Choose, seconds: float) -> dict[str, int]:
    turns, hands, spent = 0, 0, 0.0
    for dealt in deals(seats, random.Random(1)):
        began = time.process_time()
        turns += sum(playout(dealt, choose) for _ in range(EACH))
        spent += time.process_time() - began
        hands += EACH
        if spent >= seconds:
            break
    return {"turns_per_s": round(turns / spent), "playouts_per_s": round(hands / spent)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=3, help="for each row")
    options = parser.parse_args()
    for name, choose in (("random", random_choice(random.Random(1))), ("greedy", greedy_play)):
        for seats in (2, 4, 6):
            found = {"turns": name, "seats": seats, **speed(seats, choose, options.seconds)}
            sys.stdout.write(json.dumps(found) + "\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
