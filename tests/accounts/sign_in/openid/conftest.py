"""The site with a provider."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from html import unescape
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import HTTPRedirectHandler, build_opener

import pytest
from django.test import Client
from pytest_django.fixtures import Settings

from accounts.models import User
from odinsite.env import OpenId
from tests.accounts.sign_in.openid.provider import CLIENT, SECRET, Provider

START = "/accounts/oidc/login/"


class Stay(HTTPRedirectHandler):
    def redirect_request(self, *_asked: object) -> None:
        return None


@pytest.fixture(scope="module")
def running() -> Iterator[Provider]:
    provider = Provider()
    yield provider
    provider.close()


@pytest.fixture
def provider(running: Provider, settings: Settings, db: None) -> Provider:
    """A provider with the person Carla, whose address it has confirmed."""
    running.person = person_there("carla")
    running.audience = CLIENT
    running.userinfo = {}
    running.logged_in_at = time.time()
    running.asks_again = running.tells_when = True
    settings.OIDC = OpenId("Guild", running.url, CLIENT, SECRET)
    return running


def person_there(name: str, *, verified: object = True) -> dict[str, object]:
    return {
        "sub": f"id-of-{name}",
        "preferred_username": name,
        "email": f"{name}@example.org",
        "email_verified": verified,
        "name": "Full Name",
        "phone_number": "+47 12345678",
    }


def way_back(client: Client, start: str = START, **form: str) -> str:
    """Start, and return the address that the provider sends the browser back to."""
    leaving = client.post(start, form)
    assert leaving.status_code == 200, leaving.headers
    try:
        build_opener(Stay).open(leaving.context["link"])
    except HTTPError as answer:
        back = urlsplit(answer.headers["Location"])
        return f"{back.path}?{back.query}"
    raise AssertionError("no redirect")


def come_in(client: Client, **form: str) -> Any:
    return client.get(way_back(client, **form))


def prove(client: Client, wanted: str) -> Any:
    """Press the button of the page that asks for proof."""
    page = client.get("/accounts/reauthenticate/mail/").content.decode()
    found = re.search(rf'action="({START}[^"]*)"', page)
    assert found is not None
    return client.get(way_back(client, unescape(found[1]), process="redirect", next=wanted))


def is_now(client: Client, user: User) -> bool:
    return client.session.get("_auth_user_id") == str(user.pk)


@pytest.fixture
def newcomer(provider: Provider) -> Client:
    """Carla without a password, who logged in some time ago."""
    client = Client()
    come_in(client)
    client.post("/accounts/oidc/signup/", {"username": "carla"})
    session = client.session
    session["account_authentication_methods"] = [{"method": "socialaccount", "at": time.time() - 400}]
    session.save()
    return client
