"""A form that is sent after the login has ended leads to a page by way of the login."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.urls.exceptions import NoReverseMatch
from django.utils import timezone
from pytest_django.fixtures import Settings

from accounts.models import User
from games.models import Game
from tests.password import PASSWORD

pytestmark = pytest.mark.django_db

LOGIN = "/accounts/login/"
# Addresses with an own login, and for programs of others.
APART = ("admin:", "mail_hooks:")
# Only for people with an app, with a decision about them, with a standing table or a league, and for friends.
NOT_THERE = {
    *("/settings/decisions/1/", "/settings/decisions/1/appeal/"),
    *("/l/1/", "/t/1/", "/t/1/act/", "/t/1/decline/", "/t/1/members/1/", "/t/1/next/", "/t/1/options/"),
    *("/accounts/2fa/recovery-codes/", "/accounts/2fa/recovery-codes/download/", "/accounts/2fa/totp/deactivate/"),
}


def names(patterns: list[URLPattern | URLResolver], space: str = "") -> Iterator[tuple[str, list[str]]]:
    """Names and arguments of the addresses."""
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            inner = f"{space}{pattern.namespace}:" if pattern.namespace else space
            for name, arguments in names(pattern.url_patterns, inner):
                yield name, [*pattern.pattern.converters, *arguments]
        elif pattern.name:
            yield f"{space}{pattern.name}", list(pattern.pattern.regex.groupindex)


def addresses(game: Game, user: User) -> Iterator[str]:
    known: dict[str, object] = {"public_id": game.public_id, "handle": user.handle, "provider_id": "oidc"}
    known["day"] = known["week"] = timezone.now().date()
    for name, arguments in names(get_resolver().url_patterns):
        if name.startswith(APART):
            continue
        filled = {argument: known.get(argument, 1) for argument in arguments}
        # Others have a token, which is proof by itself.
        with suppress(NoReverseMatch):
            yield reverse(name, kwargs=filled)


def test_after_the_login_comes_a_page(game: Game, alice: User, settings: Settings) -> None:
    # So many logins would be too many.
    settings.ACCOUNT_RATE_LIMITS = False
    led: dict[str, int] = {}
    for address in sorted(set(addresses(game, alice))):
        client = Client()
        answer = client.post(address, {})
        way = urlsplit(answer.headers.get("Location", ""))
        if way.path != LOGIN:
            continue
        wanted = parse_qs(way.query).get("next", ["/"])[0]
        page = client.post(LOGIN, {"login": "alice", "password": PASSWORD, "next": wanted}, follow=True)
        led[address] = page.status_code
    missing = {address for address, status in led.items() if status == 404}
    own = {"/messages/alice/", "/messages/alice/link/1/1/"}
    assert missing == {*NOT_THERE, *own, f"/g/{game.public_id}/chat/link/1/1/"}
    assert [(status, address) for address, status in sorted(led.items()) if status not in (200, 404)] == []
    assert {"/settings/sessions/end/", "/settings/mail/resume/", f"/g/{game.public_id}/turn/"} <= led.keys()
