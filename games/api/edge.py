"""Lets scripts on other sites read with a token (CORS). They send no cookies, and write nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import wraps
from inspect import iscoroutinefunction
from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, URLResolver

_SENT: Final = "Authorization, If-None-Match"
_SHOWN: Final = "ETag, RateLimit, RateLimit-Policy, Retry-After"
# Chromium's most is two hours.
_PREFLIGHT_S: Final = 7200


def open_to_scripts(view: Callable[..., Any]) -> Callable[..., Any]:
    """Answer preflights, and show answers to GET to the scripts of all sites. Without Access-Control-Allow-Credentials,
    browsers hide the answers to requests with cookies. `view` may be asynchronous.
    """
    if iscoroutinefunction(view):

        @wraps(view)
        async def answered_async(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
            return _preflight(request) or _shown(request, await view(request, *args, **kwargs))

        return answered_async

    @wraps(view)
    def answered(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        return _preflight(request) or _shown(request, view(request, *args, **kwargs))

    return answered


def all_open_to_scripts(patterns: Iterable[URLPattern | URLResolver]) -> None:
    for pattern in patterns:
        if isinstance(pattern, URLPattern):
            pattern.callback = open_to_scripts(pattern.callback)


def _preflight(request: HttpRequest) -> HttpResponse | None:
    """The answer to a browser that asks before a request; None for other requests."""
    if request.method != "OPTIONS" or "Access-Control-Request-Method" not in request.headers:
        return None
    response = HttpResponse(status=204)
    response.headers["Access-Control-Allow-Origin"] = "*"
    response.headers["Access-Control-Allow-Methods"] = "GET"
    response.headers["Access-Control-Allow-Headers"] = _SENT
    response.headers["Access-Control-Max-Age"] = str(_PREFLIGHT_S)
    return response


def _shown(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    if request.method == "GET":
        response.headers["Access-Control-Allow-Origin"] = "*"
        response.headers["Access-Control-Expose-Headers"] = _SHOWN
    return response
