"""Links in emails about accounts lead to PUBLIC_URL, whatever the request's Host."""

import re
from collections.abc import Callable

import pytest
from django.conf import settings
from django.core import mail
from django.test import Client

from accounts.models import User
from tests.password import PASSWORD

pytestmark = pytest.mark.django_db

SIGN_UP = "/accounts/signup/"
RESET = "/accounts/password/reset/"


def foreign() -> Client:
    """A browser whose Host header names a port where another program may answer."""
    return Client(headers={"Host": "localhost:6666"})


def sign_up(handle: str, email: str) -> None:
    foreign().post(SIGN_UP, {"handle": handle, "username": handle, "email": email, "password1": PASSWORD})


def reset(email: str) -> None:
    foreign().post(RESET, {"email": email})


@pytest.mark.parametrize(
    ("ask", "path"),
    [
        (lambda: sign_up("new", "new@example.org"), "/accounts/confirm-email/"),
        (lambda: sign_up("again", "alice@example.org"), "/accounts/login/"),
        (lambda: reset("alice@example.org"), f"{RESET}key/"),
        (lambda: reset("unknown@example.org"), SIGN_UP),
    ],
    ids=["sign-up", "sign-up again", "reset", "reset of no account"],
)
def test_links_do_not_follow_the_requests_host(alice: User, ask: Callable[[], None], path: str) -> None:
    ask()
    (letter,) = mail.outbox
    body = str(letter.body)
    assert not re.search(r"\b6666\b", body)
    links = re.findall(r"https?://\S+", body)
    assert links[0].startswith(settings.PUBLIC_URL + path)
    assert links[-1] == settings.PUBLIC_URL


def test_another_port_gives_no_more_tries_at_a_password(alice: User) -> None:
    def answer(port: int) -> str:
        browser = Client(headers={"Host": f"localhost:{port}"})
        return browser.post("/accounts/login/", {"login": "alice", "password": "wrong"}).content.decode()

    told = [answer(6000 + number) for number in range(6)]
    assert "Too many tries" in told[-1]
    assert "Too many tries" not in told[0]
