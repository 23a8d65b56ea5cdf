from __future__ import annotations

import random

import pytest

from accounts.models import User
from tests.factories import make_person


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
def rng() -> random.Random:
    return random.Random(7)
