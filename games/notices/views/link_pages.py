"""Pages that a link in a mail opens: for who holds the link, whoever may be logged in."""

from collections.abc import Callable
from functools import wraps

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.utils.cache import add_never_cache_headers

THEME_COOKIE = "theme"

Page = Callable[[HttpRequest, str], HttpResponse]


def letter_page(page: Page) -> Page:
    """A page that knows its visitor by its address alone: no cookie is read, renewed or ended.

    Only which look the reader likes is kept. Nobody is to store the page, find it, or be told its address.
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
