"""Turns and orders, as these tests take and give them."""

from datetime import UTC, datetime

import time_machine

from accounts.models import User
from games.models import Deadline, Game
from games.play.standing_orders import Order, OrderKind, orders_set
from games.play.timeouts import wait_attend
from games.play.turn import turn_play

START = datetime(2027, 3, 1, 9, 0, tzinfo=UTC)
STUCK = Order(OrderKind.STUCK)


def take(game: Game, user: User, text: str) -> None:
    turn_play(public_id=game.public_id, user=user, version=game.version, text=text)
    game.refresh_from_db()


def give(game: Game, user: User, order: Order) -> None:
    orders_set(public_id=game.public_id, user=user, order=order)
    game.refresh_from_db()


def wait_out(game: Game, travel: time_machine.Traveller) -> None:
    due = Deadline.objects.get(pk=game.pk).order_at
    assert due is not None
    travel.move_to(due)
    wait_attend(game_id=game.pk)
    game.refresh_from_db()
