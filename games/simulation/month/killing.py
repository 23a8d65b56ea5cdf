"""When the worker of a simulated month is killed."""

import random
import time
from collections.abc import Callable
from datetime import datetime, timedelta
from threading import Event

# Games begin in the first part of a month and end before its last: in between the worker has most to do.
BUSY_SHARE = 0.8
# So many tasks at most pass after the moment, so that it is not always a sweep, which comes first, that is hit.
PASSING = 20
# Tasks of a kind take about as long as the one before; some longer.
LONGER = 1.3
# Of so many deaths, one comes in the one moment in which a mail may arrive twice: it was taken, and nobody knows yet.
IN_DOUBT = 5

Strike = Callable[[], bool]


class Killer:
    """Kills at random moments of the busy days, each time in the middle of a task.

    `hold_next` has the mail server keep the next mail's sender waiting, and says when it has taken the mail.
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
        """What says, asked again and again, when a task that begins now is to be killed; None when it may live."""
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
        """A task has come to its end after so long."""
        self._lasted[task] = seconds

    def hit(self) -> None:
        """A worker has been killed."""
        self.kills += 1
        self._moments.pop(0)
        self._taken = None
        self._passing = self._rng.randrange(PASSING)
