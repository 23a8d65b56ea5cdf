"""Heartbeats of workers and of the scheduler, stored in Redis."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from typing import Any, Final

import redis
from django.conf import settings

from games.queues import QUEUES

KEY: Final = "odin:heartbeats"
INTERVAL_S: Final = 10.0
DEAD_AFTER_S: Final = 60.0
FORGET_AFTER_S: Final = 3600.0
# Worker loops and pages wait for Redis.
REDIS_TIMEOUT_S: Final = 2.0


@dataclass(frozen=True, slots=True)
class Heartbeat:
    """A process's heartbeat. `queues` is empty for the scheduler."""

    name: str
    queues: tuple[str, ...]
    at: datetime

    @property
    def is_alive(self) -> bool:
        return time.time() - self.at.timestamp() <= DEAD_AFTER_S

    @property
    def is_scheduler(self) -> bool:
        return not self.queues


def heartbeat_send(name: str, queues: Sequence[str] = ()) -> None:
    """Record that the process is alive, and forget processes long dead. Raises RedisError."""
    client = _client(settings.REDIS_URL)
    client.hset(KEY, name, json.dumps({"at": time.time(), "queues": list(queues)}))
    old = [each.name for each in _read(client) if time.time() - each.at.timestamp() > FORGET_AFTER_S]
    if old:
        client.hdel(KEY, *old)


def heartbeat_end(name: str) -> None:
    """Remove the process. Raises RedisError."""
    _client(settings.REDIS_URL).hdel(KEY, name)


def heartbeats() -> list[Heartbeat]:
    """The heartbeats of the last hour, by name. Raises RedisError."""
    return sorted(_read(_client(settings.REDIS_URL)), key=lambda each: each.name)


def queues_unserved(heard: Sequence[Heartbeat]) -> list[str]:
    taken = {queue for each in heard if each.is_alive for queue in each.queues}
    return [queue for queue in QUEUES if queue not in taken]


def scheduler_is_alive(heard: Sequence[Heartbeat]) -> bool:
    return any(each.is_scheduler and each.is_alive for each in heard)


def _read(client: redis.Redis) -> list[Heartbeat]:
    found: Any = client.hgetall(KEY)
    return [_heartbeat(name.decode(), json.loads(said)) for name, said in found.items()]


def _heartbeat(name: str, said: dict[str, Any]) -> Heartbeat:
    return Heartbeat(name, tuple(said["queues"]), datetime.fromtimestamp(said["at"], UTC))


@cache
def _client(url: str) -> redis.Redis:
    """The process's client; its pool keeps a connection between beats, also after a fork."""
    return redis.Redis.from_url(url, socket_timeout=REDIS_TIMEOUT_S, socket_connect_timeout=REDIS_TIMEOUT_S, retry=None)
