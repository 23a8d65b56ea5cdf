"""`python -m games.bots.learning.train`: learns the net by playing against itself, and writes it to kernel/net.bin.

Needs a C compiler, `pip install torch numpy` and 2 GB of memory, and keeps two cores busy; no GPU. In each round one
thread plays hands (hands.py) with the current net, while another fits it to choices of earlier rounds, each drawn about
USES times with its colours permuted at random (Adam). So a seed gives the same net on the same kind of machine.

The most valuable turn is taken, except in 5 of 100 choices at first and 1 of 100 at the end, where any turn is. A
choice is judged by the net's expectation at the seat's later choices and by the hand's end (Watkins's Q(lambda), which
does not blame a choice for a random one after it). In half of the hands the net has all seats; in the others two
fifths, against `greedy` and the linear policy. At first the policy chooses for the net, and its choices are judged by
the hand's end alone. A moving mean of the weights plays, and is saved.
"""

from __future__ import annotations

import argparse
import copy
import math
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Final

import torch

from games.bots.kernel.compiled import NET
from games.bots.learning.hands import MAX_ONES, Lot, NativeKernel, PlayerKind, TrainingMatch
from games.bots.learning.net import colour_orders, loss, new_net, packed, recoloured

CHOICES: Final = 150_000_000
# How many of the newest choices are stored, how many a step learns from, and how many the linear policy makes at first.
RING: Final = 2_000_000
BATCH: Final = 4_096
EARLY: Final = 500_000
HANDS_A_ROUND: Final = 2_000
# Their choices fit in nearly all cases (MOST_ROWS of hands.c); those that do not are left out.
HANDS_A_CALL: Final = 400
USES: Final = 1.4
# The number of random choices in 10,000: at first, at last, and while the policy plays.
ODD_FIRST: Final = 500
ODD_LAST: Final = 100
ODD_POLICY: Final = 1_500
RATE_FIRST: Final = 1e-3
RATE_LAST: Final = 2e-5
# The rate rises over this many steps.
RISING: Final = 200
# The share of the mean weights that a step keeps; at first the mean follows faster.
DECAY: Final = 0.999
DECAY_FIRST: Final = 0.9
STEPS_FIRST: Final = 1_000
POINTS_WEIGH: Final = 0.3
REPORTS: Final = 20
MEASURED: Final = 20_000
AMONG_GREEDY: Final = TrainingMatch(4, PlayerKind.GREEDY)
MATCHES: Final = (
    AMONG_GREEDY,
    TrainingMatch(4, PlayerKind.POLICY),
    *(TrainingMatch(seats, PlayerKind.GREEDY) for seats in (2, 3, 6)),
)
Choices = tuple[torch.Tensor, torch.Tensor]


class Ring:
    """The newest choices: rows of inputs, and targets."""

    def __init__(self) -> None:
        self.seen = 0
        self._rows = torch.zeros(RING, MAX_ONES, dtype=torch.int16)
        self._targets = torch.zeros(RING, 2)

    def put(self, choices: Choices) -> None:
        rows, targets = choices
        at = (self.seen + torch.arange(len(rows))) % RING
        self._rows[at], self._targets[at] = rows, targets
        self.seen += len(rows)

    def draw(self, count: int) -> Choices:
        at = torch.randint(min(self.seen, RING), (count,))
        return self._rows[at], self._targets[at]


class Fit:
    """The net, and its moving mean."""

    def __init__(self) -> None:
        self.net = new_net()
        self.mean = copy.deepcopy(self.net)
        self.steps, self.losses = 0, (0.0, 0.0)
        self._orders = colour_orders()
        self._adam = torch.optim.Adam(self.net.parameters())

    def step(self, choices: Choices, rate: float) -> None:
        for group in self._adam.param_groups:
            group["lr"] = min(1, (self.steps + 1) / RISING) * rate
        rows, targets = choices
        won, points = loss(self.net, recoloured(rows, self._orders), targets)
        self._adam.zero_grad(set_to_none=True)
        (won + POINTS_WEIGH * points).backward()
        self._adam.step()
        self.steps, self.losses = self.steps + 1, (won.item(), points.item())
        decay = DECAY if self.steps > STEPS_FIRST else DECAY_FIRST
        with torch.no_grad():
            for kept, now in zip(self.mean.parameters(), self.net.parameters(), strict=True):
                kept.lerp_(now, 1 - decay)


