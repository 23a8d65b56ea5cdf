"""The Redis client for signs of life."""

from __future__ import annotations

from functools import cache
from typing import Final

import redis
from django.conf import settings

# Worker loops and pages wait for Redis.
REDIS_TIMEOUT_S: Final = 2.0


def client() -> redis.Redis:
    """The process's client; its pool keeps a connection between beats, also after a fork."""
    return _client(settings.REDIS_URL)


@cache
def _client(url: str) -> redis.Redis:
    return redis.Redis.from_url(url, socket_timeout=REDIS_TIMEOUT_S, socket_connect_timeout=REDIS_TIMEOUT_S, retry=None)
