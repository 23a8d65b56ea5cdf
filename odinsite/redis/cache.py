"""The cache, which falls back to the process's memory while Redis is away.

Limits on log-in, sign-up and practice, and forms sent twice, are then known to one process each. Its counters begin at
0, and expire in their own time however often Redis comes and goes.
"""

from __future__ import annotations

from functools import cache, partial
from typing import Any, Final

from django.conf import settings
from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache, RedisCacheClient

from odinsite.redis.breaker import AWAY, breaker

# The oldest go beyond this: forgetting a limit takes this many addresses.
MAX_ENTRIES: Final = 20_000


class Memory(LocMemCache):
    def incr(self, key: str, delta: int = 1, version: int | None = None) -> int:
        """Increment the counter, which begins at 0 if this process does not know it."""
        self.add(key, 0, version=version)
        return super().incr(key, delta, version)


class Client:
    """Django's Redis client, with a fallback for each method."""

    def __init__(self, server: str) -> None:
        options: dict[str, Any] = settings.REDIS_TIMEOUTS
        self._redis = RedisCacheClient([server], **options)
        self._memory = Memory("without-redis", {"max_entries": MAX_ENTRIES})

    def __getattr__(self, name: str) -> partial[Any]:
        return partial(self._ask, name)

    def _ask(self, name: str, *args: Any) -> Any:
        try:
            with breaker.asking():
                return getattr(self._redis, name)(*args)
        except AWAY:
            return getattr(self._memory, name)(*args)


class LastingCache(RedisCache):
    """The cache in Redis. Its instances, one per request, share the process's connections."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._server = server

    @property
    def _cache(self) -> Any:
        return _client(self._server)


@cache
def _client(server: str) -> Client:
    return Client(server)
