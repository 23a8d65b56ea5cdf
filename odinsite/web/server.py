"""daphne's server with this site's limits, and an access log without secrets."""

from __future__ import annotations

from typing import Any

# Installs the reactor, which other imports would choose otherwise: first of all.
from daphne.server import Server  # isort: skip
from daphne.access import AccessLogGenerator
from daphne.ws_protocol import WebSocketFactory, WebSocketProtocol

from odinsite.logs import hide_secrets
from odinsite.web.channel import LimitedFactory
from odinsite.web.limits import BACKLOG, FAREWELL_S


class SafeAccessLog(AccessLogGenerator):
    """daphne's access log; addresses that are secrets are cut."""

    def write_entry(self, host: Any, date: Any, request: str, *args: Any, **kwargs: Any) -> None:
        super().write_entry(host, date, hide_secrets(request), *args, **kwargs)


class CountedWebSocket(WebSocketProtocol):
    """Takes a connection over from its channel, which then doesn't hear of the connection's end."""

    def connectionLost(self, reason: Any) -> None:  # noqa: N802
        self.factory.server_class.http_factory.open_connections -= 1
        super().connectionLost(reason)


class LimitedServer(Server):
    """Serves through channels that keep the limits.

    daphne's `run` makes its factories itself and has no place where others could be named; so they are put in place
    as they are set.
    """

    connections: dict[Any, dict[str, Any]]
    _http_factory: LimitedFactory
    _ws_factory: WebSocketFactory

    def __init__(
        self, *, endpoints: list[str], action_logger: AccessLogGenerator | None = None, **options: Any
    ) -> None:
        safe = SafeAccessLog(action_logger.stream) if action_logger is not None else None
        # With Twisted's 50, a burst of connections has the kernel drop those of visitors too.
        longer = [
            f"{endpoint}:backlog={BACKLOG}" if endpoint.startswith("tcp:") else endpoint for endpoint in endpoints
        ]
        super().__init__(endpoints=longer, action_logger=safe, **options)

    @property
    def http_factory(self) -> LimitedFactory:
        """What makes a channel for each connection."""
        return self._http_factory

    @http_factory.setter
    def http_factory(self, _plain: object) -> None:
        self._http_factory = LimitedFactory(self)

    @property
    def ws_factory(self) -> WebSocketFactory:
        """What makes a web socket of a connection."""
        return self._ws_factory

    @ws_factory.setter
    def ws_factory(self, plain: WebSocketFactory) -> None:
        plain.protocol = CountedWebSocket
        # With autobahn's one second, a slow client is cut off before it has read why.
        plain.setProtocolOptions(closeHandshakeTimeout=FAREWELL_S)
        self._ws_factory = plain

    def kill_all_applications(self) -> Any:
        """Leave out requests that were never complete: they have no application, which daphne takes for granted."""
        self.connections = {
            protocol: details for protocol, details in self.connections.items() if "application_instance" in details
        }
        return super().kill_all_applications()
