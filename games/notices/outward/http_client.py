"""The one way out to addresses that people gave.

Such an address could lead into our own network, resolve differently at its use, or answer for ever. So the name is
resolved once, all its addresses must be on the public internet, and the exchange is bounded in seconds and kilobytes.

HTTP libraries limit single reads, but headers sent byte by byte are many reads. So each exchange has a thread, which
its caller leaves in time, even while resolving or in the handshake.
"""

import http.client
import socket
import ssl
import threading
from collections.abc import Mapping
from contextlib import suppress
from contextvars import copy_context
from dataclasses import dataclass, field
from ipaddress import ip_address
from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _

from games.notices.outward.address_check import IP, Address, check_port, is_global, is_open, parse_address
from games.notices.outward.errors import TooSlow, Unreachable

# Seconds for name, connection, request and answer together.
TIME_S = 5.0
# Bytes of the answer's body; http.client limits the headers to a hundred lines of 64 KiB.
READ_BYTES = 64 * 1024
THREAD = "outward"

SocketAddress = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Response:
    """The server's answer. `body`: the part read before the limits. `public`: whether the server is on the public
    internet, and not in one of the operator's networks.
    """

    status: int
    body: bytes = field(repr=False)
    public: bool = False

    @property
    def taken(self) -> bool:
        return 200 <= self.status < 300


def send(address: str, *, body: bytes, headers: Mapping[str, str]) -> Response:
    """POST `body` once; return any answer, also a redirect. Raises Refused for an address that we do not write to,
    Unreachable if no answer came in time.
    """
    target = parse_address(address)
    try:
        return _Exchange(target, body, {**headers, **_own_headers(target)}).answer_within(TIME_S)
    # Without the cause, which may name the address.
    except TimeoutError:
        raise TooSlow(_("the server didn’t answer in time")) from None
    except ssl.SSLCertVerificationError:
        raise Unreachable(_("the server’s certificate isn’t valid")) from None
    except OSError:
        raise Unreachable(_("we couldn’t reach the server")) from None
    except http.client.HTTPException:
        raise Unreachable(_("we couldn’t read the server’s answer")) from None


def _own_headers(target: Address) -> dict[str, str]:
    return {"Host": target.netloc, "User-Agent": f"odin-by-web (+{settings.PUBLIC_URL})", "Connection": "close"}


class _Exchange:
    """A POST request in its own thread."""

    def __init__(self, target: Address, body: bytes, headers: Mapping[str, str]) -> None:
        self._target = target
        self._sent = body
        self._headers = headers
        self._left = threading.Event()
        self._socket: ssl.SSLSocket | None = None
        self._status: int | None = None
        self._public = False
        self._body = bytearray()
        self._error: Exception | None = None

    def answer_within(self, seconds: float) -> Response:
        """The answer. Raises TimeoutError if no status has come by then, else the thread's error."""
        # Run with the caller's language, for the words of refusals.
        thread = threading.Thread(target=copy_context().run, args=(self._run,), name=THREAD, daemon=True)
        thread.start()
        thread.join(seconds)
        # Read before hanging up: half a header would count as a whole one afterwards.
        slow, status = thread.is_alive(), self._status
        self._hang_up()
        # A status counts even if the body never ends: the message was taken, and must not be sent again.
        if status is not None:
            return Response(status, bytes(self._body), self._public)
        if slow:
            raise TimeoutError
        assert self._error is not None
        raise self._error

    def _hang_up(self) -> None:
        """Shut the thread's connection, or keep it from using one."""
        self._left.set()
        if self._socket is not None:
            with suppress(OSError):
                # SSLSocket's own shutdown would let the thread read on without TLS.
                socket.socket.shutdown(self._socket, socket.SHUT_RDWR)

    def _run(self) -> None:
        try:
            with _secured(self._target, _connected(self._target)) as connection:
                self._socket = connection
                self._public = is_global(_ip(connection.getpeername()))
                if not self._left.is_set():
                    self._talk(connection)
        except Exception as error:
            self._error = error

    def _talk(self, connection: ssl.SSLSocket) -> None:
        # With a connected socket it neither resolves nor connects.
        client = http.client.HTTPConnection(self._target.host, self._target.port)
        client.sock = connection
        client.request("POST", self._target.path, self._sent, self._headers)
        with client.getresponse() as response:
            self._status = response.status
            while len(self._body) < READ_BYTES and (piece := response.read1(READ_BYTES - len(self._body))):
                self._body += piece


def _connected(target: Address) -> socket.socket:
    """Connect to the first of the name's addresses that accepts; all are checked first."""
    found = _resolved(target)
    addresses = [_ip(where) for _family, where in found]
    # As if the name did not exist: the difference would list the names of our own network.
    if not all(is_open(address) for address in addresses):
        raise _no_server()
    for address in addresses:
        check_port(address, target.port)
    for tries_left, (family, where) in zip(range(len(found), 0, -1), found, strict=True):
        plain = socket.socket(family, socket.SOCK_STREAM)
        try:
            plain.settimeout(TIME_S / len(found))
            plain.connect(where)
        except OSError:
            plain.close()
            if tries_left == 1:
                raise
        else:
            return plain
    raise _no_server()


def _ip(where: SocketAddress) -> IP:
    return ip_address(where[0].split("%")[0])


def _resolved(target: Address) -> list[tuple[int, SocketAddress]]:
    try:
        rows = socket.getaddrinfo(target.host, target.port, type=socket.SOCK_STREAM, proto=socket.IPPROTO_TCP)
    except OSError:
        raise _no_server() from None
    return [(row[0], row[4]) for row in rows]


def _no_server() -> Unreachable:
    return Unreachable(_("there’s no public server of that name"))


def _secured(target: Address, plain: socket.socket) -> ssl.SSLSocket:
    """The socket with TLS; the certificate must be for the name."""
    with plain:
        plain.settimeout(TIME_S)
        return ssl.create_default_context().wrap_socket(plain, server_hostname=target.host)
