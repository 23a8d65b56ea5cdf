"""The interface's edge: errors that no operation answers become problems, and scripts on other sites may read with a
token (CORS). They send no cookies, and write nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.api.limits import limit_headers
from games.api.problems import NOT_VALID, PROBLEM, TOO_MANY, problem
from games.live.frames import TOO_LARGE

PREFIX: Final = "/api/"
# A page for people.
PAGE: Final = "/api/v1/docs"

NOTHING_HERE: Final = _("There’s nothing here")
OUR_FAULT: Final = _("Sorry, that’s our fault. Your games are safe. Try again in a moment.")
DID_NOT_WORK: Final = _("That didn’t work.")
TRY_LATER: Final = _("Try again in a few seconds.")
_REASONS: Final[dict[int, tuple[str, Promise]]] = {
    400: ("malformed", NOT_VALID),
    404: ("not_found", NOTHING_HERE),
    413: ("too_large", TOO_LARGE),
    429: ("too_many_requests", TOO_MANY),
    500: ("server_error", OUR_FAULT),
    503: ("try_later", TRY_LATER),
}
# They describe the body that a problem replaces.
_OF_BODY: Final = {"content-type", "content-length", "content-encoding", "content-disposition", "etag"}

_SENT: Final = "Authorization, If-None-Match"
_SHOWN: Final = "ETag, RateLimit, RateLimit-Policy, Retry-After"
# Chromium's most is two hours.
_PREFLIGHT_S: Final = 7200


class ProgramsMiddleware:
    """Answers programs as they expect under the interface's addresses, whatever other middleware and Django's error
    pages answer. Costs pages one comparison.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not asks_as_program(request):
            return self.get_response(request)
        if request.method == "OPTIONS" and "Access-Control-Request-Method" in request.headers:
            return _preflight()
        return show_to_scripts(request, _as_problem(request, self.get_response(request)))


def asks_as_program(request: HttpRequest) -> bool:
    """Whether the address is the interface's, and its errors are problems."""
    return request.path.startswith(PREFIX) and request.path != PAGE


def show_to_scripts(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Show answers to GET to the scripts of all sites. Without Access-Control-Allow-Credentials, browsers hide the
    answers to requests with cookies.
    """
    if request.method == "GET":
        response.headers["Access-Control-Allow-Origin"] = "*"
        response.headers["Access-Control-Expose-Headers"] = _SHOWN
    return response


def _preflight() -> HttpResponse:
    """The answer to a browser that asks before a request."""
    response = HttpResponse(status=204)
    response.headers["Access-Control-Allow-Origin"] = "*"
    response.headers["Access-Control-Allow-Methods"] = "GET"
    response.headers["Access-Control-Allow-Headers"] = _SENT
    response.headers["Access-Control-Max-Age"] = str(_PREFLIGHT_S)
    return response


def _as_problem(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """The answer, or a problem with its status and headers if it is an error in another form."""
    status = response.status_code
    if status < HTTPStatus.BAD_REQUEST or response.get("Content-Type") == PROBLEM:
        return response
    answer = problem(status, *_reason(status))
    for name, value in response.items():
        if name.lower() not in _OF_BODY:
            answer.headers[name] = value
    answer.cookies = response.cookies
    answer.setdefault("Cache-Control", "no-store")
    limit_headers(request, answer)
    return answer


def _reason(status: int) -> tuple[str, Promise]:
    name = HTTPStatus(status).name.lower()
    return _REASONS.get(status, (name, OUR_FAULT if status >= HTTPStatus.INTERNAL_SERVER_ERROR else DID_NOT_WORK))
