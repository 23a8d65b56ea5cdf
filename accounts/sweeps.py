"""The register of sweeps: periodic searches for due work, marked where they are written.

odinsite.queue.sweeps makes tasks, timetable and locks of it; a module with a sweep must be named there.
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
    """Hourly sweeps run at the minute of `at`, daily ones at `at`, in UTC."""

    run: Callable[[], int]
    every: timedelta
    at: time | None

    @property
    def name(self) -> str:
        return self.run.__name__

    @property
    def task(self) -> str:
        """The name of its Celery task."""
        return f"{self.run.__module__.partition('.')[0]}.tasks.{self.name}"


SWEEPS: Final[dict[str, Sweep]] = {}


def sweep(*, every: timedelta, at: time | None = None) -> Callable[[Function], Function]:
    """Register a function, unchanged, as a sweep; it returns how many rows it handled.

    Its name is its lock's too, so it must be unique. `at` needs a period of HOUR or DAY, or ValueError is raised.
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
