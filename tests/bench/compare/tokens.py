"""Runs in a process of the site: tokens for the people of logins."""

from __future__ import annotations

import json
import sys
from typing import Final

CODE: Final = "from tests.bench.compare.tokens import tokens_print; tokens_print()"


def tokens_print() -> None:
    """Read a JSON list of session keys, and print one with a token of each one's person."""
    import django

    django.setup()
    from allauth.usersessions.models import UserSession

    from accounts.tokens.services import token_make

    found = []
    for key in json.load(sys.stdin):
        user = UserSession.objects.get(session_key=key).user
        found.append(token_make(user=user, name="bench", scopes=["read", "play"], days=30).text)
    print(json.dumps(found))
