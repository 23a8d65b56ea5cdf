"""Finds the login of a socket: a program's token, or else the session's cookie."""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from typing import Any, Final

from django.conf import settings
from django.contrib.auth import get_user
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.base import SessionBase
from django.http import HttpRequest, parse_cookie

from accounts.models import ApiToken
from accounts.tokens.reading import bearer_text, token_find, token_used
from games.live.base import Close, close_event
from games.live.threads import run_in_pool
from odinsite.web.networks import network_for

SessionStore: Final = import_module(settings.SESSION_ENGINE).SessionStore


class SocketLogins:
    """Adds the session, the user and the token to the scope. Ends connections whose token is not valid.

    Channels' three middlewares for it copy the scope each, and look at each message that is sent whether to save the
    session, which sockets never change.
    """

    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        sent = socket_token(scope["headers"])
        if sent:
            token = await run_in_pool(_token_of, sent, network_for(scope))
            if token is None:
                await _end(receive, send)
                return
            scope["session"], scope["token"], scope["user"] = SessionStore(None), token, token.user
        else:
            scope["session"] = _session_of(scope["headers"])
            scope["user"] = await run_in_pool(_user_of, scope["session"])
        await self.application(scope, receive, send)


def socket_token(headers: Iterable[tuple[bytes, bytes]]) -> str:
    """The token that a program sends, which no page of another site can; "" for none."""
    return bearer_text(dict(headers).get(b"authorization", b"").decode("latin-1"))


def _token_of(text: str, network: str) -> ApiToken | None:
    """The valid token that may read. At most one query and one update."""
    token = token_find(text)
    if token is None or ApiToken.Scope.READ not in token.scopes:
        return None
    token_used(token, network)
    return token


async def _end(receive: Any, send: Any) -> None:
    """Open and close the connection, because clients learn no reason from a failed handshake."""
    await receive()
    await send({"type": "websocket.accept"})
    await send(close_event(Close.LOGIN_OVER))


def _session_of(headers: Iterable[tuple[bytes, bytes]]) -> SessionBase:
    cookies = parse_cookie(dict(headers).get(b"cookie", b"").decode("latin-1"))
    session: SessionBase = SessionStore(cookies.get(settings.SESSION_COOKIE_NAME))
    return session


def _user_of(session: SessionBase) -> AbstractBaseUser | AnonymousUser:
    request = HttpRequest()
    request.session = session
    return get_user(request)
