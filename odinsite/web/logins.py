"""Finds the login of a socket, by the session's cookie."""

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

from games.live.threads import run_in_pool

SessionStore: Final = import_module(settings.SESSION_ENGINE).SessionStore


class SocketLogins:
    """Adds the session and the user to the scope.

    Channels' three middlewares for it copy the scope each, and look at each message that is sent whether to save the
    session, which sockets never change.
    """

    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        scope["session"] = _session_of(scope["headers"])
        scope["user"] = await run_in_pool(_user_of, scope["session"])
        await self.application(scope, receive, send)


def _session_of(headers: Iterable[tuple[bytes, bytes]]) -> SessionBase:
    cookies = parse_cookie(dict(headers).get(b"cookie", b"").decode("latin-1"))
    session: SessionBase = SessionStore(cookies.get(settings.SESSION_COOKIE_NAME))
    return session


def _user_of(session: SessionBase) -> AbstractBaseUser | AnonymousUser:
    request = HttpRequest()
    request.session = session
    return get_user(request)
