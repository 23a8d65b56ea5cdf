"""Whether Redis is worth asking: after a failure this process leaves it alone for a moment, and then asks once.

Without that each page would wait for each thing that it wants of a Redis which hangs. One breaker serves the whole
process, as cache, channel layer and queue share one server.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from django.conf import settings
from kombu.exceptions import OperationalError
from redis import Redis, exceptions

logger = logging.getLogger(__name__)

# So long Redis is left alone after a failure.
PAUSE_S: Final = 1.0
# Failures are told so often at most: a server that answers some questions only comes and goes with each.
TOLD_S: Final = 60.0
# What a server that is not there, hangs, starts, is full or may not write has callers see.
AWAY: Final = (exceptions.RedisError, OperationalError, OSError)


class RedisAway(exceptions.ConnectionError):
    """Redis was not asked, as it did not answer a moment ago."""


class Breaker:
    """Safe to use from all threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._away = False
        self._next_try = 0.0
        self._told_at: float | None = None
        self._return_untold = False

    def may_ask(self) -> bool:
        """Whether to ask Redis now. While it is away one caller a PAUSE_S is let through."""
        if not self._away:
            return True
        with self._lock:
            now = time.monotonic()
            if self._away and now < self._next_try:
                return False
            self._next_try = now + PAUSE_S
            return True

    def failed(self, error: BaseException) -> None:
        """Redis did not answer. Logged once, however often it is asked until it answers."""
        now = time.monotonic()
        with self._lock:
            tell = not self._away and (self._told_at is None or now - self._told_at > TOLD_S)
            self._away, self._next_try = True, now + PAUSE_S
            if tell:
                self._told_at, self._return_untold = now, True
        if tell:
            logger.error("Redis does not answer, and the site goes on without it: %r %s", error, error)

    def answered(self) -> None:
        """Redis answered; logged where its absence was."""
        if not self._away:
            return
        with self._lock:
            tell, self._return_untold = self._return_untold, False
            self._away = False
        if tell:
            logger.warning("Redis answers again.")

    @contextmanager
    def asking(self) -> Iterator[None]:
        """Ask Redis within this context. Raises RedisAway where it is to be left alone, and what the asking raised."""
        if not self.may_ask():
            raise RedisAway("Redis did not answer a moment ago.")
        try:
            yield
        except AWAY as error:
            self.failed(error)
            raise
        self.answered()


breaker = Breaker()


def redis_answers() -> bool:
    """Ask Redis itself, whatever is known: for health checks and the start. Waits as REDIS_TIMEOUTS says."""
    client = Redis.from_url(settings.REDIS_URL, **settings.REDIS_TIMEOUTS)
    try:
        return bool(client.ping())
    except exceptions.RedisError as error:
        logger.warning("Redis does not answer: %r %s", error, error)
        return False
    finally:
        client.close()
