"""A site all of whose processes send heartbeats."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import redis
from django.conf import settings

from games.health.heartbeats import BEAT, KEY, WEB, heartbeat_send
from games.health.sweep_ends import KEY as ENDS
from games.queues import QUEUES


@contextmanager
def living_processes() -> Iterator[redis.Redis]:
    """Let a worker, the timetable and a web process send one each; no sweep has an end. Yields a client of Redis."""
    server = redis.Redis.from_url(settings.REDIS_URL)
    server.delete(KEY, ENDS)
    heartbeat_send("worker", tuple(QUEUES))
    heartbeat_send(f"{BEAT}here")
    heartbeat_send(f"{WEB}here:1")
    yield server
    server.delete(KEY, ENDS)
    server.close()
