"""The cache, which falls back to the process's memory while Redis is away.

Limits on log-in, sign-up and practice, and forms sent twice, are then known to one process each. Its counters begin at
0, and expire in their own time however often Redis comes and goes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, Final

from django.conf import settings
from django.core.cache.backends.base import BaseCache
from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache

from odinsite.redis.breaker import AWAY, Breaker, breaker_of, shared_client

# The oldest go beyond this: forgetting a limit takes this many addresses.
MAX_ENTRIES: Final = 20_000
METHODS: Final = (
    *("add", "clear", "count", "delete", "delete_many", "get", "get_many", "has_key", "incr", "set", "set_many"),
    "touch",
)


class CountingCache(RedisCache):
    def __init__(self, server: str) -> None:
        super().__init__(server, {"OPTIONS": settings.REDIS_TIMEOUTS})
        # For all threads. Making a client, as Django does for each call, takes as long as asking.
        self._client = shared_client(server)

    def count(self, keys: Sequence[str], timeout: int) -> list[int]:
        """Increment counters that expire after `timeout` seconds without one; return their values. They begin at 0. One
        round trip, while Django's `incr` takes two.
        """
        pipe = self._client.pipeline(transaction=False)
        for key in map(self.make_and_validate_key, keys):
            pipe.incr(key)
            pipe.expire(key, timeout)
        found: list[int] = pipe.execute()[::2]
        return found


class Memory(LocMemCache):
    def count(self, keys: Sequence[str], timeout: int) -> list[int]:
        """Count as Redis does, in this process."""
        found = [self.incr(key) for key in keys]
        for key in keys:
            self.touch(key, timeout)
        return found

    def incr(self, key: str, delta: int = 1, version: int | None = None) -> int:
        """Increment the counter, which begins at 0 if this process does not know it."""
        self.add(key, 0, version=version)
        return super().incr(key, delta, version)


class LastingCache(BaseCache):
    """The cache in Redis. Its instances, one per request, share the process's connections."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(params)
        self.server = server


def _method(name: str) -> Callable[..., Any]:
    def ask(self: LastingCache, *args: Any, **named: Any) -> Any:
        redis, memory, breaker = _caches(self.server)
        try:
            with breaker.asking():
                return getattr(redis, name)(*args, **named)
        except AWAY:
            return getattr(memory, name)(*args, **named)

    return ask


for _name in METHODS:
    setattr(LastingCache, _name, _method(_name))


@cache
def _caches(server: str) -> tuple[CountingCache, Memory, Breaker]:
    return CountingCache(server), Memory("without-redis", {"max_entries": MAX_ENTRIES}), breaker_of(server)
