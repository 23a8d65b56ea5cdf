"""A game that runs. Sockets read in threads of their own, so rows must be committed: tests ask for async_database."""

from __future__ import annotations

import pytest

from accounts.models import User
from games.lobby.services import NewGame
from games.models import Game
from tests.games_laid import lay_game


@pytest.fixture
def game(alice: User, bob: User) -> Game:
    """A public game of two that has just been dealt."""
    return lay_game([alice, bob])


@pytest.fixture
def private_game(alice: User, bob: User) -> Game:
    return lay_game([alice, bob], NewGame(seats=2, visibility=Game.Visibility.PRIVATE))
