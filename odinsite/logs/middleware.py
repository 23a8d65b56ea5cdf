"""One line in the log for each request."""

import logging
from collections.abc import Callable
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from accounts.tracing.lines import NO_ROUTE, request_log
from accounts.tracing.work import working
from odinsite.health import PROBES

PROBE, STATIC = "probe", "static"


class RequestLogMiddleware:
    """Handles each request as a piece of work, whose id the response names. It comes first."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        with working() as work:
            response = self.get_response(request)
            response.headers["X-Request-ID"] = work.id
            route = route_of(request)
            request_log(
                work,
                method=request.method or "",
                route=route,
                status=response.status_code,
                level=level_of(route, response.status_code),
            )
        return response


def route_of(request: HttpRequest) -> str:
    """The name of the page's address, never the address itself."""
    if request.path_info in PROBES:
        return PROBE
    match = request.resolver_match
    if match is not None:
        return match.view_name or NO_ROUTE
    return STATIC if request.path_info.startswith(urlsplit(settings.STATIC_URL).path) else NO_ROUTE


def level_of(route: str, status: int) -> int:
    """DEBUG for files and probes, which come several times a minute, and for refusals without a page, of which Django
    logs the address.
    """
    if route in (STATIC, PROBE) or (route == NO_ROUTE and 400 <= status < 500):
        return logging.DEBUG
    return logging.INFO
