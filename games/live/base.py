"""Base of all sockets: accepting, frames, groups, closing."""

from __future__ import annotations

import json
from asyncio import create_task
from enum import IntEnum
from time import monotonic
from typing import Any, Generic, TypeVar
from urllib.parse import parse_qs

from asgiref.typing import (
    ASGIReceiveCallable,
    ASGISendCallable,
    WebSocketCloseEvent,
    WebSocketConnectEvent,
    WebSocketReceiveEvent,
)
from channels.consumer import get_handler_name
from channels.layers import get_channel_layer
from django.conf import settings
from django.utils.functional import Promise
from django.utils.translation import override
from redis.exceptions import RedisError

from accounts.metrics.counted import SOCKETS_CLOSED
from accounts.tracing.lines import request_log
from accounts.tracing.work import working
from games.errors import GameError, NoSuchGame, Refused
from games.events import EventsMessage, LoginMessage, LostMessage, login_group
from games.live.frames import (
    MAX_DROPPED,
    PONG,
    TOO_FAST,
    Allowance,
    BadFrame,
    LookingFrame,
    TurnFrame,
    is_ping,
    parse_frame,
)
from games.live.inbox import Inbox
from games.live.login import RECHECK_S, Login, LoginOver, SocketScope, scope_login
from games.live.messages import ErrorMessage, RefusedMessage, SocketMessage
from games.live.telling import told
from games.live.threads import run_in_pool
from games.play.errors import TurnRefused

E = TypeVar("E")
Inbound = WebSocketConnectEvent | WebSocketReceiveEvent | EventsMessage[E] | LoginMessage | LostMessage
compact = json.JSONEncoder(separators=(",", ":")).encode


class Close(IntEnum):
    """Close codes. Connections are accepted first, because browsers don't tell pages why a handshake was refused."""

    LOGIN_OVER = 4401
    NO_SUCH_GAME = 4404
    TOO_MANY_FRAMES = 4429
    TOO_MANY_SOCKETS = 4430
    # The site is closed or Redis is down. The standard 1013 cannot be sent by the server's library.
    TRY_LATER = 4503


def close_event(code: Close) -> WebSocketCloseEvent:
    """The event that closes a connection, which is counted."""
    SOCKETS_CLOSED.add(str(code.value))
    return WebSocketCloseEvent(type="websocket.close", code=code.value, reason=None)


