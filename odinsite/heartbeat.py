"""Sends a process's heartbeat."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path

from redis.exceptions import RedisError

from games.health.heartbeats import heartbeat_end, heartbeat_send
from odinsite.redis.breaker import queue_breaker


def beat(name: str, queues: Sequence[str] = (), figures: Mapping[str, float] | None = None) -> None:
    """Send a heartbeat to Redis, and to the file that the process's container reads. After an error of Redis, which the
    breaker logs, the next heartbeat is due as usual.
    """
    if file := os.environ.get("HEARTBEAT_FILE"):
        Path(file).touch()
    try:
        heartbeat_send(name, queues, figures)
    except RedisError as error:
        queue_breaker().failed(error)
    else:
        queue_breaker().answered()


def beat_end(name: str) -> None:
    """Record that the process ended as it should."""
    try:
        heartbeat_end(name)
    except RedisError as error:
        queue_breaker().failed(error)
