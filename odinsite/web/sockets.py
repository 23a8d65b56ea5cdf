"""Limits on open web sockets and streams: by login, by network, in all."""

import asyncio
import json
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from django.conf import settings
from django.utils.translation import gettext_lazy as _
from django.utils.translation import override

from games.live.base import Close, close_event
from games.live.refusing import RefusingSocket
from odinsite.web.limits import (
    FAREWELL_S,
    FAREWELLS,
    SOCKETS_OF_A_NETWORK,
    SOCKETS_OF_A_SESSION,
    VISITORS_OF_A_NETWORK,
    ConnectionLimits,
    connection_limits,
)
from odinsite.web.networks import network_for

TOO_MANY_SOCKETS = _("Too many pages are open. This one will try again in a minute.")


class CountedSockets:
    """Ends connections over a limit, saying why. Needs scope["user"] and scope["session"]. Counts by process, as
    descriptors do.
    """

    def __init__(self, application: Any, within: ConnectionLimits | None = None) -> None:
        self.application = application
        self.limits = within or connection_limits()
        self._open: Counter[str] = Counter()
        self._farewells = 0

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        caps = caps_for(scope, self.limits)
        if any(self._open[key] >= most for key, most in caps.items()):
            await self._refuse(scope, receive, send)
            return
        with self._counted(caps):
            await self.application(scope, receive, send)

    def open_by(self, who: str) -> int:
        """How many connections are open: `visitors`, or `all`."""
        return self._open[who]

    @contextmanager
    def _counted(self, keys: Any) -> Iterator[None]:
        self._open.update(keys.keys())
        try:
            yield
        finally:
            for key in keys:
                self._open[key] -= 1
                if not self._open[key]:
                    del self._open[key]

    async def _refuse(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "http":
            # A stream that has not begun answers with a problem.
            await send(close_event(Close.TOO_MANY_SOCKETS))
            return
        if self._farewells >= FAREWELLS:
            await RefusingSocket.as_asgi()(scope, receive, send)
            return
        self._farewells += 1
        try:
            await _farewell(scope, receive, send)
        finally:
            self._farewells -= 1


async def _farewell(scope: Any, receive: Any, send: Any) -> None:
    await receive()
    await send({"type": "websocket.accept"})
    with override(getattr(scope["user"], "language", settings.LANGUAGE_CODE)):
        words = {"type": "error", "error": "too_many_sockets", "detail": str(TOO_MANY_SOCKETS)}
    await send({"type": "websocket.send", "text": json.dumps(words)})
    await send(close_event(Close.TOO_MANY_SOCKETS))
    with suppress(TimeoutError):
        async with asyncio.timeout(FAREWELL_S):
            while (await receive())["type"] != "websocket.disconnect":
                pass


def caps_for(scope: Any, within: ConnectionLimits) -> dict[str, int]:
    caps = {"all": within.sockets}
    network = network_for(scope)
    if network:
        caps[f"network {network}"] = min(SOCKETS_OF_A_NETWORK, within.sockets)
    if scope["user"].is_authenticated:
        token = scope.get("token")
        # An account has many tokens.
        login = f"account {token.user_id}" if token is not None else f"session {scope['session'].session_key}"
        caps[login] = SOCKETS_OF_A_SESSION
        return caps
    caps["visitors"] = within.visitors
    if network:
        caps[f"visitors {network}"] = min(VISITORS_OF_A_NETWORK, within.visitors)
    return caps
