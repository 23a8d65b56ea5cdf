"""What all pages that change something share: who may post, where a visitor goes first, how a refusal is told."""

import re
from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, resolve_url
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from games.errors import GameError, LobbyReason, LobbyRefused, NoSuchGame
from games.forms.numbers import whole_number
from games.views.people import viewer
from games.words import words_for

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponse]

CONFLICT = 409
BAD = 422
TOO_MANY = 429
_STATUS = {
    LobbyReason.NOT_HOST: 403,
    LobbyReason.NO_SUCH_SEAT: BAD,
    LobbyReason.NO_SUCH_BOT: BAD,
    LobbyReason.NO_SUCH_PERSON: BAD,
    LobbyReason.CANNOT_INVITE: BAD,
    LobbyReason.TOO_MANY_BOTS: BAD,
    LobbyReason.TOO_MANY_NEW: TOO_MANY,
    LobbyReason.TOO_MANY_NEW_TODAY: TOO_MANY,
    LobbyReason.BAD_CONTRIBUTION: BAD,
    LobbyReason.BAD_OPTIONS: BAD,
    LobbyReason.BAD_ORDER: BAD,
    LobbyReason.NOTE_LONG: BAD,
    LobbyReason.ACCOUNT_CLOSED: 403,
    LobbyReason.BARRED: 403,
}
TOKEN = re.compile(r"[A-Za-z0-9_-]{1,32}")


def posted(view: View[P]) -> View[P]:
    """Take POST alone, from people who are logged in; a visitor logs in and comes back to the page before.

    Without its script a page that was refused stands at this address: who loads it again is led to where it belongs.
    """

    @require_http_methods(["GET", "HEAD", "POST"])
    @wraps(view)
    def guarded(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if request.method != "POST":
            return redirect(page_before(request, str(kwargs.get("public_id", ""))))
        if viewer(request) is not None:
            return view(request, *args, **kwargs)
        if wants_json(request):
            return JsonResponse({"error": "login", "detail": gettext("Log in first.")}, status=401)
        return redirect_to_login(page_before(request, str(kwargs.get("public_id", ""))))

    return guarded


def page_before(request: HttpRequest, public_id: str = "") -> str:
    """Where the button was: the address in `next`, the invitation of `token`, the game's page, or the lobby."""
    after = request.POST.get("next", "")
    if after and url_has_allowed_host_and_scheme(after, {request.get_host()}, require_https=request.is_secure()):
        return after
    token = request.POST.get("token", "")
    if TOKEN.fullmatch(token):
        return resolve_url("games:invited", token=token)
    return resolve_url("games:table", public_id=public_id) if public_id else resolve_url("home")


def status_of(error: GameError) -> int:
    """The HTTP status of a service's refusal."""
    if isinstance(error, NoSuchGame):
        return 404
    return _STATUS.get(error.reason, CONFLICT) if isinstance(error, LobbyRefused) else CONFLICT


def tell(request: HttpRequest, error: GameError) -> int:
    """Put the refusal's words among the page's messages and return its status."""
    messages.error(request, words_for(error))
    return status_of(error)


def wants_json(request: HttpRequest) -> bool:
    """Whether a page's script asks, which reads JSON."""
    return "application/json" in request.headers.get("Accept", "")


def json_refusal(error: GameError) -> JsonResponse:
    """A refusal for a script: `error` names the reason, `detail` says it in words."""
    reason = error.reason.value if isinstance(error, LobbyRefused) else "no_such_game"
    return JsonResponse({"error": reason, "detail": words_for(error)}, status=status_of(error))


def version_seen(request: HttpRequest) -> int | None:
    """The game's version that the form was made for; None where the form carries none.

    Raises LobbyRefused(STALE_VERSION) for what is no version.
    """
    text = request.POST.get("version")
    version = whole_number(text) if text is not None else None
    if text is not None and version is None:
        raise LobbyRefused(LobbyReason.STALE_VERSION)
    return version


def page_number(request: HttpRequest, name: str = "page") -> int:
    """The number of a list's page in the address; 1 where it says nothing sensible."""
    return whole_number(request.GET.get(name, "")) or 1
