"""When each sweep last ended, stored in Redis."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final

from accounts.sweeps import SWEEPS, Sweep
from games.health.client import client

KEY: Final = "odin:sweeps"
# A sweep is late if it has missed two rounds and this time.
SLACK_S: Final = 300.0


@dataclass(frozen=True, slots=True)
class SweepEnd:
    """When a sweep last ended, in seconds since the epoch, and its interval in seconds."""

    name: str
    at: float
    every_s: float

    @property
    def age(self) -> timedelta:
        return timedelta(seconds=time.time() - self.at)

    @property
    def is_late(self) -> bool:
        return self.age.total_seconds() > 2 * self.every_s + SLACK_S


def sweep_end_record(sweep: Sweep) -> None:
    """Record that the sweep has ended now. Raises RedisError."""
    client().hset(KEY, sweep.name, _value(sweep))


def sweeps_expect() -> None:
    """Count from now for each sweep that has no end, or one in the future after the clock was wrong, and forget those
    that the code does not have. Raises RedisError.
    """
    known = {end.name: end for end in sweep_ends()}
    if missing := [sweep for name, sweep in SWEEPS.items() if name not in known or known[name].age < timedelta()]:
        client().hset(KEY, mapping={sweep.name: _value(sweep) for sweep in missing})
    if gone := known.keys() - SWEEPS.keys():
        client().hdel(KEY, *gone)


def sweep_ends() -> list[SweepEnd]:
    """All recorded ends, by name. Raises RedisError."""
    found: Any = client().hgetall(KEY)
    return sorted(
        (SweepEnd(name.decode(), **json.loads(value)) for name, value in found.items()), key=lambda end: end.name
    )


def _value(sweep: Sweep) -> str:
    return json.dumps({"at": time.time(), "every_s": sweep.every.total_seconds()})
