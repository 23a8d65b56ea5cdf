"""A program that calls the interface with a token."""

from __future__ import annotations

from typing import Any, Final

from django.test import Client

from accounts.models import ApiToken, User
from accounts.tokens.services import token_make

BASE: Final = "/api/v1/"
ALL: Final = tuple(ApiToken.Scope.values)


class Program:
    """Calls with the token `text`; `last` is the last answer."""

    def __init__(self, text: str) -> None:
        self.client = Client(headers={"Authorization": f"Bearer {text}"})
        self.last: Any = None

    def get(self, path: str, **query: str | int) -> Any:
        """The answer's JSON, or None if it is empty."""
        return self._read(self.client.get(BASE + path, query))

    def post(self, path: str, body: object = None, **headers: str) -> Any:
        """Send `body` as JSON; the answer's JSON, or None if it is empty."""
        sent: dict[str, Any] = {} if body is None else {"data": body, "content_type": "application/json"}
        return self._read(self.client.post(BASE + path, headers=headers, **sent))

    def _read(self, answer: Any) -> Any:
        self.last = answer
        return answer.json() if answer.content else None

    @property
    def status(self) -> int:
        return int(self.last.status_code)


def program_of(user: User, *scopes: str) -> Program:
    """A program with a new token of `user`, with all scopes unless some are given."""
    return Program(token_text(user, *scopes))


def token_text(user: User, *scopes: str) -> str:
    return token_make(user=user, name="a program", scopes=scopes or ALL, days=30).text
