"""Answers that shared caches, such as a CDN's, may send to several readers."""

from collections.abc import Callable
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.utils.cache import add_never_cache_headers

from accounts.site.public_pages import SHARED

# Headers of the reader that middleware consults for pages.
READERS: Final = {"cookie", "accept-language"}


class SharedCachesMiddleware:
    """Keeps answers with a cookie, such as a form's token, out of shared caches. Lets them use an `immutable` answer
    for all readers: removes cookies and languages from its Vary, and its Content-Language. It comes before the
    middleware that adds these headers.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        caching = response.get("Cache-Control", "")
        if response.cookies:
            if caching == SHARED:
                del response.headers["Cache-Control"], response.headers["ETag"]
                add_never_cache_headers(response)
        elif "immutable" in caching:
            _share(response)
        return response


def _share(response: HttpResponse) -> None:
    varies = [name.strip() for name in response.get("Vary", "").split(",")]
    response.headers["Vary"] = ", ".join(name for name in varies if name.lower() not in READERS)
    del response.headers["Content-Language"]
    if not response.headers["Vary"]:
        del response.headers["Vary"]
