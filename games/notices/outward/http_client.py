"""The one way out to addresses that people gave.

Such an address could lead into our own network, resolve to something else between check and use, or answer for ever.
So the name is resolved once, every address it has must be on the open net, the connection goes to an address that was
checked, and the whole exchange ends after a few seconds and kilobytes.

No HTTP library bounds an exchange: their time limits hold for one read, and headers that come byte by byte are many
reads (urllib3 and requests read them with http.client, as here). So each exchange has a thread, and its caller leaves
in time whatever goes on there: in the system's resolver, in the handshake or in the answer.
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

from games.notices.outward.address_check import Address, address_of, check_port
from games.notices.outward.errors import TooSlow, Unreachable

# Everything together: the name, the connection, the question and the answer.
TIME_S = 5.0
# Of the answer's body. Of its headers http.client reads a hundred lines of 64 KiB at most.
READ_BYTES = 64 * 1024
THREAD = "outward"

SocketAddress = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back. `body` is what was read of it before the limits."""

    status: int
    body: bytes = field(repr=False)

    @property
    def taken(self) -> bool:
        return 200 <= self.status < 300


def send(address: str, *, body: bytes, headers: Mapping[str, str]) -> Answer:
    """POST `body`, once, and return the answer whatever its status; a redirect is an answer like any other.

    Raises Refused for an address that we do not write to, Unreachable where no answer came in time.
    """
    target = address_of(address)
    try:
        return _Exchange(target, body, {**headers, **_own_headers(target)}).answer_within(TIME_S)
    # Without the cause: its text, and what it holds, may name the address.
    except TimeoutError:
        raise TooSlow(_("the server did not answer in time")) from None
    except ssl.SSLCertVerificationError:
        raise Unreachable(_("the server could not prove who it is: its certificate is not valid")) from None
    except OSError:
        raise Unreachable(_("the server cannot be reached")) from None
    except http.client.HTTPException:
        raise Unreachable(_("the server's answer could not be understood")) from None


def _own_headers(target: Address) -> dict[str, str]:
    return {"Host": target.netloc, "User-Agent": f"odin-by-web (+{settings.PUBLIC_URL})", "Connection": "close"}


class _Exchange:
    """One POST in a thread of its own."""

    def __init__(self, target: Address, body: bytes, headers: Mapping[str, str]) -> None:
        self._target = target
        self._sent = body
        self._headers = headers
        self._left = threading.Event()
        self._socket: ssl.SSLSocket | None = None
        self._status: int | None = None
        self._body = bytearray()
        self._error: Exception | None = None

    def answer_within(self, seconds: float) -> Answer:
        """Raises TimeoutError where there is no status by then, and what went wrong before it."""
        # With the caller's language, in which refusals are put into words.
        thread = threading.Thread(target=copy_context().run, args=(self._run,), name=THREAD, daemon=True)
        thread.start()
        thread.join(seconds)
        # Looked at before hanging up, after which half a head would be read as a whole one.
        slow, status = thread.is_alive(), self._status
        self._hang_up()
        # The status counts once it is there: who has taken a message and then dawdles is not sent it again.
        if status is not None:
            return Answer(status, bytes(self._body))
        if slow:
            raise TimeoutError
        assert self._error is not None
        raise self._error

    def _hang_up(self) -> None:
        """Have the thread end soon: its connection is shut, or will not be used once it is there."""
        self._left.set()
        if self._socket is not None:
            with suppress(OSError):
                # TLS's own would have the thread read on without TLS.
                socket.socket.shutdown(self._socket, socket.SHUT_RDWR)

    def _run(self) -> None:
        try:
            with _secured(self._target, _connected(self._target)) as connection:
                self._socket = connection
                if not self._left.is_set():
                    self._talk(connection)
        except Exception as error:
            self._error = error

    def _talk(self, connection: ssl.SSLSocket) -> None:
        # With a socket already there it neither resolves nor connects.
        client = http.client.HTTPConnection(self._target.host, self._target.port)
        client.sock = connection
        client.request("POST", self._target.path, self._sent, self._headers)
        with client.getresponse() as response:
            self._status = response.status
            while len(self._body) < READ_BYTES and (piece := response.read1(READ_BYTES - len(self._body))):
                self._body += piece


def _connected(target: Address) -> socket.socket:
    """Connect to the first of the name's addresses that takes us; all of them have been checked before."""
    found = _resolved(target)
    for _family, where in found:
        check_port(ip_address(where[0].split("%")[0]), target.port)
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
    raise Unreachable(_("the server's name is not known"))


def _resolved(target: Address) -> list[tuple[int, SocketAddress]]:
    """The addresses of the name, asked for once."""
    try:
        rows = socket.getaddrinfo(target.host, target.port, type=socket.SOCK_STREAM, proto=socket.IPPROTO_TCP)
    except OSError:
        raise Unreachable(_("the server's name is not known")) from None
    return [(row[0], row[4]) for row in rows]


def _secured(target: Address, plain: socket.socket) -> ssl.SSLSocket:
    """The name goes to the server, and its certificate must be for that name, although we connect by address."""
    with plain:
        plain.settimeout(TIME_S)
        return ssl.create_default_context().wrap_socket(plain, server_hostname=target.host)
