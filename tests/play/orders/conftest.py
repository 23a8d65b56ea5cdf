from datetime import timedelta

import pytest
import time_machine

from accounts.models import User
from games.lobby.services import NewGame
from games.models import Game, Notice
from tests.games_laid import lay_game
from tests.games_laid.cards import lay


@pytest.fixture
def game(alice: User, bob: User, charlie: User, travel: time_machine.Traveller) -> Game:
    """A game in which Alice (seat 0) can beat Charlie's 5; Bob (seat 1) follows. No turn is taken back, so
    notifications do not wait.
    """
    game = lay_game([alice, bob, charlie], NewGame(seats=3, target=30, undo=False))
    lay(game, "R6 B6 K9 G1", "R7 B7 G2 G3", "O1 O2", to_act=0, table="R5", table_seat=2)
    Notice.objects.all().delete()
    travel.shift(timedelta(hours=1))
    return game
