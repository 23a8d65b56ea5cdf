"""Pages behind links in emails, for any browser, logged in or not."""

from collections.abc import Callable
from functools import wraps

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.utils.cache import add_never_cache_headers

THEME_COOKIE = "theme"

Page = Callable[[HttpRequest, str], HttpResponse]


def mail_link_page(page: Page) -> Page:
    """Serve a page that knows its visitor by its address alone: no cookie but the theme's is read or set. It is not
    cached or indexed, and sends no referrer.
    """

    @wraps(page)
    def answer(request: HttpRequest, token: str) -> HttpResponse:
        request.user = AnonymousUser()
        request.COOKIES = {name: value for name, value in request.COOKIES.items() if name == THEME_COOKIE}
        response = page(request, token)
        add_never_cache_headers(response)
        response["Referrer-Policy"] = "no-referrer"
        response["X-Robots-Tag"] = "noindex, nofollow"
        return response

    return answer
