"""Planned turns race with clicks and cancelling, in threads on PostgreSQL."""

from __future__ import annotations

import pytest

from accounts.models import User
from games.engine import Refusal
from games.models import Game, Move
from games.play.standing_orders import Order, OrderKind, order_play, orders_cancel, orders_set
from games.play.turn import turn_play
from tests.factories import make_person
from tests.games_laid import lay_game
from tests.games_laid.cards import lay
from tests.threads import at_once

pytestmark = pytest.mark.django_db(transaction=True)


def game_of(alice: User, bob: User) -> Game:
    game = lay_game([alice, bob])
    lay(game, "R6 B6 K9", "R7 B7 G3", to_act=0, table="R5", table_seat=1)
    orders_set(public_id=game.public_id, user=bob, order=Order(OrderKind.ROUND, hand=1, round=1))
    turn_play(public_id=game.public_id, user=alice, version=game.version, text="R6")
    game.refresh_from_db()
    return game


def outcomes_of(game: Game, bob: User) -> list[str]:
    def order() -> object:
        return order_play(game_id=game.pk, version=game.version)

    def click() -> object:
        return turn_play(public_id=game.public_id, user=bob, version=game.version, text="R7")

    def cancel() -> None:
        orders_cancel(public_id=game.public_id, user=bob, kind=OrderKind.ROUND)

    return at_once(order, order, click, cancel)


def test_an_order_a_click_and_a_cancelling_take_one_turn_between_them(db: None) -> None:
    alice, bob = make_person("alice"), make_person("bob")
    for _round in range(4):
        game = game_of(alice, bob)
        order, again, click, cancel = outcomes_of(game, bob)
        assert order == again == cancel == "accepted"
        turn = Move.objects.get(hand__game=game, number=2)
        if click == "accepted":
            assert (turn.turn, turn.by) == ("R7<R6", "player")
        else:
            assert click == Refusal.STALE_VERSION
            assert (turn.turn, turn.by) == ("pass", "auto")
