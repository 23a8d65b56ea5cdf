"""Test clients of people who are logged in."""

from __future__ import annotations

from collections.abc import Callable

from django.test import Client

from accounts.models import User

ClientOf = Callable[[User], Client]


def logged_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client
