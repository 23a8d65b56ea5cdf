"""Standing tables, made by services, and their games written as rows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from accounts.models import User
from games.errors import Reason, Refused
from games.lobby.services import NewGame
from games.models import Game, StandingGame, StandingTable
from games.standing.services import table_create, table_join
from tests.games_laid import finished_game

RECORDED = {2: "single_hand_of_two", 3: "single_hand_of_three"}


def make_table(people: Sequence[User], *, seats: int = 6, goes_on: bool = False, **options: Any) -> StandingTable:
    """Owned by the first; the others join by the link."""
    new = NewGame(seats=seats, name=options.pop("name", "Thursday"), **options)
    table = table_create(owner=people[0], new=new, goes_on=goes_on)
    for person in people[1:]:
        table_join(token=table.invite_token, user=person)
    return table


def finished_at(table: StandingTable, people: Sequence[User], **more: Any) -> Game:
    """A game that the table began and that just ended."""
    game = finished_game(people, recorded=RECORDED[len(people)], visibility="private", **more)
    StandingTable.objects.filter(pk=table.pk, created_at__gt=game.created_at).update(created_at=game.created_at)
    StandingGame.objects.create(table=table, game=game)
    return game


def game_over(game: Game) -> None:
    """End a game that was begun but never played, as if it had been cancelled."""
    Game.objects.filter(pk=game.pk).update(
        status="cancelled", ending="cancelled", ended_at=game.created_at, contributions_due_at=None
    )


def refused(call: Callable[[], object]) -> Reason:
    with pytest.raises(Refused) as caught:
        call()
    return caught.value.reason
