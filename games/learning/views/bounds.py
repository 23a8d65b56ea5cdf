"""Bounds on what visitors store and compute by pages that work without an account."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Concatenate, ParamSpec

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.sign_in.network_traces import network_key
from games.learning.limits import Kind, may_go_on
from games.web.counting import counting

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponse]


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
    address = request.META.get("REMOTE_ADDR", "")
    return may_go_on(kind, network_key(address) or address)


def slower(request: HttpRequest) -> HttpResponse:
    return render(request, "429.html", status=HTTPStatus.TOO_MANY_REQUESTS)


def may_keep(request: HttpRequest) -> bool:
    """Whether the session may be written; counts a new one."""
    # Loading drops the key of a session that has expired or was never ours.
    request.session.is_empty()
    request.session.keys()
    return request.session.session_key is not None or within_bounds(request, "session")
