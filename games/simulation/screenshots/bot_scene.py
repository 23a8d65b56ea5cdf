"""Bots from outside that have played each other."""

from __future__ import annotations

from collections.abc import Callable

from accounts.models import User
from games.lobby.services import NewGame
from games.models import Game
from games.outside_bots.services import TakenGames, bot_become, bot_change
from games.simulation.demo_games import game_seat

GAMES = 2
FEW = TakenGames(
    author="Ylva’s class", seats=[2, 3], targets=[None, 15], goat=False, paces=["3m", "1h", "1d"], ready=True
)


def bots_scene(users: list[User], play: Callable[[Game], object]) -> User:
    """Make the accounts bots, and let them play rated games. Returns the first."""
    for user, author in zip(users, ("Torvald", FEW.author), strict=True):
        bot_become(user=user, author=author)
        user.refresh_from_db()
    for _game in range(GAMES):
        play(game_seat(users, NewGame(seats=len(users), target=None, rated=True)))
    bot_change(user=users[1], takes=FEW)
    return users[0]
