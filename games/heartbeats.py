"""Signs of life of the workers and of the clock that asks for sweeps, kept in Redis."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final

import redis
from django.conf import settings

from games.queues import QUEUES

KEY: Final = "odin:heartbeats"
EVERY_S: Final = 10.0
# Who has been silent for longer is taken for dead.
SILENT_S: Final = 60.0
# A dead process is told of for so long.
REMEMBERED_S: Final = 3600.0
# How long to wait for Redis: whoever asks is a worker's loop or somebody who looks at a page.
PATIENCE_S: Final = 2.0


@dataclass(frozen=True, slots=True)
class Heartbeat:
    """What a process said last: its name, the queues that it takes (none: it is the clock), when."""

    name: str
    queues: tuple[str, ...]
    at: datetime

    @property
    def is_alive(self) -> bool:
        return time.time() - self.at.timestamp() <= SILENT_S

    @property
    def is_clock(self) -> bool:
        return not self.queues


def heartbeat_send(name: str, queues: Sequence[str] = ()) -> None:
    """Say that the process `name` lives, and forget those that died long ago. Raises RedisError."""
    with closing(_client()) as client:
        client.hset(KEY, name, json.dumps({"at": time.time(), "queues": list(queues)}))
        old = [each.name for each in _read(client) if time.time() - each.at.timestamp() > REMEMBERED_S]
        if old:
            client.hdel(KEY, *old)


def heartbeat_end(name: str) -> None:
    """Say that the process `name` ended as it should. Raises RedisError."""
    with closing(_client()) as client:
        client.hdel(KEY, name)


def heartbeats() -> list[Heartbeat]:
    """What has been heard within the last hour, by name. Raises RedisError, after PATIENCE_S at the latest."""
    with closing(_client()) as client:
        return sorted(_read(client), key=lambda each: each.name)


def queues_left(heard: Sequence[Heartbeat]) -> list[str]:
    """The queues that no living worker takes."""
    taken = {queue for each in heard if each.is_alive for queue in each.queues}
    return [queue for queue in QUEUES if queue not in taken]


def clock_lives(heard: Sequence[Heartbeat]) -> bool:
    return any(each.is_clock and each.is_alive for each in heard)


def _read(client: redis.Redis) -> list[Heartbeat]:
    found: Any = client.hgetall(KEY)
    return [_heartbeat(name.decode(), json.loads(said)) for name, said in found.items()]


def _heartbeat(name: str, said: dict[str, Any]) -> Heartbeat:
    return Heartbeat(name, tuple(said["queues"]), datetime.fromtimestamp(said["at"], UTC))


def _client() -> redis.Redis:
    return redis.Redis.from_url(
        settings.REDIS_URL, socket_timeout=PATIENCE_S, socket_connect_timeout=PATIENCE_S, retry=None
    )
