"""Addresses that programs expect, and the parts of pages that search engines read."""

import re
from datetime import datetime, timedelta

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django.fixtures import Settings

from accounts.models import User
from tests.clients import ClientOf
from tests.games_laid import lay_game
from tests.page_texts import markup_of

pytestmark = pytest.mark.django_db

PUBLIC = ("/", "/rules/", "/learn/", "/games/", "/leaders/", "/terms/", "/privacy/", "/contact/", "/accounts/login/")


def described(client: Client, path: str) -> list[str]:
    return re.findall(r'<meta name="description" content="([^"]*)">', markup_of(client.get(path)))


def test_robots_stay_away_from_accounts_and_settings(client: Client) -> None:
    answer = client.get("/robots.txt")
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    assert answer.content.decode() == "User-agent: *\nDisallow: /accounts/\nDisallow: /settings/\n"
    assert settings.ADMIN_URL not in answer.content.decode()


def test_the_old_address_of_the_icon_leads_to_one(client: Client) -> None:
    answer = client.get("/favicon.ico")
    assert answer.status_code == 302
    assert finders.find(answer["Location"].removeprefix("/static/"))


def test_a_hole_is_told_to_the_operator(client: Client, settings: Settings) -> None:
    settings.PUBLIC_URL = "https://odin.example.org"
    answer = client.get("/.well-known/security.txt")
    fields = dict(line.split(": ", 1) for line in answer.content.decode().splitlines())
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    assert fields["Contact"] == "https://odin.example.org/contact/"
    assert fields["Canonical"] == "https://odin.example.org/.well-known/security.txt"
    assert set(fields["Preferred-Languages"].split(", ")) == {code for code, _name in settings.LANGUAGES}
    assert timedelta(days=30) < datetime.fromisoformat(fields["Expires"]) - timezone.now() < timedelta(days=365)


@pytest.mark.parametrize("path", PUBLIC)
def test_a_public_page_describes_itself_once(client: Client, path: str) -> None:
    (words,) = described(client, path)
    assert 40 <= len(words) <= 160


def test_the_descriptions_differ(client: Client) -> None:
    pages = [path for path in PUBLIC if path not in ("/terms/", "/privacy/", "/contact/", "/accounts/login/")]
    assert len({described(client, path)[0] for path in pages}) == len(pages)


def test_what_search_engines_must_not_list_has_no_description(
    client: Client, alice: User, bob: User, client_of: ClientOf
) -> None:
    game = lay_game([alice, bob])
    assert described(client, reverse("games:deal", args=[game.public_id])) == []
    assert described(client_of(alice), "/settings/") == []
