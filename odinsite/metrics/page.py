"""The application that answers `/metrics`, in front of Django: without sessions, middleware or a check of the Host."""

from __future__ import annotations

import asyncio
import gzip
from ipaddress import IPv4Network, IPv6Network
from typing import Any, Final

from django.conf import settings
from django.utils.crypto import constant_time_compare

from odinsite.web.proxies import parse_address

PATH: Final = "/metrics"
NOT_FOUND: Final = (404, "text/plain; charset=utf-8", b"Not found.\n")
# What proxies add. A request that has one comes from somewhere else.
PROXIED: Final = frozenset(
    {b"x-forwarded-for", b"x-forwarded-proto", b"x-forwarded-host", b"forwarded", b"x-real-ip", b"via"}
)

Answer = tuple[int, str, bytes]


class MetricsPage:
    """Shows the metrics to programs that send METRICS_TOKEN or come directly from METRICS_NETWORKS. Others get 404."""

    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["path"] != PATH:
            await self.application(scope, receive, send)
            return
        headers = dict(scope["headers"])
        if scope["method"] == "GET" and may_read(headers, scope.get("client")):
            answer = await asyncio.to_thread(_metrics, headers.get(b"accept", b"").decode("latin-1"))
        else:
            answer = NOT_FOUND
        await _send(answer, send, packed=b"gzip" in headers.get(b"accept-encoding", b""))


def may_read(headers: dict[bytes, bytes], client: Any) -> bool:
    """Whether the request has the token, or comes directly from a network of the operator's."""
    scheme, _space, sent = headers.get(b"authorization", b"").decode("latin-1").partition(" ")
    if settings.METRICS_TOKEN and scheme.lower() == "bearer" and constant_time_compare(sent, settings.METRICS_TOKEN):
        return True
    return not PROXIED.intersection(headers) and _is_near(client, settings.METRICS_NETWORKS)


def _is_near(client: Any, networks: list[IPv4Network | IPv6Network]) -> bool:
    address = parse_address(client[0]) if client else None
    return address is not None and any(address in network for network in networks)


def _metrics(accepted: str) -> Answer:
    # Imported at the first request: it takes a sixth of a second, and most sites have no Prometheus.
    from odinsite.metrics.exposition import metrics_text

    text, kind = metrics_text(accepted)
    return 200, kind, text


async def _send(answer: Answer, send: Any, *, packed: bool) -> None:
    status, kind, body = answer
    headers = [(b"content-type", kind.encode()), (b"cache-control", b"no-store"), (b"vary", b"Accept-Encoding")]
    if packed:
        body = await asyncio.to_thread(gzip.compress, body, 5)
        headers.append((b"content-encoding", b"gzip"))
    headers.append((b"content-length", str(len(body)).encode()))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
