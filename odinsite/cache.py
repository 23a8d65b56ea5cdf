"""Django's cache in Redis, with connections that a whole process shares."""

from typing import Any, ClassVar

from django.core.cache.backends.redis import RedisCache, RedisCacheClient


class SharedClient(RedisCacheClient):
    """Takes connections from one pool a process."""

    _shared: ClassVar[dict[tuple[str, ...], dict[int, Any]]] = {}

    def __init__(self, servers: list[str], **options: Any) -> None:
        super().__init__(servers, **options)
        self._pools = self._shared.setdefault(tuple(servers), {})


class SharedRedisCache(RedisCache):
    """A cache whose connections go back to a pool after each command.

    Django makes a cache for each context (asgiref's Local), and each has a pool, whose connection is closed when the
    cache is collected as garbage. Under ASGI every request has a context, so each made a connection; a web socket has
    one context for life, into which `sync_to_async` puts back what its thread left, and so each held a connection.
    """

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._class = SharedClient
