"""The account that is logged in; its language and time zone; pages closed to suspended people or without two-factor
login.
"""

import zoneinfo
from collections.abc import Callable
from typing import Any, Final

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.utils import timezone, translation
from django.utils.text import capfirst
from django.utils.translation import gettext

from accounts.models import User
from accounts.posting import wants_json
from accounts.sign_in.two_factor import has_app, is_verified, leads_to_two_factor
from accounts.tracing.work import account_note

# Reading why, answering, exporting data, leaving.
OPEN_TO_SUSPENDED: Final = frozenset(
    {
        *("accounts:decisions", "accounts:decision", "accounts:decisions_read", "accounts:appeal"),
        *("accounts:delete", "accounts:language", "account_logout", "account_reauthenticate", "mfa_reauthenticate"),
        *("mfa_reauthenticate_webauthn", "account_reauthenticate_mail"),
        *("games:export", "games:unsubscribe"),
        *("manifest", "worker", "offline", "terms", "privacy", "contact"),
    }
)

# These pages show nothing about two-factor login, or ask for a code.
OPEN_WITHOUT_CODE: Final = frozenset(
    {"mfa_index", "mfa_authenticate", "mfa_reauthenticate", "mfa_reauthenticate_webauthn"}
)


class PreferencesMiddleware:
    """Sets the account's language and time zone. Visitors get the browser's language, and UTC."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        user = request.user
        if not user.is_authenticated:
            return self.get_response(request)
        account_note(user.pk)
        translation.activate(user.language)
        with timezone.override(zoneinfo.ZoneInfo(user.time_zone)):
            response = self.get_response(request)
        response.headers.setdefault("Content-Language", translation.get_language() or "en")
        return response


class SuspensionMiddleware:
    """Redirects suspended people to the page with their decisions."""

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
        if wants_json(request):
            words = capfirst(gettext("your account is suspended"))
            return JsonResponse({"error": "suspended", "detail": words}, status=403)
        return redirect("accounts:decisions")


class SecondFactorMiddleware:
    """Requires a code before pages about two-factor login. allauth requires only the password: with a stolen one, a
    session from before two-factor login could read the recovery codes and switch it off.
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
        return leads_to_two_factor(request)
