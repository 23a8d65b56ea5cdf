"""Which pages may open a socket: those of this very site, port and all."""

from typing import Any
from urllib.parse import urlsplit

from channels.security.websocket import WebsocketDenier
from django.conf import settings
from django.http.request import split_domain_port, validate_host


class OwnOrigin:
    """Lets a socket through whose Origin is PUBLIC_URL, or the allowed host and port that it was sent to.

    Channels' own validator compares host names alone, so that a page on another port of the same machine would pass.
    """

    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        headers = dict(scope["headers"])
        origin = headers.get(b"origin", b"").decode("latin-1")
        host = headers.get(b"host", b"").decode("latin-1")
        inner = self.application if is_own(origin, host) else WebsocketDenier()
        await inner(scope, receive, send)


def is_own(origin: str, host: str) -> bool:
    """Whether a page of `origin` (scheme://host:port) belongs to the site that was asked as `host` (host:port)."""
    if origin == settings.PUBLIC_URL:
        return True
    domain, _port = split_domain_port(host)
    return bool(domain) and validate_host(domain, settings.ALLOWED_HOSTS) and _netloc(origin) == host.lower()


def _netloc(origin: str) -> str:
    try:
        return urlsplit(origin).netloc.lower()
    except ValueError:
        return ""
