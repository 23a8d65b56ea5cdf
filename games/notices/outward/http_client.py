"""The one way out to addresses that people gave.

Whoever names an address could name one inside our own network, one that changes what it resolves to between check and
use, or one that answers for ever. So the name is resolved once, every address it has must be on the open net, the
connection goes to an address that was checked, and the whole exchange ends after a few seconds and kilobytes.
"""

import http.client
import queue
import socket
import ssl
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from ipaddress import ip_address
from typing import Any, Self

from django.conf import settings
from django.utils.translation import gettext as _

from games.notices.outward.address_check import Address, address_of, check_port
from games.notices.outward.errors import TooSlow, Unreachable

# Everything together: the name, the connection, the question and the answer.
TIME_S = 5.0
# Of the answer, its headers included.
READ_BYTES = 64 * 1024

SocketAddress = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back. `body` is what was read of it before the limits."""

    status: int
    body: bytes = field(repr=False)

    @property
    def taken(self) -> bool:
        return 200 <= self.status < 300


class _Connection(ssl.SSLSocket):
    """A TLS connection that ends at a moment and after so many bytes, however slowly they drip."""

    ends_at: float
    may_read: int

    def recv_into(self, buffer: Any, nbytes: int | None = None, flags: int = 0) -> int:
        allowed = min(nbytes or len(buffer), self.may_read)
        if not allowed:
            return 0
        self.settimeout(_left(self.ends_at))
        read = super().recv_into(buffer, allowed, flags)
        self.may_read -= read
        return read

    def sendall(self, data: Any, flags: int = 0) -> None:
        # The inherited one begins its time anew with every piece.
        rest = memoryview(data)
        while rest:
            self.settimeout(_left(self.ends_at))
            rest = rest[self.send(rest, flags) :]


class _Exchange(http.client.HTTPConnection):
    """One request over a connection that stands already: the library neither resolves, nor connects, nor redirects."""

    def __init__(self, address: Address, connection: _Connection) -> None:
        super().__init__(address.host, address.port)
        self.sock = connection

    def connect(self) -> None:
        raise http.client.NotConnected

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def send(address: str, *, body: bytes, headers: Mapping[str, str]) -> Answer:
    """POST `body`, once, and return the answer whatever its status; a redirect is an answer like any other.

    Raises Refused for an address that we do not write to, Unreachable where no answer came in time.
    """
    target = address_of(address)
    ends_at = time.monotonic() + TIME_S
    try:
        with _Exchange(target, _connected(target, ends_at)) as exchange:
            exchange.request("POST", target.path, body, {**headers, **_own_headers(target)})
            with exchange.getresponse() as response:
                return _answer(response)
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


def _answer(response: http.client.HTTPResponse) -> Answer:
    """The status counts once it is there: who has taken a message and then dawdles is not sent it again."""
    body = bytearray()
    try:
        while len(body) < READ_BYTES and (piece := response.read1(READ_BYTES - len(body))):
            body += piece
    except (OSError, http.client.HTTPException):
        return Answer(response.status, bytes(body))
    return Answer(response.status, bytes(body))


def _connected(target: Address, ends_at: float) -> _Connection:
    """Connect to the first of the name's addresses that takes us; all of them have been checked before."""
    found = _resolved(target, ends_at)
    for _family, where in found:
        check_port(ip_address(where[0].split("%")[0]), target.port)
    for tries_left, (family, where) in zip(range(len(found), 0, -1), found, strict=True):
        try:
            return _connect(target, family, where, ends_at, _left(ends_at) / tries_left)
        except ssl.SSLError:
            raise
        except OSError:
            if tries_left == 1:
                raise
    raise Unreachable(_("the server's name is not known"))


def _connect(target: Address, family: int, where: SocketAddress, ends_at: float, patience: float) -> _Connection:
    plain = socket.socket(family, socket.SOCK_STREAM)
    try:
        plain.settimeout(patience)
        plain.connect(where)
        plain.settimeout(_left(ends_at))
        context = ssl.create_default_context()
        context.sslsocket_class = _Connection
        # The name goes to the server, and its certificate must be for that name, although we connect by address.
        secured = context.wrap_socket(plain, server_hostname=target.host)
    except BaseException:
        plain.close()
        raise
    assert isinstance(secured, _Connection)
    secured.ends_at, secured.may_read = ends_at, READ_BYTES
    return secured


def _resolved(target: Address, ends_at: float) -> list[tuple[int, SocketAddress]]:
    """What the name stands for, asked once. The system's resolver knows no time limit, so it gets a thread."""
    answers: queue.SimpleQueue[list[tuple[int, SocketAddress]] | OSError] = queue.SimpleQueue()

    def ask() -> None:
        try:
            rows = socket.getaddrinfo(target.host, target.port, type=socket.SOCK_STREAM, proto=socket.IPPROTO_TCP)
            answers.put([(row[0], row[4]) for row in rows])
        except OSError as error:
            answers.put(error)

    threading.Thread(target=ask, name="resolve", daemon=True).start()
    try:
        answer = answers.get(timeout=_left(ends_at))
    except queue.Empty:
        raise TimeoutError from None
    if isinstance(answer, OSError):
        raise Unreachable(_("the server's name is not known"))
    return answer


def _left(ends_at: float) -> float:
    """Seconds until then; raises TimeoutError when there are none."""
    left = ends_at - time.monotonic()
    if left <= 0:
        raise TimeoutError
    return left
