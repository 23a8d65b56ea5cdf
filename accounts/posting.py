"""Forms that pages and their scripts send."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, resolve_url
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponseBase]


def wants_json(request: HttpRequest) -> bool:
    """Whether a script or program asks, rather than a browser for a page."""
    return "application/json" in request.headers.get("Accept", "")


def settings_post(page: str) -> Callable[[View[P]], View[P]]:
    """Redirect requests other than POST to `page`. A visitor logs in first and then comes to `page`, too, as the login
    loses the form.
    """

    def decorate(view: View[P]) -> View[P]:
        @never_cache
        @require_http_methods(["GET", "HEAD", "POST"])
        @wraps(view)
        def guarded(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
            if not request.user.is_authenticated:
                return redirect_to_login(resolve_url(page))
            return view(request, *args, **kwargs) if request.method == "POST" else redirect(page)

        return guarded

    return decorate
