"""The cast, and a game that runs. Sockets read in threads of their own, so rows must be committed."""

from __future__ import annotations

import random

import pytest

from accounts.models import User
from games.models import Game
from games.services.lobby import NewGame
from tests.factories import make_game, make_person


@pytest.fixture
def alice(transactional_db: None) -> User:
    return make_person("alice")


@pytest.fixture
def bob(transactional_db: None) -> User:
    return make_person("bob")


@pytest.fixture
def charlie(transactional_db: None) -> User:
    return make_person("charlie")


@pytest.fixture
def rng() -> random.Random:
    return random.Random(7)


@pytest.fixture
def game(alice: User, bob: User) -> Game:
    """A public game of two that has just been dealt."""
    return make_game([alice, bob])


@pytest.fixture
def private_game(alice: User, bob: User) -> Game:
    return make_game([alice, bob], NewGame(seats=2, visibility=Game.Visibility.PRIVATE))
