"""Games that wait for a person's turn."""

from typing import Any

from accounts.models import User
from games.engine import HandState
from games.models import Game
from tests.games_laid import game_where


def game_waiting_for(user: User, other: User, name: str = "", **options: Any) -> Game:
    """`user` is to play over a set of the other's."""

    def reached(state: HandState) -> bool:
        return state.to_act == 0 and bool(state.table)

    return game_where([user, other], reached, recorded="target_of_two", name=name, **options)
