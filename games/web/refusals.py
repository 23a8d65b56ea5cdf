"""Turns refusals of services into responses."""

import re
from collections.abc import Callable

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, resolve_url

from accounts.posting import wants_json
from accounts.site.own_addresses import next_address
from games.errors import GameError

NOT_FOUND = 404
TOKEN = re.compile(r"[A-Za-z0-9_-]{1,32}")


class RefusalMiddleware:
    """Responds to refusals that views do not handle: JSON for scripts; 404 if something does not exist; a refused POST
    redirects to the previous page, with a message. Views must handle a refused GET.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        if not isinstance(error, GameError):
            return None
        if wants_json(request):
            return json_refusal(error)
        if error.status == NOT_FOUND:
            raise Http404(str(error.words)) from error
        if request.method != "POST":
            return None
        flash_refusal(request, error)
        return redirect(page_before(request))


def json_refusal(error: GameError) -> HttpResponse:
    answer = JsonResponse({"error": error.code, "detail": str(error.words)}, status=error.status)
    return with_retry(answer, error.retry_s)


def with_retry(answer: HttpResponse, retry_s: int) -> HttpResponse:
    """The answer, which says when to try again if a limit refused."""
    if retry_s:
        answer.headers["Retry-After"] = str(retry_s)
    return answer


def flash_refusal(request: HttpRequest, error: GameError) -> int:
    messages.error(request, str(error.words))
    return error.status


def page_before(request: HttpRequest) -> str:
    """The button's page: the address in `next`, the invitation in `token`, the game, standing table or player in the
    address, or the lobby.
    """
    after = next_address(request)
    if after is not None:
        return after
    token = request.POST.get("token", "")
    if TOKEN.fullmatch(token):
        return resolve_url("games:invited", token=token)
    about = request.resolver_match.kwargs if request.resolver_match is not None else {}
    if "public_id" in about:
        return resolve_url("games:table", public_id=about["public_id"])
    if "table_id" in about:
        return resolve_url("games:standing", table_id=about["table_id"])
    return resolve_url("games:profile", handle=about["handle"]) if "handle" in about else resolve_url("home")
