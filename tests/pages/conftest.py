"""The cast, and browsers without a script that they are logged in with."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import User
from tests.factories import make_person

Browser = Callable[[User], Client]


@pytest.fixture
def alice(db: None) -> User:
    return make_person("alice")


@pytest.fixture
def bob(db: None) -> User:
    return make_person("bob")


@pytest.fixture
def charlie(db: None) -> User:
    return make_person("charlie")


@pytest.fixture
def browser(db: None) -> Browser:
    """Makes a browser in which somebody is logged in."""

    def of(user: User) -> Client:
        client = Client()
        client.force_login(user)
        return client

    return of
