"""Figures of the moment that only a process itself knows. They travel with its heartbeat."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Reading = Callable[[], float]

_readings: dict[str, Reading] = {}


def figures_register(**readings: Reading) -> None:
    """Read these figures at each heartbeat of this process."""
    _readings.update(readings)


def pool_register(pool: Any) -> None:
    """Read how the pool of database connections is used; None: there is none."""
    if pool is None:
        return

    def stat(name: str) -> float:
        return float(pool.get_stats().get(name, 0))

    figures_register(
        pool_used=lambda: stat("pool_size") - stat("pool_available"),
        pool_max=lambda: stat("pool_max"),
        pool_waiting=lambda: stat("requests_waiting"),
    )


def figures_read() -> dict[str, float]:
    return {name: read() for name, read in _readings.items()}
