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

from games.errors import GameError, Refused
from games.forms.numbers import whole_number
from games.play.errors import PlayReason
from games.views.people import viewer

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponse]

CONFLICT = 409
BAD = 422
TOO_MANY = 429
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


def tell(request: HttpRequest, error: GameError) -> int:
    """Put the refusal's words among the page's messages and return its status."""
    messages.error(request, str(error.words))
    return error.status


def wants_json(request: HttpRequest) -> bool:
    """Whether a page's script asks, which reads JSON."""
    return "application/json" in request.headers.get("Accept", "")


def json_refusal(error: GameError) -> JsonResponse:
    """A refusal for a script: `error` names the reason, `detail` says it in words."""
    return JsonResponse({"error": error.code, "detail": str(error.words)}, status=error.status)


def version_seen(request: HttpRequest) -> int | None:
    """The game's version that the form was made for; None where the form carries none.

    Raises Refused(STALE_VERSION) for what is no version.
    """
    text = request.POST.get("version")
    version = whole_number(text) if text is not None else None
    if text is not None and version is None:
        raise Refused(PlayReason.STALE_VERSION)
    return version


def page_number(request: HttpRequest, name: str = "page") -> int:
    """The number of a list's page in the address; 1 where it says nothing sensible."""
    return whole_number(request.GET.get(name, "")) or 1
