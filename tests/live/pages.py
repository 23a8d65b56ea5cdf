"""A page's socket: the whole ASGI application, with a session's cookie and an Origin."""

from __future__ import annotations

import asyncio
import json
from typing import Any, Self

from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.conf import settings

from accounts.models import User
from tests.api.shapes import sent_faults
from tests.clients import logged_in

Message = dict[str, Any]
# Seconds for a busy machine.
PATIENCE_S = 60.0
QUIET_S = 0.3


def cookie_of(user: User) -> str:
    """The cookie of a fresh login."""
    return f"{settings.SESSION_COOKIE_NAME}={logged_in(user).cookies[settings.SESSION_COOKIE_NAME].value}"


class Page:
    """An open socket. `heard` has every message in order, `texts` the same as sent."""

    def __init__(self, path: str, cookie: str = "", origin: str | None = None, token: str = "") -> None:
        from odinsite.asgi import application

        # A program with a token sends no Origin.
        origin = ("" if token else settings.PUBLIC_URL) if origin is None else origin
        headers = [(b"origin", origin.encode())]
        if token:
            headers.append((b"authorization", f"Bearer {token}".encode()))
        if cookie:
            headers.append((b"cookie", cookie.encode()))
        self.socket = WebsocketCommunicator(application, path, headers)
        self.heard: list[Message] = []
        self.texts: list[str] = []

    async def __aenter__(self) -> Self:
        connected, code = await self.socket.connect(timeout=PATIENCE_S)
        assert connected, code
        return self

    async def __aexit__(self, failure: object, *_: object) -> None:
        if failure is None:
            await self.socket.disconnect(timeout=PATIENCE_S)

    async def is_refused(self) -> bool:
        """Whether the handshake is refused, which ends the connection."""
        connected, _code = await self.socket.connect(timeout=PATIENCE_S)
        await self.socket.disconnect(timeout=PATIENCE_S)
        return not connected

    async def hear(self) -> Message:
        text = await self.socket.receive_from(timeout=PATIENCE_S)
        assert isinstance(text, str)
        message: Message = json.loads(text)
        if "/page/" not in self.socket.scope["path"]:
            assert sent_faults(message) == [], message
        self.texts.append(text)
        self.heard.append(message)
        return message

    async def is_quiet(self) -> bool:
        return bool(await self.socket.receive_nothing(timeout=QUIET_S))

    async def hear_all(self) -> None:
        """Receive all messages until it is quiet."""
        while not await self.is_quiet():
            await self.hear()

    async def say(self, message: object) -> None:
        await self.socket.send_to(text_data=json.dumps(message))

    async def last_words(self) -> int:
        """The close code, after any remaining messages."""
        while (message := await self.socket.receive_output(timeout=PATIENCE_S))["type"] == "websocket.send":
            pass
        return int(message["code"])

    async def close_code(self) -> int:
        """The close code."""
        message = await self.socket.receive_output(timeout=PATIENCE_S)
        assert message["type"] == "websocket.close", message
        return int(message["code"])


async def are_quiet(*pages: Page) -> bool:
    return all(await asyncio.gather(*(page.is_quiet() for page in pages)))


async def game_page(public_id: str, user: User | None = None, query: str = "") -> Page:
    """A game's page, not yet connected; None is a visitor."""
    cookie = await sync_to_async(cookie_of)(user) if user is not None else ""
    return Page(f"/ws/games/{public_id}/{query}", cookie)
