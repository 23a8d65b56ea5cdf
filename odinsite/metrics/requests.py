"""Counts requests by the name of their route."""

from __future__ import annotations

from time import perf_counter
from typing import Final

from django.http import HttpRequest

from accounts.metrics.counted import REQUEST_SECONDS, REQUESTS
from accounts.tracing.lines import NO_ROUTE
from odinsite.logs.middleware import route_of

# One name for all pages of the admin, which has hundreds.
ADMIN: Final = "admin"


def request_count(request: HttpRequest | None, status: int, began: float) -> None:
    """Count the answer. `request`: None if it was refused unread. `began`: `perf_counter` when it was there."""
    route = _counted_route(request)
    REQUESTS.add(route, str(status))
    REQUEST_SECONDS.observe(perf_counter() - began, route)


def _counted_route(request: HttpRequest | None) -> str:
    if request is None:
        return NO_ROUTE
    route = route_of(request)
    return ADMIN if route.startswith("admin:") else route
