"""`python -m games.bots.learning.train`: learns the net by play against itself, and writes it to kernel/net.bin.

Needs a C compiler and `pip install torch numpy`. A thread of each core plays a lot of hands (hands.py). The net
values all legal turns, and the best is taken, except in 5 of 100 choices at first and 1 of 100 at the end, where any
turn is. When a hand ends, each of its choices becomes a row of inputs with two targets: whether the seat won, and its
points (Monte-Carlo control, as in DouZero). The main thread fits the net to the newest of these rows by Adam, with
the colours permuted at random, each row about four times. Until there are enough of them, the linear policy plays for
the net. What is kept is a moving mean of the net's weights. In half of the hands all seats are the net's; in the
others two fifths, beside `greedy` and the linear policy.

The `net.bin` that is here was learned by a prototype of this program, in 400 seconds on an H100 GPU and 16 cores, from
402 million choices. Threads take turns as they come, so a seed does not give the same net twice. On a CPU all sizes are
smaller, to try it.
"""

from __future__ import annotations

import argparse
import copy
import math
import os
import sys
import time
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from threading import Event, Lock
from typing import Final

import torch

from games.bots.kernel.compiled import NET
from games.bots.learning.hands import MAX_ONES, MOST_HANDS, Lot, Match, NativeKernel, Player
from games.bots.learning.net import colour_orders, loss, new_net, packed, recoloured, values

USES: Final = 4
# Of 10,000 choices, those taken by chance: at first and at last, and while the policy plays.
ODD_FIRST: Final = 500
ODD_LAST: Final = 100
ODD_POLICY: Final = 1_500
RATE_FIRST: Final = 1.25e-3
RATE_LAST: Final = 5e-5
# The rate rises over so many steps to less than its height.
RISING: Final = 200
RATE_RISEN: Final = 1e-3
# Of the mean weights, what a step leaves; at first the mean follows faster.
DECAY: Final = 0.998
DECAY_FIRST: Final = 0.9
STEPS_FIRST: Final = 500
POINTS_WEIGH: Final = 0.3
REPORT_S: Final = 20
MEASURE_S: Final = 60
AMONG_GREEDY: Final = Match(4, Player.GREEDY)
MATCHES: Final = (AMONG_GREEDY, Match(4, Player.POLICY), *(Match(seats, Player.GREEDY) for seats in (2, 3, 6)))


@dataclass(frozen=True, slots=True)
class Size:
    """`hands`: at once, for each core. `ring`: the newest choices, that are learned from, `batch` at a time. `early`:
    those at first that the linear policy makes. `measured`: lots of hands of a share.
    """

    hands: int
    ring: int
    batch: int
    early: int
    measured: int


SIZES: Final = {"cuda": Size(1024, 6_000_000, 32_768, 1_500_000, 4), "cpu": Size(128, 300_000, 1_024, 150_000, 1)}


class Ring:
    """The newest choices of ended hands. Several threads put, one draws."""

    def __init__(self, size: int, device: str) -> None:
        self.seen = 0
        self._size, self._device, self._lock = size, device, Lock()
        self._rows = torch.zeros(size, MAX_ONES, dtype=torch.int16, device=device)
        self._targets = torch.zeros(size, 2, device=device)

    def put(self, rows: torch.Tensor, targets: torch.Tensor) -> None:
        rows, targets = rows.to(self._device), targets.to(self._device)
        with self._lock:
            at = (self.seen + torch.arange(len(rows), device=self._device)) % self._size
            self._rows[at], self._targets[at] = rows, targets
            self.seen += len(rows)

    def draw(self, count: int) -> tuple[torch.Tensor, torch.Tensor]:
        with self._lock:
            at = torch.randint(min(self.seen, self._size), (count,), device=self._device)
            return self._rows[at], self._targets[at]


