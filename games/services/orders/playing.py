"""Takes the turn that a seat's standing orders decide."""

from __future__ import annotations

from django.db import transaction

from games.engine import state_from_json
from games.models import Game, Move

# The module and not its names: play reads the orders' decisions.
from games.services import play
from games.services.locking import running_hand, seats_of
from games.services.orders.deciding import order_decides
from games.services.orders.keeping import armed_forget


@transaction.atomic(durable=True)
def order_play(*, game_id: int, version: int) -> play.TurnMade | None:
    """Take the turn that the orders of the seat to act decide at `version`; None where they decide nothing there.

    The orders are asked anew under the game's lock, so one that was cancelled meanwhile does nothing. Harmless when
    run twice: the version has moved on by then.
    """
    rows = Game.objects.select_for_update(of=("self",))
    game = rows.filter(pk=game_id, version=version, status=Game.Status.RUNNING).first()
    if game is None or game.to_act is None:
        return None
    seats = seats_of(game)
    seat = seats[game.to_act]
    hand = running_hand(game)
    decision = order_decides(game, seat, hand, state_from_json(hand.state))
    if decision is None:
        return None
    armed_forget(seat)
    return play.turn_make(game, seats, seat, decision.turn, by=Move.By.AUTO)
