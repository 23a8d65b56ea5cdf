"""The answer to a client with too many requests for pages: cheap, without a database."""

from typing import Final

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.utils.translation import get_language_from_request, override

from accounts.posting import wants_json
from games.api.edge import TRY_LATER, asks_as_program, show_to_scripts
from games.api.problems import problem
from odinsite.web.limits import PAGE_RETRY_S

STATUS: Final = 503


def busy_response(request: HttpRequest) -> HttpResponse:
    """The answer in the browser's language; scripts that want JSON read why."""
    language = get_language_from_request(request)
    with override(language):
        response = _words(request)
    response["Retry-After"] = str(PAGE_RETRY_S)
    response["Cache-Control"] = "no-store"
    response["Content-Language"] = language
    response["Content-Security-Policy"] = "default-src 'none'; frame-ancestors 'none'"
    return response


def _words(request: HttpRequest) -> HttpResponse:
    if asks_as_program(request):
        return show_to_scripts(request, problem(STATUS, "too_many_pages", TRY_LATER))
    if wants_json(request):
        words = {"error": "too_many_pages", "detail": str(TRY_LATER)}
        return JsonResponse(words, status=STATUS)
    asks = request.method in ("GET", "HEAD")
    return HttpResponse(render_to_string("site/busy.html", {"asks": asks}), status=STATUS)
