"""A password is hashed once for each that was typed: hashing takes a third of a second of a processor."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import pytest
from django.contrib.auth.hashers import MD5PasswordHasher
from django.test import Client, override_settings

from accounts.models import User
from tests.clients import ClientOf
from tests.password import PASSWORD

LOGIN: Final = "/accounts/login/"


class CountingHasher(MD5PasswordHasher):
    hashed = 0

    def encode(self, *args: Any, **named: Any) -> str:
        CountingHasher.hashed += 1
        return super().encode(*args, **named)


@pytest.fixture(autouse=True)
def counting(alice: User) -> Iterator[None]:
    with override_settings(PASSWORD_HASHERS=[f"{__name__}.CountingHasher"]):
        CountingHasher.hashed = 0
        yield


@pytest.mark.parametrize("name", ["alice", "ALICE", "alice@example.org", "nobody", "nobody@example.org"])
@pytest.mark.parametrize("password", [PASSWORD, "wrong"])
def test_a_login_hashes_once(client: Client, name: str, password: str) -> None:
    client.post(LOGIN, {"login": name, "password": password})
    assert CountingHasher.hashed == 1


def test_a_closed_account_is_as_slow(client: Client, alice: User) -> None:
    User.objects.filter(pk=alice.pk).update(is_active=False)
    client.post(LOGIN, {"login": "alice", "password": PASSWORD})
    assert CountingHasher.hashed == 1


@pytest.mark.parametrize(
    ("path", "form", "times"),
    [
        ("/accounts/reauthenticate/", {"password": "wrong"}, 1),
        ("/accounts/reauthenticate/", {"password": PASSWORD}, 1),
        ("/settings/delete/", {"password": "wrong"}, 1),
        ("/settings/export/", {"password": "wrong"}, 1),
        ("/accounts/password/change/", {"oldpassword": "wrong", "password1": "another-sound-one"}, 1),
        # The present one, and the new one.
        ("/accounts/password/change/", {"oldpassword": PASSWORD, "password1": "another-sound-one"}, 2),
    ],
)
def test_so_does_every_form_that_asks_for_it(
    alice: User, client_of: ClientOf, path: str, form: dict[str, str], times: int
) -> None:
    client_of(alice).post(path, {**form, "password2": "another-sound-one"})
    assert CountingHasher.hashed == times