class Socket(Generic[E]):
    """A connection that listens to events of type E. It handles messages in order, one at a time.

    It replaces channels' consumer, which starts two tasks per message and subscribes to an unused channel in Redis.
    """

    scope: SocketScope
    base_send: Any

    def __init__(self) -> None:
        self.login: Login | None = None
        self._groups: list[str] = []
        self._over = False
        self._allowance = Allowance(monotonic())
        self._checked_at = monotonic()
        self.channel_layer: Any = get_channel_layer()
        # None means that the client has left.
        self._inbox = Inbox()

    @classmethod
    def as_asgi(cls) -> Any:
        """An application with an instance for each connection. Django's addresses are typed for views only."""

        async def application(scope: SocketScope, receive: ASGIReceiveCallable, send: ASGISendCallable) -> None:
            await cls()(scope, receive, send)

        return application

    async def __call__(self, scope: SocketScope, receive: ASGIReceiveCallable, send: ASGISendCallable) -> None:
        """Serve the connection; always leaves its groups. Closes it with TRY_LATER if Redis is down."""
        self.scope, self.base_send = scope, send
        self.login = scope_login(scope)
        client = create_task(self._pass_on(receive))
        client.add_done_callback(lambda _client: self._inbox.put_nowait(None))
        try:
            while (message := await self._inbox.get()) is not None:
                await self.dispatch(message)
            # Raises what stopped it from listening to the client.
            client.result()
        except RedisError:
            self._over = True
            await send(close_event(Close.TRY_LATER))
        finally:
            client.cancel()
            self.on_leave()
            for group in self._groups:
                await self.channel_layer.leave(group, self._inbox.put_nowait)

    async def _pass_on(self, receive: ASGIReceiveCallable) -> None:
        """Add the client's messages to those of the groups, until it leaves. A ping is answered before waiting
        messages, so that no page takes its socket for dead while the database is slow.
        """
        while (message := await receive())["type"] != "websocket.disconnect":
            if message["type"] == "websocket.receive" and is_ping(message.get("text")):
                await self._answer_ping()
            else:
                self._inbox.put_nowait(message)

    async def _answer_ping(self) -> None:
        if self._over:
            return
        if self._allowance.take(monotonic()):
            await self.send_text(PONG)
        else:
            await self._too_fast()

    async def dispatch(self, message: Inbound[E]) -> None:
        """Handle one message."""
        if self._over:
            return
        try:
            await getattr(self, get_handler_name(message))(message)
        except LoginOver:
            await self.close(Close.LOGIN_OVER)
        except NoSuchGame:
            await self.close(Close.NO_SUCH_GAME)

    async def websocket_connect(self, message: WebSocketConnectEvent) -> None:
        """Join groups first: without Redis the client is refused, and tries again later."""
        await self.join_groups()
        await self.base_send({"type": "websocket.accept"})
        await self.on_connect()

    async def websocket_receive(self, message: WebSocketReceiveEvent) -> None:
        if not self._allowance.take(monotonic()):
            await self._too_fast()
            return
        try:
            frame = parse_frame(message.get("text"))
            if isinstance(frame, TurnFrame):
                await self._on_turn_frame(frame)
            else:
                await self.on_frame(frame)
        except BadFrame as bad:
            await self.send_message(self._answer(bad))
        except (Refused, TurnRefused) as refused:
            await self.on_refusal(refused)

    async def _on_turn_frame(self, frame: TurnFrame) -> None:
        """Handle a turn as a piece of work with a line in the log. Raises what `on_frame` raises."""
        status = 500
        with working() as work:
            try:
                await self.on_frame(frame)
                status = 200
            except (GameError, BadFrame) as error:
                status = getattr(error, "status", 400)
                raise
            finally:
                work.account = self.login.user_id if self.login is not None else None
                request_log(work, method="WS", route="turn", status=status)

    async def on_refusal(self, refused: Refused | TurnRefused) -> None:
        await self.send_message(self.refusal(refused.code, refused.words))

    def refusal(self, error: str, words: str | Promise) -> RefusedMessage:
        with self.language():
            return {"type": "refused", "error": error, "detail": str(words)}

    def _answer(self, bad: BadFrame) -> RefusedMessage | ErrorMessage:
        if bad.refused:
            return self.refusal(bad.error, bad.detail)
        with self.language():
            return {"type": "error", "error": bad.error, "detail": str(bad.detail)}

    async def _too_fast(self) -> None:
        if self._allowance.dropped == 1:
            with self.language():
                answer: ErrorMessage = {"type": "error", "error": "too_fast", "detail": str(TOO_FAST)}
            await self.send_message(answer)
        elif self._allowance.dropped > MAX_DROPPED:
            await self.close(Close.TOO_MANY_FRAMES)

    async def odin_events(self, message: EventsMessage[E]) -> None:
        if self.login is not None and monotonic() - self._checked_at > RECHECK_S:
            await self.check_rights()
            self._checked_at = monotonic()
        try:
            await self.on_events(message["events"])
        finally:
            told(message)

    async def odin_alive(self, message: object) -> None:
        """Send a stream's sign of life. Raises LoginOver if its token's time is over, which nothing announces."""
        if self.login is not None and self.login.has_expired():
            raise LoginOver
        await self.send_text("")

    async def odin_login(self, message: LoginMessage) -> None:
        """A login ended or the account changed: check this one."""
        if self.login is not None:
            await run_in_pool(self.login.check)

    async def odin_lost(self, message: LostMessage) -> None:
        """Events were lost: the page must reconnect."""
        await self.close(Close.TRY_LATER)

    async def join_groups(self) -> None:
        """Subscribe to the groups, before anything is read, so that no event is missed. Raises RedisError."""
        if self.login is not None:
            await self.join(login_group(self.login.user_id))

    async def on_connect(self) -> None:
        raise NotImplementedError

    def on_leave(self) -> None:
        """Clean up after the connection, which may never have been accepted."""

    async def on_frame(self, frame: TurnFrame | LookingFrame) -> None:
        """Handle a client's request. Raises Refused, TurnRefused, NoSuchGame, LoginOver."""
        raise NotImplementedError

    async def on_events(self, events: list[E]) -> None:
        raise NotImplementedError

    async def check_rights(self) -> None:
        """Check that the viewer may still listen. Raises LoginOver or NoSuchGame if not."""
        if self.login is not None:
            await run_in_pool(self.login.check)

    def asked(self, name: str) -> str:
        """The last value of `name` in the address, "" without one."""
        query: bytes = self.scope["query_string"]
        return parse_qs(query.decode("ascii", "replace")).get(name, [""])[-1]

    async def join(self, group: str) -> None:
        self._groups.append(group)
        await self.channel_layer.join(group, self._inbox.put_nowait)

    async def send_message(self, message: SocketMessage) -> None:
        await self.send_text(compact(message))

    async def send_text(self, text: str) -> None:
        await self.base_send({"type": "websocket.send", "text": text})

    async def close(self, code: Close) -> None:
        self._over = True
        await self.base_send(close_event(code))

    def language(self) -> override:
        return override(self.login.language if self.login is not None else settings.LANGUAGE_CODE)
