"""Test clients of people who are logged in."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import User

ClientOf = Callable[[User], Client]


@pytest.fixture
def client_of(db: None) -> ClientOf:
    """Makes a test client that is logged in."""

    def of(user: User) -> Client:
        client = Client()
        client.force_login(user)
        return client

    return of
