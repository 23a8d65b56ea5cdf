"""Pages that are the same for all visitors."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Concatenate, Final, ParamSpec

from django.http import HttpRequest, HttpResponse
from django.utils.cache import add_never_cache_headers, patch_vary_headers
from django.views.decorators.http import conditional_page

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponse]

# A page that is made private is still sent to visitors for at most so many seconds.
SHARED_S: Final = 60
SHARED: Final = f"public, max-age=0, s-maxage={SHARED_S}"


def public_page(view: View[P]) -> View[P]:
    """Let shared caches send the page to visitors for a minute, by its ETag, language and cookies. Browsers ask each
    time. Members' pages and errors are never cached.
    """
    with_etag = conditional_page(view)

    @wraps(view)
    def shared(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if request.user.is_authenticated:
            response = view(request, *args, **kwargs)
            add_never_cache_headers(response)
            return response
        response = with_etag(request, *args, **kwargs)
        if response.status_code in (HTTPStatus.OK, HTTPStatus.NOT_MODIFIED):
            response.headers["Cache-Control"] = SHARED
            patch_vary_headers(response, ["Cookie"])
        else:
            add_never_cache_headers(response)
        return response

    return shared
