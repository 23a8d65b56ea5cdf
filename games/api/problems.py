"""Errors as problem details (RFC 9457). `error` is the reason, the same as on pages and in sockets; `detail` says it in
the account's language.
"""

from __future__ import annotations

from collections.abc import Sequence
from http import HTTPStatus
from typing import Any, Final

from django.core.exceptions import RequestDataTooBig
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from ninja import NinjaAPI
from ninja.errors import AuthenticationError, HttpError, ValidationError
from ninja.responses import Response

from accounts.models import ApiToken
from accounts.tokens.words import NO_SCOPE, NO_TOKEN
from games.api.limits import TooManyRequests
from games.errors import GameError, NoSuchGame
from games.live.frames import TOO_LARGE
from games.people.errors import PersonReason
from games.web.refusals import with_retry

PROBLEM: Final = "application/problem+json"
NOT_VALID: Final = _("The request has missing or wrong values.")
TOO_MANY: Final = _("Too many requests. Wait a moment.")


class NoSuchPlayer(GameError):
    """No account has the username in the address."""

    code = PersonReason.NO_SUCH_PERSON.value
    status = 404
    words = PersonReason.NO_SUCH_PERSON.words


class ScopeMissing(Exception):
    """The token lacks a scope that the operation needs."""

    def __init__(self, scope: ApiToken.Scope) -> None:
        super().__init__(scope.value)
        self.scope = scope


def problem(status: int, error: str, detail: str | Promise, **more: Any) -> HttpResponse:
    """An answer that tells why nothing was done."""
    body = {
        "type": "about:blank",
        "title": HTTPStatus(status).phrase,
        "status": status,
        "error": error,
        "detail": str(detail),
        **more,
    }
    return Response(body, status=status, content_type=PROBLEM)


def handle_errors(api: NinjaAPI) -> None:
    """Answer every error of the interface's operations with a problem."""
    api.exception_handler(GameError)(_refused)
    api.exception_handler(Http404)(lambda _request, _error: problem(404, NoSuchGame.code, NoSuchGame.words))
    api.exception_handler(ScopeMissing)(_scope_missing)
    api.exception_handler(AuthenticationError)(_no_token)
    api.exception_handler(ValidationError)(_not_valid)
    # A body that is not JSON.
    api.exception_handler(HttpError)(lambda _request, _error: problem(422, "malformed", NOT_VALID))
    api.exception_handler(RequestDataTooBig)(lambda _request, _error: problem(413, "too_large", TOO_LARGE))
    api.exception_handler(TooManyRequests)(_too_many)


def _refused(request: HttpRequest, error: GameError) -> HttpResponse:
    return with_retry(problem(error.status, error.code, error.words), error.retry_s)


def _scope_missing(request: HttpRequest, error: ScopeMissing) -> HttpResponse:
    return problem(403, "scope_missing", NO_SCOPE, scope=error.scope.value)


def _no_token(request: HttpRequest, error: AuthenticationError) -> HttpResponse:
    answer = problem(401, "no_token", NO_TOKEN)
    answer.headers["WWW-Authenticate"] = 'Bearer realm="odin"'
    return answer


def _not_valid(request: HttpRequest, error: ValidationError) -> HttpResponse:
    """Name the wrong fields, without the values that were sent. A path that cannot name a game or a player names
    none.
    """
    in_path = [each["loc"][-1] for each in error.errors if each["loc"][0] == "path"]
    if in_path:
        missing = NoSuchPlayer if "username" in in_path else NoSuchGame
        return problem(404, missing.code, missing.words)
    fields = [{"field": _field(each["loc"]), "detail": each["msg"]} for each in error.errors]
    return problem(422, "malformed", NOT_VALID, fields=fields)


def _field(place: Sequence[str | int]) -> str:
    """Where the value was sent, such as `body.seats`. For bodies, ninja names the function's parameter too.

    >>> _field(("body", "body", "bots", 0)), _field(("query", "status"))
    ('body.bots.0', 'query.status')
    """
    sent = place[1:] if place[0] == "body" else place
    return ".".join(map(str, sent))


def _too_many(request: HttpRequest, error: TooManyRequests) -> HttpResponse:
    return with_retry(problem(429, "too_many_requests", TOO_MANY), error.retry_s)
