"""Sends a process's heartbeat, and logs the first failure of a row."""

from __future__ import annotations

import logging
import os
from collections.abc import Sequence
from pathlib import Path

from redis.exceptions import RedisError

from games.health.heartbeats import heartbeat_end, heartbeat_send

log = logging.getLogger(__name__)

# The names whose last heartbeat was not sent.
_unsent: set[str] = set()


def beat(name: str, queues: Sequence[str] = ()) -> None:
    """Send a heartbeat to Redis, and to the file that the process's container reads. After an error of Redis the next
    heartbeat is due as usual.
    """
    if file := os.environ.get("HEARTBEAT_FILE"):
        Path(file).touch()
    try:
        heartbeat_send(name, queues)
    except RedisError as error:
        log.log(logging.DEBUG if name in _unsent else logging.WARNING, "heartbeat not sent: %r", error)
        _unsent.add(name)
    else:
        _unsent.discard(name)


def beat_end(name: str) -> None:
    """Record that the process ended as it should."""
    try:
        heartbeat_end(name)
    except RedisError as error:
        log.warning("end not told: %r", error)
