"""Logging in by the form."""

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
    with leaving_after_requests():
        yield


@pytest.fixture
def login(db: None) -> Login:
    """Log in by the form; `client.session` shows whether it worked."""

    def by_form(name: str, password: str = PASSWORD) -> Client:
        client = Client()
        client.post("/accounts/login/", {"login": name, "password": password})
        return client

    return by_form


def is_in(client: Client) -> bool:
    return client.get("/settings/").status_code == 200


def give_password(client: Client, password: str = PASSWORD) -> None:
    """Prove who is there by the password, as changes of the address require."""
    client.post("/accounts/reauthenticate/", {"password": password})


def link_mailed(part: str) -> str:
    for letter in reversed(mail.outbox):
        found = re.search(rf"https?://[^/\s]+(/\S*{part}\S*)", str(letter.body))
        if found:
            return found[1]
    raise AssertionError(f"no link to {part} was mailed")
