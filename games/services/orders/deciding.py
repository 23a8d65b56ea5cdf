"""What a seat's standing orders would do now. Reads only."""

from __future__ import annotations

from dataclasses import dataclass

from games.engine import HandState, Turn
from games.models import Game, Hand, Seat
from games.selectors.orders import ordered_turn, orders_of, standing_of


@dataclass(frozen=True, slots=True)
class Decision:
    """A turn that standing orders take. `at_once`: all can see that the seat has no other, so nothing shows by haste.

    Any other waits a random while, or its haste would tell the others that nobody thought about the cards.
    """

    turn: Turn
    at_once: bool


def orders_stand(seat: Seat) -> bool:
    """Whether the seat has orders at all, lapsed ones too. No query for a seat of `seats_of`."""
    return orders_of(seat) is not None


def order_decides(game: Game, seat: Seat, hand: Hand, state: HandState) -> Decision | None:
    """What the orders of the seat to act do in `state` of the running `hand`; None where they leave it to the person.

    Nobody's orders act for a seat that somebody else holds.
    """
    if game.status != Game.Status.RUNNING or state.over or state.to_act != seat.number:
        return None
    if seat.held_by_id != seat.user_id:
        return None
    turn = ordered_turn(standing_of(seat, hand.number, state.round), state)
    return None if turn is None else Decision(turn, at_once=turn.is_pass and _can_only_pass(state))


def _can_only_pass(state: HandState) -> bool:
    """Whether everybody can count that the seat holds too few cards to beat the table (RULES.md, 3)."""
    return state.sizes[state.to_act] < len(state.table)
