"""Origins that may open sockets."""

from collections.abc import Iterable
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.http.request import split_domain_port, validate_host

from games.live.refusing import RefusingSocket
from odinsite.web.logins import socket_token


class OwnOrigin:
    """Accepts PUBLIC_URL, or the allowed host and port that was asked, and programs with a token, which no other page
    can send. Channels' validator ignores ports, so other ports' pages would pass.
    """

    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        own = bool(socket_token(scope["headers"])) or _asked_from_here(scope["headers"])
        inner = self.application if own else RefusingSocket.as_asgi()
        await inner(scope, receive, send)


def _asked_from_here(headers: Iterable[tuple[bytes, bytes]]) -> bool:
    found = dict(headers)
    return is_own(found.get(b"origin", b"").decode("latin-1"), found.get(b"host", b"").decode("latin-1"))


def is_own(origin: str, host: str) -> bool:
    """Whether the origin is the site's own. `origin`: scheme://host:port; `host`: host:port as requested."""
    if origin == settings.PUBLIC_URL:
        return True
    domain, _port = split_domain_port(host)
    return bool(domain) and validate_host(domain, settings.ALLOWED_HOSTS) and _netloc(origin) == host.lower()


def _netloc(origin: str) -> str:
    try:
        return urlsplit(origin).netloc.lower()
    except ValueError:
        return ""
