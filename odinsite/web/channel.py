"""HTTP connections that refuse requests that are too large, slow or many, before they cost memory, disk or a thread.

Twisted writes bodies of any size to a file before daphne gets the request. A proxy cuts them too, but `manage.py up`
has none: with daphne's own channel 6 of the 12 tests of attacks by bodies and slow headers fail
(tests/attack/test_bodies.py).
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from http import HTTPStatus
from tempfile import SpooledTemporaryFile
from typing import Any

from daphne.http_protocol import HTTPFactory, WebRequest
from twisted.web.http import HTTPChannel

from accounts.tracing.lines import NO_ROUTE, request_log
from accounts.tracing.work import working
from odinsite.web.limits import BODY_BYTES, LARGE_BODIES, LARGE_BODY_BYTES, Patience, connection_limits

RETRY_S = 30
# The reasons that programs read.
REASONS = {
    HTTPStatus.REQUEST_TIMEOUT: "too_slow",
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: "too_large",
    HTTPStatus.SERVICE_UNAVAILABLE: "try_later",
}


def refusal(path: str, status: HTTPStatus) -> tuple[str, bytes]:
    """The media type and the body: a problem (RFC 9457) for programs, in English, as no account is known yet."""
    if not path.startswith("/api/"):
        return "text/plain; charset=utf-8", f"{status.phrase}.\n".encode()
    facts = {"title": status.phrase, "status": status.value, "error": REASONS[status], "detail": f"{status.phrase}."}
    return "application/problem+json", json.dumps({"type": "about:blank", **facts}).encode()


class LimitedRequest(WebRequest):
    def __init__(self, channel: LimitedChannel, queued: object) -> None:
        # Django reads forms, in the application's thread.
        super().__init__(channel, queued, parsePOSTFormSubmission=False)
        self._received = 0
        self._begun = False

    def process(self) -> Any:
        """Handle the request. If a web socket takes over the connection, the body counts as read, because the channel
        will not see its end.
        """
        channel = self.channel
        answered = super().process()
        if self.transport is None:
            channel.body_done()
            channel.hand_over()
            self.content.close()
        return answered

    def handle_reply(self, message: Any) -> None:
        self._begun |= message["type"] == "http.response.start"
        super().handle_reply(message)

    def handle_exception(self, exception: BaseException) -> None:
        """Answer that the application failed. An answer that has begun is cut off, so that no client takes it for
        whole.
        """
        if self._begun:
            self.channel.cut_off()
        else:
            super().handle_exception(exception)

    async def taken(self) -> None:
        """Wait until the client has taken what was sent, or has left."""
        if self.channel is not None:
            await self.channel.taken()

    def gotLength(self, length: int | None) -> None:  # noqa: N802
        self.content = SpooledTemporaryFile(max_size=LARGE_BODY_BYTES)  # noqa: SIM115 - Twisted closes it

    def handleContentChunk(self, data: bytes) -> None:  # noqa: N802
        if self.channel.refused:
            return
        self._received += len(data)
        if self._received > BODY_BYTES:
            self.channel.refuse(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
        else:
            self.content.write(data)


class LimitedChannel(HTTPChannel):
    """Reads one request at a time. After `refuse` nothing more is read."""

    factory: LimitedFactory
    refused = False
    _answers = False
    _deadline: Any = None
    _has_large_body = False
    _taken: asyncio.Future[None] | None = None

    def connectionMade(self) -> None:  # noqa: N802
        super().connectionMade()
        self.factory.waits(self)
        self._expect(self.factory.patience.headers, self.late)

    def connectionLost(self, reason: Any) -> None:  # noqa: N802
        self._expect_nothing()
        self.body_done()
        self._all_taken()
        self.factory.lost(self)
        super().connectionLost(reason)

    def dataReceived(self, data: bytes) -> None:  # noqa: N802
        if self.refused:
            return
        if self._deadline is None and not self._answers:
            self._expect(self.factory.patience.headers, self.late)
        super().dataReceived(data)

    def allHeadersReceived(self) -> None:  # noqa: N802
        """Check the body's announced length, which is None for chunks."""
        if self.length is not None and self.length > BODY_BYTES:
            self.refuse(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
        elif not self._body_fits():
            self.refuse(HTTPStatus.SERVICE_UNAVAILABLE)
        else:
            # Most requests have no body, and timers cost a twentieth of a small answer.
            if self.length != 0:
                self._expect(self.factory.patience.body, self.late)
                self.setTimeout(self.factory.patience.body_part)
            super().allHeadersReceived()

    def allContentReceived(self) -> None:  # noqa: N802
        if self.refused:
            return
        self._expect_nothing()
        # Twisted suspends this timeout during the answer.
        if self.timeOut != self.factory.timeOut:
            self.setTimeout(self.factory.timeOut)
        self.factory.waits_no_more(self)
        self._answers = True
        super().allContentReceived()

    def requestDone(self, request: Any) -> None:  # noqa: N802
        self.body_done()
        self._all_taken()
        self.factory.waits(self)
        self._answers = False
        if self.factory.closes:
            self.persistent = 0
        super().requestDone(request)

    def pauseProducing(self) -> None:  # noqa: N802
        """Called by the transport when it keeps more than it wants to, because the client takes nothing."""
        super().pauseProducing()
        if self._taken is None:
            self._taken = asyncio.get_running_loop().create_future()

    def resumeProducing(self) -> None:  # noqa: N802
        """Called by the transport when the client has taken everything."""
        super().resumeProducing()
        self._all_taken()

    async def taken(self) -> None:
        """Wait until the client has taken what was sent, or has left. One that takes too long is cut off."""
        if self._taken is None:
            return
        done, _waits = await asyncio.wait({self._taken}, timeout=self.factory.patience.answer_part)
        if not done:
            self.cut_off()

    def cut_off(self) -> None:
        """End the connection, with what was not sent yet."""
        self.transport.abortConnection()

    def timeoutConnection(self) -> None:  # noqa: N802
        self.late()

    def late(self) -> None:
        """End the connection, with 408 if a request had begun."""
        if self.requests and not self.refused:
            self.refuse(HTTPStatus.REQUEST_TIMEOUT)
        else:
            super().timeoutConnection()

    def refuse(self, status: HTTPStatus) -> None:
        """Answer the request, read nothing more, end the connection a little later."""
        self.refused = True
        self.persistent = 0
        self.setTimeout(None)
        kind, words = refusal(self.asked_for[1], status)
        retry = f"Retry-After: {RETRY_S}\r\n" if status == HTTPStatus.SERVICE_UNAVAILABLE else ""
        head = (
            f"HTTP/1.1 {status.value} {status.phrase}\r\nContent-Type: {kind}\r\n"
            f"Content-Length: {len(words)}\r\n{retry}Connection: close\r\n\r\n"
        )
        self.transport.write(head.encode() + words)
        # Closing with unread bytes resets the connection and may lose the answer.
        self.transport.loseWriteConnection()
        self.transport.pauseProducing()
        self._expect(self.factory.patience.refusal, self.loseConnection)
        with working() as work:
            request_log(work, method=self.asked_for[0], route=NO_ROUTE, status=status.value)

    @property
    def asked_for(self) -> tuple[str, str]:
        """The method and path of the request, as far as they are known; "-" for what is not."""
        method, path = (getattr(self, name, b"-") for name in ("_command", "_path"))
        return method.decode("ascii", "replace"), path.decode("ascii", "replace")

    def hand_over(self) -> None:
        """Hand the connection over to a web socket, whose transport would otherwise keep the channel and its request to
        the end.
        """
        self.transport.unregisterProducer()

    def body_done(self) -> None:
        """Count the body as done, also if it will not be read."""
        self.factory.large_bodies -= self._has_large_body
        self._has_large_body = False

    def _body_fits(self) -> bool:
        """Whether there is room; large and chunked bodies are counted."""
        if self.length is not None and self.length <= LARGE_BODY_BYTES:
            return True
        self._has_large_body = self.factory.large_bodies < LARGE_BODIES
        self.factory.large_bodies += self._has_large_body
        return self._has_large_body

    def _expect(self, seconds: float, otherwise: Callable[[], Any]) -> None:
        """Call `otherwise` unless another step or the connection's end comes in time."""
        self._expect_nothing()
        self._deadline = self.callLater(seconds, self._passed, otherwise)

    def _expect_nothing(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _all_taken(self) -> None:
        if self._taken is not None and not self._taken.done():
            self._taken.set_result(None)
        self._taken = None

    def _passed(self, otherwise: Callable[[], Any]) -> None:
        self._deadline = None
        otherwise()


class LimitedFactory(HTTPFactory):
    """Makes as many channels as there are descriptors."""

    protocol = LimitedChannel

    def __init__(self, server: Any, patience: Patience) -> None:
        super().__init__(server)
        self.patience = patience
        self.open_connections = 0
        self.large_bodies = 0
        # Whether connections end with their present request.
        self.closes = False
        # Channels without a complete request, the longest waiting first.
        self._waiting: dict[LimitedChannel, None] = {}

    def buildProtocol(self, addr: Any) -> LimitedChannel | None:  # noqa: N802
        """Make a channel. If there are too many, the one that waited longest is closed."""
        if self.open_connections >= connection_limits().connections and not self._make_room():
            return None
        channel: LimitedChannel = super().buildProtocol(addr)
        channel.requestFactory = LimitedRequest
        self.open_connections += 1
        return channel

    def waits(self, channel: LimitedChannel) -> None:
        self._waiting.pop(channel, None)
        self._waiting[channel] = None

    def waits_no_more(self, channel: LimitedChannel) -> None:
        self._waiting.pop(channel, None)

    def lost(self, channel: LimitedChannel) -> None:
        self.open_connections -= 1
        self._waiting.pop(channel, None)

    @property
    def is_receiving(self) -> bool:
        """Whether a part of a request is there and the rest is not."""
        return any(channel.requests for channel in self._waiting)

    def close_unused(self) -> None:
        """Close connections without a request. The others close after theirs, because `closes` is set."""
        for channel in list(self._waiting):
            if not channel.requests:
                channel.loseConnection()

    def _make_room(self) -> bool:
        if not self._waiting:
            return False
        longest = next(iter(self._waiting))
        self.waits_no_more(longest)
        longest.transport.abortConnection()
        return True
