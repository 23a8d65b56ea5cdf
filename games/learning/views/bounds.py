"""Bounds on what visitors store and compute by pages that work without an account: far above the needs of a school
behind one address. Each session is a row, each answer may write it, and each hint takes a search.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Concatenate, Final, Literal, ParamSpec

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.web.counting import counting
from games.web.network_limits import NetworkLimit

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponse]

HOUR_S: Final = 3600
Kind = Literal["session", "post", "hint"]
MAX_AN_HOUR: Final[dict[Kind, int]] = {"session": 300, "post": 3000, "hint": 3000}


def bounded(view: View[P]) -> View[P]:
    """Accept GET, and a limited number of POST an hour from one network."""

    @never_cache
    @require_http_methods(["GET", "HEAD", "POST"])
    @wraps(view)
    def guarded(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if request.method == "POST" and not within_bounds(request, "post"):
            return slower(request)
        # The lessons count points up.
        with counting(down=False):
            return view(request, *args, **kwargs)

    return guarded


def within_bounds(request: HttpRequest, kind: Kind) -> bool:
    """Count one more of this kind in this hour; return whether it is within bounds."""
    return NetworkLimit(kind, MAX_AN_HOUR[kind], HOUR_S).allows(request)


def slower(request: HttpRequest) -> HttpResponse:
    return render(request, "429.html", status=HTTPStatus.TOO_MANY_REQUESTS)


def may_keep(request: HttpRequest) -> bool:
    """Whether the session may be written; counts a new one."""
    # Loading drops the key of a session that has expired or was never ours.
    request.session.is_empty()
    request.session.keys()
    return request.session.session_key is not None or within_bounds(request, "session")
