"""Times at which to kill the worker of a simulated month."""

import random
import time
from collections.abc import Callable
from datetime import datetime, timedelta
from threading import Event

# Games start early in a month and end before its last days; the worker is busy in between.
BUSY_SHARE = 0.8
# Up to this many tasks pass first, so that not only sweeps, which come first, are hit.
PASSING = 20
# A task takes about as long as the last of its kind, at most this factor longer.
LONGER = 1.3
# One death in this many comes when an email may arrive twice: sent, but not yet recorded.
IN_DOUBT = 5

Strike = Callable[[], bool]


class Killer:
    """Kills the worker during tasks, at random moments of the busy days. `hold_next` makes the mail server delay its
    next answer; its event is set when it has the email.
    """

    def __init__(
        self, kills: int, begins: datetime, days: int, rng: random.Random, hold_next: Callable[[], Event]
    ) -> None:
        self.kills = 0
        self._rng = rng
        self._moments = sorted(begins + timedelta(days=rng.uniform(0, days * BUSY_SHARE)) for _kill in range(kills))
        self._passing = 0
        self._lasted: dict[str, float] = {}
        self._hold_next = hold_next
        self._taken: Event | None = None

    def aims(self, task: str, now: datetime) -> Strike | None:
        """A function that returns, when polled, whether to kill the starting task now; None to spare it."""
        if not self._moments or self._moments[0] > now or task not in self._lasted:
            return None
        if self._passing > 0:
            self._passing -= 1
            return None
        if (self.kills + 1) % IN_DOUBT == 0:
            self._taken = self._taken or self._hold_next()
            return self._taken.is_set
        end = time.perf_counter() + self._rng.uniform(0, self._lasted[task] * LONGER)
        return lambda: time.perf_counter() >= end

    def missed(self, task: str, seconds: float) -> None:
        self._lasted[task] = seconds

    def hit(self) -> None:
        self.kills += 1
        self._moments.pop(0)
        self._taken = None
        self._passing = self._rng.randrange(PASSING)
