"""Who opens a socket, by the session's cookie."""

from __future__ import annotations

from importlib import import_module
from typing import Any, Final

from django.conf import settings
from django.contrib.auth import get_user
from django.http import HttpRequest, parse_cookie

from games.live.threads import in_thread

SessionStore: Final = import_module(settings.SESSION_ENGINE).SessionStore


class SocketLogins:
    """Adds the session and the user to the scope.

    Channels' three middlewares for it copy the scope each, and look at each message that is sent whether to save the
    session, which sockets never change.
    """

    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        request = HttpRequest()
        cookies = parse_cookie(dict(scope["headers"]).get(b"cookie", b"").decode("latin-1"))
        request.session = SessionStore(cookies.get(settings.SESSION_COOKIE_NAME))
        user = await in_thread(get_user, request)
        await self.application({**scope, "session": request.session, "user": user}, receive, send)
