"""Accounts that are bots."""

from __future__ import annotations

import pytest

from accounts.models import User
from games.outside_bots.services import bot_become
from tests.factories import make_person


def make_bot(handle: str, *, author: str = "Ada") -> User:
    """An account that is a bot from outside."""
    bot_become(user=make_person(handle), author=author)
    return User.objects.get(handle=handle)


@pytest.fixture
def mimir(db: None) -> User:
    return make_bot("mimir")


@pytest.fixture
def huginn(db: None) -> User:
    return make_bot("huginn", author="Grace")
