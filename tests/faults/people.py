"""Makes the programs' accounts. A shell of either version of the code runs it, so it imports nothing of the tests."""

from __future__ import annotations

import json

from allauth.account.models import EmailAddress

from accounts.models import ApiToken, User
from accounts.tokens.services import token_make


def people_make(count: int) -> list[tuple[str, str]]:
    """Make so many pairs of people, and return their tokens."""
    return [(_person(f"program{number}a"), _person(f"program{number}b")) for number in range(count)]


def _person(handle: str) -> str:
    user = User.objects.create_user(handle, f"{handle}@example.org")
    EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=True)
    return token_make(user=user, name="a program", scopes=list(ApiToken.Scope.values), days=30).text


def main(count: int) -> None:
    print(json.dumps(people_make(count)))
