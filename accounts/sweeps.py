"""The register of sweeps: functions that look periodically for what is due, each marked where it is written.

Tasks, timetable and locks are made of it in odinsite.queue.sweeps. A module with a sweep is to be named there.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import time, timedelta
from typing import Final, TypeVar

HOUR: Final = timedelta(hours=1)
DAY: Final = timedelta(days=1)

Function = TypeVar("Function", bound=Callable[[], int])


@dataclass(frozen=True, slots=True)
class Sweep:
    """A function that is run `every` so often; hourly ones at the minute and daily ones at the time `at`, in UTC."""

    run: Callable[[], int]
    every: timedelta
    at: time | None

    @property
    def name(self) -> str:
        return self.run.__name__

    @property
    def task(self) -> str:
        """The name of its Celery task: the function's, among its app's tasks."""
        return f"{self.run.__module__.partition('.')[0]}.tasks.{self.name}"


SWEEPS: Final[dict[str, Sweep]] = {}


def sweep(*, every: timedelta, at: time | None = None) -> Callable[[Function], Function]:
    """Register the function below as a sweep, and leave it as it is. It returns how much it found.

    Its name is also its lock's, so no two may share one. `at` is for periods of an HOUR or a DAY. Raises ValueError.
    """
    if at is not None and every not in (HOUR, DAY):
        raise ValueError(f"no time of day for what is done every {every}")

    def register(function: Function) -> Function:
        found = Sweep(function, every, at)
        if found.name in SWEEPS:
            raise ValueError(f"two sweeps are called {found.name}")
        SWEEPS[found.name] = found
        return function

    return register
