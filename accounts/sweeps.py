"""The register of sweeps, periodic searches for due work.

odinsite.queue.sweeps makes tasks, timetable and locks; it must name a module with a sweep.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import time, timedelta
from typing import Final, TypeVar

HOUR: Final = timedelta(hours=1)
DAY: Final = timedelta(days=1)
# The clocks of several machines may differ by this much. Times further ahead are from when a clock was wrong.
CLOCKS_DIFFER: Final = timedelta(seconds=20)

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
        return f"{self.run.__module__.partition('.')[0]}.tasks.{self.name}"


SWEEPS: Final[dict[str, Sweep]] = {}


def sweep(*, every: timedelta, at: time | None = None) -> Callable[[Function], Function]:
    """The function returns how many rows it handled; its unique name is its lock's. Raises ValueError for `at` without
    a period of HOUR or DAY.
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
