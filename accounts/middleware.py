"""What the account decides about each page: its language and time zone, and whether its person may see it."""

import zoneinfo
from collections.abc import Callable
from typing import Any, Final

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.utils import timezone, translation
from django.utils.translation import gettext

from accounts.models import User
from accounts.sign_in.second_factor import has_app, is_verified, leads_to_second_factor

# What who is suspended may still see and do: read why, answer, take along what is known of them, and go.
OPEN_TO_SUSPENDED: Final = frozenset(
    {
        *("accounts:decisions", "accounts:decision", "accounts:decisions_read", "accounts:appeal"),
        *("accounts:delete", "accounts:language", "account_logout", "account_reauthenticate", "mfa_reauthenticate"),
        *("games:export", "games:unsubscribe"),
        *("manifest", "worker", "offline", "health", "live", "ready", "terms", "privacy", "contact"),
    }
)

# Of the second factor's pages those that show nothing of it, and those that ask for it.
OPEN_WITHOUT_CODE: Final = frozenset({"mfa_index", "mfa_authenticate", "mfa_reauthenticate"})


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


class SuspensionMiddleware:
    """Leads who is suspended from every page to the decision about them."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: Callable[..., HttpResponse], args: Any, kwargs: Any
    ) -> HttpResponse | None:
        user = request.user
        if not isinstance(user, User) or not user.is_suspended:
            return None
        match = request.resolver_match
        if match is not None and match.view_name in OPEN_TO_SUSPENDED:
            return None
        if "application/json" in request.headers.get("Accept", ""):
            words = gettext("Your account is suspended.")
            return JsonResponse({"error": "suspended", "detail": words}, status=403)
        return redirect("accounts:decisions")


class SecondFactorMiddleware:
    """Leads who would look at or change the second factor of an account that has one to where a code is asked for.

    The library asks for the password alone: with one that was stolen, and a login from before the second factor, its
    recovery codes would be read, and it would be switched off.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: Callable[..., HttpResponse], args: Any, kwargs: Any
    ) -> HttpResponse | None:
        name = request.resolver_match.view_name if request.resolver_match is not None else ""
        if not name.startswith("mfa_") or name in OPEN_WITHOUT_CODE or not isinstance(request.user, User):
            return None
        if not has_app(request.user) or is_verified(request):
            return None
        return leads_to_second_factor(request)
