"""Heartbeats of workers, of the scheduler and of web processes, stored in Redis."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Final

from games.health.client import client
from games.queues import QUEUES

KEY: Final = "odin:heartbeats"
INTERVAL_S: Final = 10.0
DEAD_AFTER_S: Final = 60.0
FIGURES_LAST_S: Final = 3 * INTERVAL_S
FORGET_AFTER_S: Final = 3600.0
# A web process that has been silent for longer is gone, such as that of a removed container.
GONE_AFTER_S: Final = 600.0
# The beginnings of names. A worker's is chosen by its operator.
WEB: Final = "web@"
BEAT: Final = "beat@"


@dataclass(frozen=True, slots=True)
class Heartbeat:
    """A process's heartbeat. `queues` is empty for a scheduler or web process. `figures`: what only this process knows,
    such as its open sockets.
    """

    name: str
    queues: tuple[str, ...]
    at: datetime
    figures: Mapping[str, float] = field(default_factory=dict)

    @property
    def silent_s(self) -> float:
        """The seconds since then. A time in the future was written by a wrong clock and counts as much."""
        return abs(time.time() - self.at.timestamp())

    @property
    def is_alive(self) -> bool:
        return self.silent_s <= DEAD_AFTER_S

    @property
    def has_figures(self) -> bool:
        """Whether the figures are of now: a killed process's open sockets are closed."""
        return self.silent_s <= FIGURES_LAST_S

    @property
    def is_gone(self) -> bool:
        return self.silent_s > GONE_AFTER_S

    @property
    def is_web(self) -> bool:
        return self.name.startswith(WEB)

    @property
    def is_scheduler(self) -> bool:
        return not self.queues and not self.is_web


def heartbeat_send(name: str, queues: Sequence[str] = (), figures: Mapping[str, float] | None = None) -> None:
    """Record that the process is alive, and forget processes long dead. Raises RedisError."""
    said = {"at": time.time(), "queues": list(queues), "figures": dict(figures or {})}
    client().hset(KEY, name, json.dumps(said))
    old = [each.name for each in _read() if each.silent_s > FORGET_AFTER_S]
    if old:
        client().hdel(KEY, *old)


def heartbeat_end(name: str) -> None:
    """Remove the process. Raises RedisError."""
    client().hdel(KEY, name)


def heartbeats() -> list[Heartbeat]:
    """The heartbeats of the last hour, by name. Raises RedisError."""
    return sorted(_read(), key=lambda each: each.name)


def queues_unserved(heard: Sequence[Heartbeat]) -> list[str]:
    taken = {queue for each in heard if each.is_alive for queue in each.queues}
    return [queue for queue in QUEUES if queue not in taken]


def scheduler_is_alive(heard: Sequence[Heartbeat]) -> bool:
    return any(each.is_scheduler and each.is_alive for each in heard)


def web_is_alive(heard: Sequence[Heartbeat]) -> bool:
    return any(each.is_web and each.is_alive for each in heard)


def _read() -> list[Heartbeat]:
    found: Any = client().hgetall(KEY)
    return [_heartbeat(name.decode(), json.loads(said)) for name, said in found.items()]


def _heartbeat(name: str, said: dict[str, Any]) -> Heartbeat:
    at = datetime.fromtimestamp(said["at"], UTC)
    # Older versions send no figures.
    return Heartbeat(name, tuple(said["queues"]), at, said.get("figures", {}))
