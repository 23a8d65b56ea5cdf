"""A program that follows a stream: the whole ASGI application, with a token."""

from __future__ import annotations

import asyncio
import gzip
import json
from typing import Any, Self

from asgiref.testing import ApplicationCommunicator

from tests.api.shapes import sent_faults
from tests.live.pages import PATIENCE_S, QUIET_S, Message


class Stream:
    """An open stream. `status` and `headers` are the answer's; `body` is that of an answer that ended at once."""

    def __init__(self, path: str, token: str, application: Any = None) -> None:
        if application is None:
            from odinsite.asgi import application
        path, _mark, query = path.partition("?")
        scope = {
            "type": "http", "http_version": "1.1", "method": "GET", "path": path, "raw_path": path.encode(),
            "query_string": query.encode(), "scheme": "http", "server": ("testserver", 80),
            "client": ("203.0.113.7", 4711),
            "headers": [
                (b"host", b"testserver"), (b"accept-encoding", b"gzip"), (b"authorization", f"Bearer {token}".encode()),
            ],
        }  # fmt: skip
        self.http: Any = ApplicationCommunicator(application, scope)  # type: ignore[no-untyped-call]
        self.status = 0
        self.headers: dict[str, str] = {}
        self._text = ""
        self._over = False

    async def __aenter__(self) -> Self:
        await self.http.send_input({"type": "http.request", "body": b"", "more_body": False})
        head = await self.http.receive_output(PATIENCE_S)
        assert head["type"] == "http.response.start", head
        self.status = head["status"]
        self.headers = {name.decode().title(): value.decode() for name, value in head["headers"]}
        return self

    async def __aexit__(self, failure: object, *_: object) -> None:
        if failure is None:
            await self.http.send_input({"type": "http.disconnect"})
            await self.http.wait(PATIENCE_S)

    async def line(self) -> str | None:
        """The next line, "" for a sign of life; None at the end."""
        while "\n" not in self._text:
            if self._over:
                return None
            part = await self.http.receive_output(PATIENCE_S)
            self._text += part["body"].decode()
            self._over = not part["more_body"]
        line, _end, self._text = self._text.partition("\n")
        return line

    async def hear(self) -> Message:
        """The next message. Raises TimeoutError if only signs of life come."""
        async with asyncio.timeout(PATIENCE_S):
            while (line := await self.line()) == "":
                pass
        assert line is not None, "the stream ended"
        message: Message = json.loads(line)
        assert sent_faults(message) == [], message
        return message

    async def rest(self) -> list[Message]:
        """All messages until the stream ends."""
        found: list[Message] = []
        while (line := await self.line()) is not None:
            found += [json.loads(line)] if line else []
        return found

    async def problem(self) -> Message:
        """The answer of a stream that did not begin."""
        body = (await self.http.receive_output(PATIENCE_S))["body"]
        packed = self.headers.get("Content-Encoding") == "gzip"
        message: Message = json.loads(gzip.decompress(body) if packed else body)
        return message

    async def is_quiet(self) -> bool:
        """Whether nothing comes. A sign of life may have come before."""
        return bool(await self.http.receive_nothing(timeout=QUIET_S))
