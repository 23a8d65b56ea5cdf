"""Applies a person's preferences to each page."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from accounts.models import User
from games.people.preference_selectors import preferences_of
from games.web.counting import counting


class CountingMiddleware:
    """Sets how the reader counts points. No query: the account comes with its preferences."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        user = request.user
        if not isinstance(user, User) or request.path_info.startswith(f"/{settings.ADMIN_URL}"):
            return self.get_response(request)
        with counting(down=preferences_of(user).count_down):
            return self.get_response(request)
