"""Finds the account of a bearer token. A login's cookie opens nothing here, so no other site can use it."""

from __future__ import annotations

from typing import Final

from django.http import HttpRequest
from django.utils import translation
from ninja.security import HttpBearer

from accounts.models import ApiToken, User
from accounts.tokens.reading import bearer_text, token_find, token_used
from accounts.tracing.work import account_note
from games.api.limits import count_request
from games.api.problems import ScopeMissing

Scope = ApiToken.Scope


class Token(HttpBearer):
    """Finds the token, checks that it has `scope`, and counts the request. Answers are in the account's language.

    One query, and rarely an update. Raises ScopeMissing, TooManyRequests.
    """

    def __init__(self, scope: ApiToken.Scope | None = None) -> None:
        self.scope = scope
        super().__init__()

    def authenticate(self, request: HttpRequest, token: str) -> ApiToken | None:
        found = token_find(bearer_text(request.headers["Authorization"]))
        if found is None:
            return None
        account_note(found.user_id)
        translation.activate(found.user.language)
        count_request(request, found)
        if self.scope is not None and self.scope.value not in found.scopes:
            raise ScopeMissing(self.scope)
        token_used(found, request.META.get("REMOTE_ADDR", ""))
        return found


def token_of(request: HttpRequest) -> ApiToken:
    """The token of a request that `Token` let through."""
    token: ApiToken = request.auth  # type: ignore[attr-defined] # ninja's
    return token


def caller(request: HttpRequest) -> User:
    """The account of a request that `Token` let through."""
    return token_of(request).user


ANY: Final = Token()
READ: Final = Token(Scope.READ)
PLAY: Final = Token(Scope.PLAY)
BOT: Final = Token(Scope.BOT)
