"""Serves streams with the applications of sockets: translates their events into an answer of lines."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Final

from django.http import HttpResponse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import override

from accounts.tokens.words import NO_TOKEN
from games.api.problems import problem
from games.errors import NoSuchGame
from games.live.base import Close, compact
from games.live.messages import ErrorMessage
from games.live.streams import StreamResponse
from odinsite.web.logins import SessionStore

# A sign of life after so many seconds: nginx waits 60 for an answer's next part.
ALIVE_S: Final = 15.0
CONNECT: Final = {"type": "websocket.connect"}
DISCONNECT: Final = {"type": "websocket.disconnect"}
ALIVE: Final = {"type": "odin.alive"}

Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]
SendResponse = Callable[[HttpResponse, Send], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class StreamEnd:
    """Why a stream doesn't begin, or ends. `retry_s`: seconds until the program may try again; 0 for never."""

    status: int
    error: str
    words: Promise
    retry_s: int = 0


REFUSALS: Final = {
    Close.LOGIN_OVER: StreamEnd(401, "no_token", NO_TOKEN),
    Close.NO_SUCH_GAME: StreamEnd(404, NoSuchGame.code, NoSuchGame.words),
    Close.TOO_MANY_SOCKETS: StreamEnd(
        429, "too_many_sockets", _("Too many connections are open. Close one, or try again in a minute."), 60
    ),
    Close.TRY_LATER: StreamEnd(503, "try_later", _("Try again in a few seconds."), 5),
}


# The streams of this process.
_open: Final[set[_Lines]] = set()


async def end_streams() -> None:
    """End the open streams with a last message, as the process ends."""
    while _open:
        await _open.pop().end(REFUSALS[Close.TRY_LATER])


class Streams:
    """Serves StreamResponse by `sockets`, an application for sockets with their limits."""

    def __init__(self, sockets: Any, alive_s: float = ALIVE_S) -> None:
        self.sockets = sockets
        self.alive_s = alive_s

    async def serve(
        self, response: StreamResponse, scope: Any, receive: Receive, send: Send, answer: SendResponse
    ) -> None:
        """Send lines until the client leaves or the socket closes. `answer` sends an ordinary response."""
        token = response.token
        scope = {**scope, "user": token.user, "token": token, "session": SessionStore(None)}
        client = asyncio.create_task(_until_left(receive))
        lines = _Lines(response, send, answer, client, self.alive_s)
        _open.add(lines)
        try:
            await self.sockets(scope, lines.receive, lines.send)
        finally:
            _open.discard(lines)
            client.cancel()


async def _until_left(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


class _Lines:
    """The connection that the socket's application gets. Closing ends the answer, and `client` with it."""

    def __init__(
        self, response: StreamResponse, send: Send, answer: SendResponse, client: asyncio.Task[None], alive_s: float
    ) -> None:
        self._response = response
        self._send = send
        self._answer = answer
        self._client = client
        self._alive_s = alive_s
        self._asked = False
        self._begun = False
        self._ended = False

    async def receive(self) -> Any:
        """The connection's begin, its end, or a request for a sign of life."""
        if not self._asked:
            self._asked = True
            return CONNECT
        left, _waits = await asyncio.wait({self._client}, timeout=self._alive_s)
        return DISCONNECT if left else ALIVE

    async def send(self, event: Any) -> None:
        if self._ended:
            return
        match event["type"]:
            case "websocket.accept":
                await self._begin()
            case "websocket.send":
                await self._line(event["text"])
            case "websocket.close":
                await self.end(REFUSALS.get(event.get("code"), REFUSALS[Close.TRY_LATER]))

    async def _begin(self) -> None:
        """Send the head, with an empty line, because the server sends no head alone."""
        self._begun = True
        headers = [
            (name.encode("latin-1"), value.encode("latin-1"))
            for name, value in self._response.items()
            if name != "Content-Length"
        ]
        await self._send({"type": "http.response.start", "status": self._response.status_code, "headers": headers})
        await self._line("")

    async def _line(self, text: str) -> None:
        await self._send({"type": "http.response.body", "body": f"{text}\n".encode(), "more_body": True})

    async def end(self, why: StreamEnd) -> None:
        """End the answer with a last message, or answer with a problem if it has not begun."""
        self._ended = True
        self._client.cancel()
        with override(self._response.token.user.language):
            words = str(why.words)
        if not self._begun:
            await self._answer(self._problem(why, words), self._send)
            return
        message: ErrorMessage = {"type": "error", "error": why.error, "detail": words}
        await self._send({"type": "http.response.body", "body": f"{compact(message)}\n".encode(), "more_body": False})

    def _problem(self, why: StreamEnd, words: str) -> HttpResponse:
        """The problem, with the other headers of the view's answer."""
        answer = problem(why.status, why.error, words)
        for name, value in self._response.items():
            if name not in ("Content-Length", "Content-Type", "X-Accel-Buffering"):
                answer.headers[name] = value
        if why.retry_s:
            answer.headers["Retry-After"] = str(why.retry_s)
        return answer
