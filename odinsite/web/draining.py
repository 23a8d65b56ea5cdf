"""Ends a web process without cutting off what it does.

Daphne cancels all open requests at SIGTERM. Here the process first takes no more connections, closes web sockets with
1012 ("service restart") so that pages connect again, and lets open requests end.
"""

from __future__ import annotations

import asyncio
import select
import time
from collections.abc import Awaitable, Callable
from typing import Any, Final

from daphne.ws_protocol import WebSocketProtocol

from odinsite.web.channel import LimitedFactory
from odinsite.web.limits import BACKLOG

RESTART: Final = 1012
# Shorter than the 20 s after which `up` kills a process, and than TimeoutStopSec of the unit.
REQUESTS_S: Final = 15.0
# A closed socket's application ends once its client answers; a sleeping phone does not.
SOCKETS_S: Final = 2.0
# Proxies send a request as soon as they are connected. Until then its connection looks unused.
COMING_S: Final = 0.3
TICK_S: Final = 0.05


async def drain(
    ports: list[Any],
    factory: LimitedFactory,
    connections: dict[Any, dict[str, Any]],
    end_streams: Callable[[], Awaitable[None]],
) -> None:
    """Return when all requests are answered and all sockets closed, or their time is over. `connections` is daphne's,
    the running application of each protocol.
    """
    for port in ports:
        _accept_rest(port)
        port.stopListening()
    factory.closes = True

    async def end_lasting() -> None:
        """End sockets and streams, also those that began since the last call."""
        _close_sockets(connections)
        await end_streams()

    await end_lasting()
    await asyncio.sleep(COMING_S)
    factory.close_unused()
    await _until(lambda: not _sockets(connections), SOCKETS_S, end_lasting)
    await _until(lambda: not (factory.is_receiving or _requests(connections)), REQUESTS_S, end_lasting)


def _accept_rest(port: Any) -> None:
    """Accept the connections that wait in the kernel, whose requests may be there too: closing the port resets them."""
    waiting = select.poll()
    waiting.register(port.fileno(), select.POLLIN)
    for _connection in range(BACKLOG):
        if not waiting.poll(0):
            return
        port.doRead()


def _close_sockets(connections: dict[Any, dict[str, Any]]) -> None:
    for protocol in list(connections):
        if isinstance(protocol, WebSocketProtocol) and protocol.state == protocol.STATE_OPEN:
            # Autobahn's `sendClose` is for clients, and refuses this code.
            protocol.sendCloseFrame(code=RESTART, isReply=False)


def _sockets(connections: dict[Any, dict[str, Any]]) -> bool:
    """Whether a socket's application runs."""
    return any(_runs(details) for protocol, details in connections.items() if isinstance(protocol, WebSocketProtocol))


def _requests(connections: dict[Any, dict[str, Any]]) -> bool:
    """Whether a request, or the handshake of a socket, is not answered."""
    return any(
        _runs(details)
        for protocol, details in connections.items()
        if not isinstance(protocol, WebSocketProtocol) or protocol.state == protocol.STATE_CONNECTING
    )


def _runs(details: dict[str, Any]) -> bool:
    running = details.get("application_instance")
    return running is not None and not running.done()


async def _until(met: Callable[[], bool], seconds: float, act: Callable[[], Awaitable[None]]) -> None:
    """Call `act` again and again until `met` or for so many seconds, and once more."""
    ends = time.monotonic() + seconds
    while not met() and time.monotonic() < ends:
        await act()
        await asyncio.sleep(TICK_S)
    await act()
