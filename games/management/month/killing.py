"""When the worker of a simulated month is killed."""

import random
from datetime import datetime, timedelta

# Games begin in the first part of a month and end before its last: in between the worker has most to do.
BUSY_SHARE = 0.8
# So many tasks at most pass after the moment, so that it is not always a sweep, which comes first, that is hit.
PASSING = 20
# Tasks of a kind take about as long as the one before; some longer.
LONGER = 1.3


class Killer:
    """Kills at random moments of the busy days, each time in the middle of a task."""

    def __init__(self, kills: int, begins: datetime, days: int, rng: random.Random) -> None:
        self.kills = 0
        self._rng = rng
        self._moments = sorted(begins + timedelta(days=rng.uniform(0, days * BUSY_SHARE)) for _kill in range(kills))
        self._passing = 0
        self._lasted: dict[str, float] = {}

    def aims(self, task: str, now: datetime) -> float | None:
        """After how many seconds a task that begins now is killed, if it runs for so long; None when it may live."""
        if not self._moments or self._moments[0] > now or task not in self._lasted:
            return None
        if self._passing > 0:
            self._passing -= 1
            return None
        return self._rng.uniform(0, self._lasted[task] * LONGER)

    def missed(self, task: str, seconds: float) -> None:
        """A task has come to its end after so long."""
        self._lasted[task] = seconds

    def hit(self) -> None:
        """A worker has been killed."""
        self.kills += 1
        self._moments.pop(0)
        self._passing = self._rng.randrange(PASSING)
