"""daphne's server with limits, and without its access log, whose addresses may hold secrets."""

from __future__ import annotations

import asyncio
import logging
from functools import partial
from typing import Any

# Installs the reactor, before other imports choose another.
from daphne.server import Server  # isort: skip
from daphne.ws_protocol import WebSocketFactory, WebSocketProtocol
from twisted.internet import reactor
from twisted.internet.defer import Deferred
from twisted.internet.tcp import Connection
from twisted.python.failure import Failure

from odinsite.collector import freeze_loaded
from odinsite.web.channel import LimitedFactory
from odinsite.web.draining import drain
from odinsite.web.limits import BACKLOG, FAREWELL_S, Patience

log = logging.getLogger(__name__)


class CountedWebSocket(WebSocketProtocol):
    """A web socket that counts its own end, which its channel misses. Skips autobahn's per-frame debug log, which costs
    more than sending a frame.
    """

    def onOpen(self) -> None:  # noqa: N802
        """Forget the handshake, of which daphne and autobahn keep 5 KiB. The application has read its headers."""
        super().onOpen()
        self.http_request_data = self.http_response_data = self._transport_details = None
        for headers in (self.http_headers, self.request.headers, self.clean_headers):
            headers.clear()

    def dataReceived(self, data: bytes) -> None:  # noqa: N802
        self._dataReceived(data)

    def sendData(self, data: bytes, sync: bool = False, chopsize: int | None = None) -> None:  # noqa: N802, FBT001, FBT002
        if self.state != self.STATE_OPEN or sync or chopsize or self.send_queue:
            super().sendData(data, sync, chopsize)
            return
        self._write(data)
        self.trafficStats.outgoingOctetsWireLevel += len(data)

    def _write(self, data: bytes) -> None:
        """Write as much as the kernel accepts now. Twisted would wait for its next loop iteration, and make a dozen
        calls. With this and without the debug log, a frame of 300 bytes takes 17 us of the loop's thread instead of 36;
        without the log alone, 30.
        """
        transport = self.transport
        sent = 0
        if isinstance(transport, Connection) and transport.connected and not transport.TLS and not waiting(transport):
            some = transport.writeSomeData(data)
            # Twisted notices a lost connection at the next write.
            sent = some if isinstance(some, int) else 0
        if sent < len(data):
            transport.write(data[sent:])

    def connectionLost(self, reason: Any) -> None:  # noqa: N802
        self.factory.server_class.http_factory.open_connections -= 1
        super().connectionLost(reason)


def _log_failure(failure: Failure) -> None:
    log.error("The process could not be drained.", exc_info=failure.value)


def waiting(transport: Connection) -> bool:
    """Whether earlier data waits to be written."""
    return bool(transport.dataBuffer or transport._tempDataBuffer)


class LimitedServer(Server):
    """daphne's `run` makes its factories, so they are replaced as they are set."""

    patience = Patience()
    connections: dict[Any, dict[str, Any]]
    _http_factory: LimitedFactory
    _ws_factory: WebSocketFactory

    def __init__(self, *, endpoints: list[str], action_logger: object = None, **options: Any) -> None:
        """Set the server up. odinsite.logs.middleware logs requests, in place of `action_logger`."""
        # With Twisted's 50 a burst of connections crowds out visitors.
        longer = [
            f"{endpoint}:backlog={BACKLOG}" if endpoint.startswith("tcp:") else endpoint for endpoint in endpoints
        ]
        super().__init__(endpoints=longer, **options)
        self._ports: list[Any] = []

    @property
    def http_factory(self) -> LimitedFactory:
        return self._http_factory

    @http_factory.setter
    def http_factory(self, _plain: object) -> None:
        self._http_factory = LimitedFactory(self, self.patience)

    @property
    def ws_factory(self) -> WebSocketFactory:
        return self._ws_factory

    @ws_factory.setter
    def ws_factory(self, plain: WebSocketFactory) -> None:
        plain.protocol = CountedWebSocket
        # autobahn's one second cuts slow clients off before they read why.
        plain.setProtocolOptions(closeHandshakeTimeout=FAREWELL_S)
        self._ws_factory = plain

    def run(self) -> None:
        """Freeze start-up objects, because a full collection of them took 0.1 s; then serve. Raises
        ImproperlyConfigured if the database's sessions are shared.
        """
        # The application has set up Django by now, which these need.
        from odinsite.database.pooler import sessions_check
        from odinsite.web.heartbeat import WebHeartbeat

        sessions_check()
        heartbeat = WebHeartbeat(self.endpoints)
        reactor.callWhenRunning(heartbeat.begin)
        reactor.addSystemEventTrigger("before", "shutdown", heartbeat.end)
        freeze_loaded()
        super().run()

    def create_application(self, protocol: Any, scope: dict[str, Any]) -> Any:
        """Make an application as daphne does, with a smaller queue."""
        # The application has set up Django by now, which games.live needs.
        from games.live.inbox import Inbox

        inbox = Inbox()
        scope.setdefault("asgi", {"version": "3.0"})
        application = self.application(scope=scope, receive=inbox.get, send=partial(self.handle_reply, protocol))
        details = self.connections.get(protocol)
        if details is None:
            return None
        details["application_instance"] = asyncio.ensure_future(application)
        return inbox

    async def handle_reply(self, protocol: Any, message: dict[str, Any]) -> None:
        """Send the message. Between the parts of an answer this waits until the client has taken the last one, so that
        no more of it is made and kept in memory.
        """
        await super().handle_reply(protocol, message)
        if message.get("more_body"):
            await protocol.taken()

    def listen_success(self, port: Any) -> None:
        super().listen_success(port)
        self._ports.append(port)

    def kill_all_applications(self) -> Any:
        """Drain, then cancel what still runs. Daphne calls this before it ends."""
        # The application has set up Django by now, which streams need.
        from odinsite.web.streams import end_streams

        draining = asyncio.ensure_future(drain(self._ports, self.http_factory, self.connections, end_streams))
        return Deferred.fromFuture(draining).addErrback(_log_failure).addCallback(lambda _none: self._cancel_rest())

    def _cancel_rest(self) -> Any:
        """Skip incomplete requests, which have no application; daphne expects one."""
        self.connections = {
            protocol: details for protocol, details in self.connections.items() if "application_instance" in details
        }
        return super().kill_all_applications()
