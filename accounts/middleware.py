"""Shows each person the site in the language and time zone of the account."""

import zoneinfo
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils import timezone, translation


class PreferencesMiddleware:
    """Activates the account's time zone and language for one request; a visitor gets UTC and the browser's language."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        user = request.user
        if not user.is_authenticated:
            return self.get_response(request)
        translation.activate(user.language)
        with timezone.override(zoneinfo.ZoneInfo(user.time_zone)):
            response = self.get_response(request)
        response.headers.setdefault("Content-Language", translation.get_language() or "en")
        return response
