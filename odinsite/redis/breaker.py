"""A circuit breaker: after a failure this process leaves a Redis server alone for a moment, then asks once.

So pages wait once for a hanging server. Cache, channel layer and queue share a server, unless settings name others.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Final

from django.conf import settings
from kombu.exceptions import OperationalError
from redis import Redis, exceptions

logger = logging.getLogger(__name__)

PAUSE_S: Final = 1.0
# A server may answer some questions only; failures are logged at most this often.
TOLD_S: Final = 60.0
# Of a server that is away, hangs, starts, is full or read-only.
AWAY: Final = (exceptions.RedisError, OperationalError, OSError)
_SETTINGS: Final = ("REDIS_URL", "REDIS_CACHE_URL", "REDIS_CHANNELS_URL")


class RedisAway(exceptions.ConnectionError):
    """Redis got no request, because it has just failed."""


class Breaker:
    """A circuit breaker for a server. Thread-safe."""

    def __init__(self, server: str) -> None:
        self._server = server
        self._lock = threading.Lock()
        self._away = False
        self._next_try = 0.0
        self._told_at: float | None = None
        self._return_untold = False

    def may_ask(self) -> bool:
        """Whether the caller may send a request. While Redis is down, one caller in PAUSE_S may."""
        if not self._away:
            return True
        with self._lock:
            now = time.monotonic()
            if self._away and now < self._next_try:
                return False
            self._next_try = now + PAUSE_S
            return True

    def failed(self, error: BaseException) -> None:
        """Record a failure, which is logged once until Redis answers."""
        now = time.monotonic()
        with self._lock:
            tell = not self._away and (self._told_at is None or now - self._told_at > TOLD_S)
            self._away, self._next_try = True, now + PAUSE_S
            if tell:
                self._told_at, self._return_untold = now, True
        if tell:
            name = server_name(self._server)
            logger.error("Redis does not answer (%s), and the site goes on without it: %r %s", name, error, error)

    def answered(self) -> None:
        """Record an answer, which is logged after a failure."""
        if not self._away:
            return
        with self._lock:
            tell, self._return_untold = self._return_untold, False
            self._away = False
        if tell:
            logger.warning("Redis answers again (%s).", server_name(self._server))

    @contextmanager
    def asking(self) -> Iterator[None]:
        """Watch a request. Raises RedisAway."""
        if not self.may_ask():
            raise RedisAway("Redis did not answer a moment ago.")
        try:
            yield
        except AWAY as error:
            self.failed(error)
            raise
        self.answered()


@cache
def breaker_of(server: str) -> Breaker:
    """The process's breaker for this server."""
    return Breaker(server)


def queue_breaker() -> Breaker:
    """The breaker for the server of queues and heartbeats."""
    return breaker_of(settings.REDIS_URL)


def servers() -> list[str]:
    """The addresses of queues, cache and channel layer, each once."""
    return list(dict.fromkeys(getattr(settings, name) for name in _SETTINGS))


def server_name(server: str) -> str:
    """The first setting with this address. The address itself may have a password."""
    return next((name for name in _SETTINGS if getattr(settings, name) == server), "another server")


def servers_away() -> list[str]:
    """Ask each server itself, and return the names of those that do not answer. Waits for each as REDIS_TIMEOUTS
    says.
    """
    return [server_name(server) for server in servers() if not _answers(server)]


def away_words(away: Iterable[str]) -> str:
    return f"Redis does not answer ({', '.join(away)})."


def servers_empty() -> None:
    """Delete what all servers hold under the numbers in their addresses. Raises RedisError."""
    for server in servers():
        shared_client(server).flushdb()


def _answers(server: str) -> bool:
    try:
        answers = bool(shared_client(server).ping())
    except exceptions.RedisError as error:
        breaker_of(server).failed(error)
        return False
    breaker_of(server).answered()
    return answers


@cache
def shared_client(server: str) -> Redis:
    """The client of a server. It keeps its connections, which take longer to open than a request."""
    return Redis.from_url(server, **settings.REDIS_TIMEOUTS)