class Learning:
    """A thread that plays, and the ring and the fit that learn from it. `choices`: how many in all."""

    def __init__(self, choices: int, seed: int) -> None:
        torch.manual_seed(seed)
        torch.set_num_threads(1)
        self.kernel, self.ring, self.fit = NativeKernel(), Ring(), Fit()
        self._choices, self._start = choices, time.monotonic()
        self._player = ThreadPoolExecutor(1)
        self._lot = self._player.submit(Lot, self.kernel, seed).result()
        self._rows, self._targets = tensors(self._lot)

    @property
    def left(self) -> float:
        """The share of the choices that is to come."""
        return max(0.0, 1 - self.ring.seen / self._choices)

    @property
    def _rate(self) -> float:
        """The learning rate."""
        return RATE_LAST + (RATE_FIRST - RATE_LAST) * (1 - math.cos(math.pi * self.left)) / 2

    def _play(self, odd: int, *, by_policy: bool) -> Choices:
        parts = []
        for _ in range(HANDS_A_ROUND // HANDS_A_CALL):
            count = self._lot.play(HANDS_A_CALL, odd=odd, by_policy=by_policy)
            parts.append((self._rows[:count].clone(), self._targets[:count].clone()))
        rows, targets = zip(*parts, strict=True)
        return torch.cat(rows), torch.cat(targets)

    def round(self) -> None:
        """Play with the current net while fitting it to earlier hands."""
        early = self.ring.seen < EARLY
        odd = ODD_POLICY if early else round(ODD_LAST + (ODD_FIRST - ODD_LAST) * self.left)
        self.kernel.set_net(packed(self.fit.mean))
        played = self._player.submit(self._play, odd, by_policy=early)
        while self.ring.seen > 2 * BATCH and self.fit.steps * BATCH < USES * self.ring.seen:
            self.fit.step(self.ring.draw(BATCH), self._rate)
        self.ring.put(played.result())

    def share(self, match: TrainingMatch) -> float:
        """The percentage of MEASURED hands that the net wins, in its own thread."""
        self.kernel.set_net(packed(self.fit.mean))
        with ThreadPoolExecutor(1) as pool:
            return pool.submit(share_of, self.kernel, match).result()

    def say(self, what: str) -> None:
        sys.stdout.write(f"{time.monotonic() - self._start:5.0f} s: {what}\n")
        sys.stdout.flush()

    def report(self) -> str:
        shares = []
        for player, (wins, seats) in self._lot.results().items():
            shares.append(f"{player.name.lower()} {100 * wins / max(1, seats):.1f} %")
        won, points = self.fit.losses
        return (
            f"{self.ring.seen / 1e6:.1f} million choices, {self.fit.steps} steps, losses {won:.4f} and {points:.4f}; "
            f"seats won where players differ: {', '.join(shares)}"
        )


def share_of(kernel: NativeKernel, match: TrainingMatch) -> float:
    lot = Lot(kernel, 1, match)
    for _ in range(MEASURED // HANDS_A_CALL):
        lot.play(HANDS_A_CALL)
    won, seats = lot.results()[PlayerKind.NET]
    return 100 * won / seats


def tensors(lot: Lot) -> Choices:
    """The rows and targets of a lot, in its own memory."""
    rows = torch.frombuffer(lot.rows, dtype=torch.int16).view(-1, MAX_ONES)
    return rows, torch.frombuffer(lot.targets, dtype=torch.float32).view(-1, 2)


def learn(learning: Learning) -> None:
    """Go on until there were choices enough, and report on the way."""
    reports = 1
    while learning.left:
        learning.round()
        if 1 - learning.left >= reports / REPORTS:
            reports += 1
            learning.say(f"{learning.report()}; among greedy {learning.share(AMONG_GREEDY):.1f} %")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--choices", type=int, default=CHOICES, help="how many choices to learn from")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    learning = Learning(given.choices, given.seed)
    learn(learning)
    for match in MATCHES:
        others = f"{match.seats - 1} {match.others.name.lower()}"
        learning.say(f"one among {others}: {learning.share(match):.1f} % of {MEASURED:,} hands")
    NET.write_bytes(packed(learning.fit.mean))


if __name__ == "__main__":
    main()
