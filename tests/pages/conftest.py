"""Browsers without a script, in which somebody is logged in."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import User

Browser = Callable[[User], Client]


@pytest.fixture
def browser(db: None) -> Browser:
    """Makes a browser in which somebody is logged in."""

    def of(user: User) -> Client:
        client = Client()
        client.force_login(user)
        return client

    return of
