"""Logging in as people do it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from django.core import mail
from django.test import Client

from tests.account_mails import leaving_after_requests
from tests.password import PASSWORD

Login = Callable[..., Client]


@pytest.fixture(autouse=True)
def worker() -> Iterator[None]:
    """Mails of the accounts leave after each request."""
    with leaving_after_requests():
        yield


@pytest.fixture
def login(db: None) -> Login:
    """Makes a browser and logs in by the form; `client.session` tells whether that worked."""

    def by_form(name: str, password: str = PASSWORD) -> Client:
        client = Client()
        client.post("/accounts/login/", {"login": name, "password": password})
        return client

    return by_form


def is_in(client: Client) -> bool:
    """Whether the browser's login holds."""
    return client.get("/settings/").status_code == 200


def give_password(client: Client, password: str = PASSWORD) -> None:
    """Give the password once more, as changes of the address ask for it."""
    client.post("/accounts/reauthenticate/", {"password": password})


def link_mailed(part: str) -> str:
    """The path of the newest mailed link that contains `part`."""
    for letter in reversed(mail.outbox):
        found = re.search(rf"https?://[^/\s]+(/\S*{part}\S*)", str(letter.body))
        if found:
            return found[1]
    raise AssertionError(f"no link to {part} was mailed")
