"""Visitors from a banned network may read, but send no form: no sign-up, login or seat as a guest."""

from collections.abc import Callable
from typing import Any, Final

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext

from accounts.bans.selectors import network_ban
from accounts.models import AccessBan
from accounts.posting import wants_json

SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS", "TRACE"})
# What a link in an email or a token proves, leaving, and reading in another language.
OPEN: Final = frozenset({"games:unsubscribe", "games:mail_turn", "account_logout", "accounts:language"})
OPEN_NAMESPACES: Final = frozenset({"api", "mail_hooks"})


class BannedNetworkMiddleware:
    """Costs a query for each form of a visitor, and nothing for other requests."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, view: Any, args: Any, kwargs: Any) -> HttpResponse | None:
        match = request.resolver_match
        if request.method in SAFE or match is None or request.user.is_authenticated:
            return None
        if match.view_name in OPEN or OPEN_NAMESPACES.intersection(match.namespaces):
            return None
        ban = network_ban(request.META.get("REMOTE_ADDR", ""))
        return None if ban is None else banned_page(request, ban)


def banned_page(request: HttpRequest, ban: AccessBan) -> HttpResponse:
    """The page that says what is not possible, and until when; JSON for scripts."""
    if wants_json(request):
        words = gettext("You can’t log in or create an account from your network.")
        return JsonResponse({"error": "network_banned", "detail": words}, status=403)
    return render(request, "site/banned.html", {"ban": ban}, status=403)
