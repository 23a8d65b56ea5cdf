"""Limits how many pages a client gets at a time.

Its other requests wait, and are refused if there are too many or they wait too long. All pages share this process's
interpreter, so one client with many requests would slow down everyone's pages.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterable
from typing import Any

from django.conf import settings
from django.http import parse_cookie

from odinsite.web.limits import PAGES, PageLimits
from odinsite.web.networks import network_for


class TooManyPages(Exception):
    """The client's pages fill the queue, or this one waited too long."""


class PageQueue:
    """The queue of one event loop. Next is the first request in it whose client is below its own limits, so that no
    client waits for another network's pages.
    """

    def __init__(self, limits: PageLimits = PAGES) -> None:
        self.limits = limits
        self._drawn: Counter[str] = Counter()
        self._waiting: Counter[str] = Counter()
        self._queue: dict[asyncio.Future[None], dict[str, int]] = {}

    async def enter(self, scope: Any) -> Iterable[str]:
        """Wait for a place, to be given back by calling `leave` with the returned value. Raises TooManyPages."""
        caps = self._caps(scope)
        if self._has_room(caps):
            self._drawn.update(caps.keys())
            return caps
        if any(self._waiting[key] >= self.limits.waiting[key.partition(" ")[0]] for key in caps):
            raise TooManyPages
        await self._wait(caps)
        return caps

    def leave(self, keys: Iterable[str]) -> None:
        _count_down(self._drawn, keys)
        for waiter, caps in list(self._queue.items()):
            if not waiter.done() and self._has_room(caps):
                self._drawn.update(caps.keys())
                waiter.set_result(None)

    async def _wait(self, caps: dict[str, int]) -> None:
        waiter = asyncio.get_running_loop().create_future()
        self._queue[waiter] = caps
        self._waiting.update(caps.keys())
        try:
            async with asyncio.timeout(self.limits.wait_s):
                await asyncio.shield(waiter)
        except BaseException as error:
            # The place may have come in the same moment.
            if waiter.done():
                self.leave(caps)
            if isinstance(error, TimeoutError):
                raise TooManyPages from None
            raise
        finally:
            waiter.cancel()
            del self._queue[waiter]
            _count_down(self._waiting, caps)

    def _has_room(self, caps: dict[str, int]) -> bool:
        return all(self._drawn[key] < most for key, most in caps.items())

    def _caps(self, scope: Any) -> dict[str, int]:
        """The most pages at a time, for each key that the request counts for. The session is not verified yet: made-up
        ones count for their network.
        """
        drawn, network, session = self.limits.drawn, network_for(scope), _session(scope)
        caps = {f"network {network}": drawn["network"]} if network else {}
        if session:
            caps[f"session {session}"] = drawn["session"]
        elif network:
            caps[f"visitors {network}"] = drawn["visitors"]
        return caps


def _session(scope: Any) -> str:
    """The cookie's value; "" without one."""
    cookies = dict(scope["headers"]).get(b"cookie", b"").decode("latin-1")
    return parse_cookie(cookies).get(settings.SESSION_COOKIE_NAME, "") if cookies else ""


def _count_down(counts: Counter[str], keys: Iterable[str]) -> None:
    for key in keys:
        counts[key] -= 1
        if not counts[key]:
            del counts[key]
