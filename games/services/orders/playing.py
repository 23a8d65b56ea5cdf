"""Takes the turn that a seat's standing orders decide."""

from __future__ import annotations

from django.db import transaction

from games.models import Move
from games.play.locking import RUNNING, lock_game_if

# The module and not its names: play reads the orders' decisions.
from games.services import play
from games.services.orders.deciding import order_decides
from games.services.orders.keeping import armed_forget


@transaction.atomic(durable=True)
def order_play(*, game_id: int, version: int) -> play.TurnMade | None:
    """Take the turn that the orders of the seat to act decide at `version`; None where they decide nothing there.

    Under the game's lock they decide again, so an order that was cancelled meanwhile does nothing. Harmless when run
    twice: the version has moved on by then.
    """
    locked = lock_game_if(game_id, version=version, status=RUNNING)
    seat = None if locked is None else locked.seat_to_act
    if locked is None or seat is None:
        return None
    decision = order_decides(locked.game, seat, locked.hand, locked.state)
    if decision is None:
        return None
    armed_forget(seat)
    return play.turn_make(locked, seat, decision.turn, by=Move.By.AUTO)
