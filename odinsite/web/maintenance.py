"""A closed site: staff come in, others read why and until when."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _

from accounts.site.state import site_fresh, site_now
from games.api.edge import asks_as_program
from games.api.problems import problem
from games.live.base import Close, close_event
from games.live.frames import is_ping
from games.live.refusing import RefusingSocket
from games.live.threads import run_in_pool

RETRY_S = 300
CLOSED = _("We’re working on the site. Your games are safe. Come back soon.")
# Paths for servers and browsers, the operator's pages, and staff's login.
OPEN = frozenset(
    {
        *("manifest", "worker", "offline", "terms", "privacy", "contact"),
        *("robots", "favicon", "security"),
        *("account_login", "account_logout", "account_reauthenticate"),
        *("mfa_authenticate", "mfa_reauthenticate", "mfa_activate_totp"),
        *("openid_connect_login", "openid_connect_callback"),
    }
)
OPEN_NAMESPACES = frozenset({"admin", "mail_hooks"})


class ClosedSiteMiddleware:
    """Answers 503 while the site is closed. Costs next to nothing while it is open."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, view: Any, args: Any, kwargs: Any) -> HttpResponse | None:
        match = request.resolver_match
        if match is None or match.view_name in OPEN or OPEN_NAMESPACES.intersection(match.namespaces):
            return None
        now = site_now()
        if not now.closed or getattr(request.user, "is_staff", False):
            return None
        if asks_as_program(request):
            response = problem(503, "site_closed", now.words or CLOSED)
        else:
            response = render(request, "site/closed.html", {"words": now.words}, status=503)
        response.headers["Retry-After"] = str(RETRY_S)
        response.headers["Cache-Control"] = "no-store"
        return response


class ClosedSiteSockets:
    """Refuses sockets and streams while closed, and ends open ones at their next message but a ping, or sign of life.
    Needs scope["user"].
    """

    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if await _closed_to(scope):
            await RefusingSocket.as_asgi()(scope, receive, send)
            return

        async def heard() -> Any:
            message = await receive()
            if message["type"] not in ("websocket.receive", "odin.alive") or is_ping(message.get("text")):
                return message
            if await _closed_to(scope):
                await send(close_event(Close.TRY_LATER))
                return {"type": "websocket.disconnect", "code": int(Close.TRY_LATER)}
            return message

        await self.application(scope, heard, send)


async def _closed_to(scope: Any) -> bool:
    now = site_fresh()
    if now is None:
        now = await run_in_pool(site_now)
    return now.closed and not getattr(scope["user"], "is_staff", False)
