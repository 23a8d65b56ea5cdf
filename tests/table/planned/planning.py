"""A table at which planned turns are set, and its pages."""

from __future__ import annotations

import re
from typing import Any

from django.http import HttpResponse
from django.test import Client

from accounts.models import User
from games.lobby.services import NewGame
from games.models import Game
from games.play.standing_orders import Order, orders_set
from tests.games_laid import lay_game
from tests.games_laid.cards import lay
from tests.table.tables import game_url, text_of

FETCH = {"X-Requested-With": "fetch"}


def two_fives(alice: User, bob: User, charlie: User) -> Game:
    """A game in which Alice (seat 0) can beat Charlie's two fives; so can Bob (seat 1)."""
    game = lay_game([alice, bob, charlie], NewGame(seats=3, target=30))
    lay(game, "R6 B6 K9", "R7 B7 G3 P1", "O1 O2", to_act=0, table="R5B5", table_seat=2)
    return game


def post(client: Client, game: Game, data: dict[str, Any], name: str = "orders", **how: Any) -> HttpResponse:
    response = client.post(game_url(name, game), data, **how)
    assert isinstance(response, HttpResponse)
    return response


def panel_of(response: object) -> str:
    """The markup of the panel of planned turns, or "" if the page has none."""
    found = re.search(r'<section class="panel orders".*?</section>', text_of(response), re.DOTALL)
    return found[0] if found else ""


def order(game: Game, user: User, *orders: Order) -> None:
    for wanted in orders:
        orders_set(public_id=game.public_id, user=user, order=wanted)


def shown(client: Client, game: Game) -> str:
    return panel_of(client.get(game_url("table", game)))