class Learning:
    """The players' threads and the net that they share with the one that trains it."""

    def __init__(self, size: Size, device: str, seconds: float) -> None:
        self.size, self.device, self._seconds, self._start = size, device, seconds, time.monotonic()
        self.kernel, self.stop = NativeKernel(), Event()
        self.net = new_net(device)
        self.mean = copy.deepcopy(self.net)
        self.ring, self._orders = Ring(size.ring, device), colour_orders(device)
        self._adam = torch.optim.Adam(self.net.parameters(), lr=RATE_RISEN)
        self.steps, self.losses = 0, (0.0, 0.0)
        self._lots: list[Lot] = []

    @property
    def elapsed(self) -> float:
        return time.monotonic() - self._start

    @property
    def left(self) -> float:
        """The share of the time that is left."""
        return max(0.0, 1 - self.elapsed / self._seconds)

    def play(self, seed: int) -> None:
        """What a player's thread does until it is told to stop."""
        lot, early = Lot(self.kernel, self.size.hands, seed), True
        self._lots.append(lot)
        rows, worth, ended, targets = tensors(lot)
        while not self.stop.is_set():
            odd = ODD_POLICY if early else round(ODD_LAST + (ODD_FIRST - ODD_LAST) * self.left)
            count = lot.play_on(odd=odd, by_policy=early)
            self.ring.put(ended[: lot.report.ended], targets[: lot.report.ended])
            early = self.ring.seen < self.size.early
            if not early:
                values(self.net, rows[:count], worth[:count])

    def train(self) -> None:
        """A step, or a short wait where all rows were used often enough."""
        if self.ring.seen < max(2 * self.size.batch, self.steps * self.size.batch / USES):
            time.sleep(0.002)
            return
        for group in self._adam.param_groups:
            group["lr"] = rate(self.left, self.steps)
        rows, targets = self.ring.draw(self.size.batch)
        won, points = loss(self.net, recoloured(rows, self._orders), targets)
        self._adam.zero_grad(set_to_none=True)
        (won + POINTS_WEIGH * points).backward()
        self._adam.step()
        self.steps += 1
        decay = DECAY if self.steps > STEPS_FIRST else DECAY_FIRST
        with torch.no_grad():
            for kept, now in zip(self.mean.parameters(), self.net.parameters(), strict=True):
                kept.lerp_(now, 1 - decay)
        if self.steps % 50 == 0:
            self.losses = won.item(), points.item()

    def report(self) -> str:
        seen, shares = self.ring.seen, []
        results = [lot.results() for lot in self._lots]
        for player in Player:
            won, seats = (sum(one[player][part] for one in results) for part in range(2))
            shares.append(f"{player.name.lower()} {100 * won / max(1, seats):.1f} %")
        return (
            f"{seen / 1e6:.2f} million choices, {seen / self.elapsed / 1e3:.1f} thousand a second; {self.steps} steps, "
            f"rate {rate(self.left, self.steps):.1e}, losses {self.losses[0]:.4f} and {self.losses[1]:.4f}; "
            f"seats won where players differ: {', '.join(shares)}"
        )


def tensors(lot: Lot) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor]:
    """The rows, values, rows of ended hands and targets of a lot, in its own memory."""
    rows, ended = (torch.frombuffer(of, dtype=torch.int16).view(-1, MAX_ONES) for of in (lot.rows, lot.ended))
    worth, targets = (torch.frombuffer(of, dtype=torch.float32) for of in (lot.values, lot.targets))
    return rows, worth, ended, targets.view(-1, 2)


def rate(left: float, steps: int) -> float:
    """How far a step goes."""
    if steps < RISING:
        return RATE_RISEN * (steps + 1) / RISING
    return RATE_LAST + (RATE_FIRST - RATE_LAST) * (1 - math.cos(math.pi * left)) / 2


def hands_won(kernel: NativeKernel, net: torch.nn.Sequential, match: Match, seed: int) -> int:
    """Of MOST_HANDS hands of a match."""
    lot = Lot(kernel, MOST_HANDS, seed, match)
    rows, worth, _, _ = tensors(lot)
    while lot.report.seats[Player.NET] < MOST_HANDS:
        count = lot.play_on()
        values(net, rows[:count], worth[:count])
    return int(lot.report.wins[Player.NET])


def measure(learning: Learning, net: torch.nn.Sequential, match: Match, lots: int, cores: int) -> str:
    """The share that the net wins, with as many hands at once as cores have lots."""
    with ThreadPoolExecutor(cores) as pool:
        won = sum(pool.map(lambda seed: hands_won(learning.kernel, net, match, seed), range(1, lots + 1)))
    hands, others = lots * MOST_HANDS, f"{match.seats - 1} {match.others.name.lower()}"
    return f"one among {others}: {100 * won / hands:.1f} % of {hands:,} hands"


def say(learning: Learning, what: str) -> None:
    sys.stdout.write(f"{learning.elapsed:5.0f} s: {what}\n")
    sys.stdout.flush()


def learn(learning: Learning, players: list[Future[None]]) -> None:
    """Train until the time is over, and report on the way."""
    reports = measured = 1
    lots = learning.size.measured
    with ThreadPoolExecutor(1) as pool:
        while learning.left:
            learning.train()
            if learning.elapsed > reports * REPORT_S:
                reports += 1
                for player in players:
                    if player.done():
                        player.result()
                say(learning, learning.report())
            if learning.elapsed > measured * MEASURE_S:
                measured += 1
                share = pool.submit(measure, learning, copy.deepcopy(learning.mean), AMONG_GREEDY, lots, 1)
                share.add_done_callback(lambda done: say(learning, done.result()))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=400)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cores", type=int, default=max(1, (os.cpu_count() or 1) - 1), help="threads that play")
    parser.add_argument("--device", choices=SIZES, default="cuda" if torch.cuda.is_available() else "cpu")
    given = parser.parse_args()
    torch.manual_seed(given.seed)
    if given.device == "cpu":
        torch.set_num_threads(1)
    learning = Learning(SIZES[given.device], given.device, given.seconds)
    with ThreadPoolExecutor(given.cores) as pool:
        players = [pool.submit(learning.play, given.seed * 1_000 + core) for core in range(given.cores)]
        try:
            learn(learning, players)
        finally:
            learning.stop.set()
    for player in players:
        player.result()
    NET.write_bytes(packed(learning.mean))
    for match in MATCHES:
        say(learning, measure(learning, learning.mean, match, 5 * learning.size.measured, given.cores))


if __name__ == "__main__":
    main()
