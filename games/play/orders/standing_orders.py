"""Sets and cancels standing orders. They are secret: nothing is told to anybody, and no version changes."""


from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from django.db import transaction

from accounts.models import User
from games.engine import (
    PASS,
    HandState,
    IllegalTurn,
    Refusal,
    Turn,
    cards_text,
    complete_turn,
    parse_turn,
    state_from_json,
)
from games.errors import Refused
from games.models import Game, Move, Seat, StandingOrders

# The module and not its names: play reads the orders' decisions.
from games.play import turn

# The module and not its names: play reads the orders' decisions.
from games.play import turn as play
from games.play.errors import OrderReason, PlayReason, TurnRefused
from games.play.locking import PLAYED, RUNNING, lock_game, lock_game_if
from games.play.orders.decision import armed_forget, disarm, order_decides, orders_row, row_write
from games.play.orders.pickup_choice import pickup_of


class OrderKind(StrEnum):
    """What may be ordered, once a kind."""

    ROUND = "round"
    STUCK = "stuck"
    GO_OUT = "go_out"
    PICKUP = "pickup"
    ARMED = "armed"


@dataclass(frozen=True, slots=True)
class Order:
    """An order to set. ROUND names the `hand` and the `round` that the person saw, PICKUP one of
    StandingOrders.Pickup, ARMED the `turn` as INTERFACES writes it and the `table` that it waits for, canonical."""

    kind: OrderKind
    hand: int = 0
    round: int = 0
    pickup: str = ""
    table: str = ""
    turn: str = ""


@transaction.atomic(durable=True)
def orders_set(*, public_id: str, user: User, order: Order) -> play.TurnMade | None:
    """Set one order of a person's seat, in the place of an earlier one of its kind.

    An order to pass for the rest of the round, given at the seat's own turn, passes at once: this turn is returned.
    All other orders count from the seat's next turn on.
    Raises NoSuchGame for a person who holds no seat in the game, Refused(NOT_RUNNING, STALE_VERSION, YOUR_TURN,
    NOTHING_TO_BEAT, BAD_ORDER), and TurnRefused for an armed turn that the rules forbid.
    """
    locked = lock_game(public_id, player=user, holds=True, status=PLAYED)
    game, seat, hand, state = locked.game, locked.seat, locked.hand, locked.state
    passes = order.kind == OrderKind.ROUND and game.to_act == seat.number and game.status == Game.Status.RUNNING
    row = orders_row(seat, hand.number, state.round)
    match order.kind:
        case OrderKind.ROUND:
            _check_round(order, hand.number, state, seat)
            row.pass_hand, row.pass_round = hand.number, state.round
            if passes:
                # What was armed was meant for this turn.
                disarm(row)
        case OrderKind.STUCK:
            row.pass_if_stuck = True
        case OrderKind.GO_OUT:
            row.go_out = True
        case OrderKind.PICKUP:
            row.pickup = _checked_pickup(order.pickup)
        case OrderKind.ARMED:
            row.armed_turn = str(_checked_turn(order, state, seat))
            row.armed_hand, row.armed_table = hand.number, order.table
    row_write(row, locked.now)
    return play.turn_make(locked, seat, PASS, by=Move.By.PLAYER) if passes else None


@transaction.atomic(durable=True)
def orders_cancel(*, public_id: str, user: User, kind: OrderKind) -> None:
    """Cancel the order of that kind, if it stands. Raises NoSuchGame for a person who holds no seat in the game."""
    locked = lock_game(public_id, player=user, holds=True)
    hand = locked.game.hands.order_by("-number").first()
    if hand is None:
        return
    row = orders_row(locked.seat, hand.number, state_from_json(hand.state).round)
    match kind:
        case OrderKind.ROUND:
            row.pass_hand = row.pass_round = None
        case OrderKind.STUCK:
            row.pass_if_stuck = False
        case OrderKind.GO_OUT:
            row.go_out = False
        case OrderKind.PICKUP:
            row.pickup = ""
        case OrderKind.ARMED:
            disarm(row)
    row_write(row, locked.now)


def _check_round(order: Order, hand: int, state: HandState, seat: Seat) -> None:
    """Refuse to pass in a round that the person has not seen, and to pass at one's own lead."""
    if (order.hand, order.round) != (hand, state.round):
        raise Refused(PlayReason.STALE_VERSION)
    if state.table_seat is None and state.to_act == seat.number:
        raise TurnRefused(Refusal.MUST_LEAD)


def _checked_pickup(pickup: str) -> str:
    if pickup not in StandingOrders.Pickup.values:
        raise Refused(OrderReason.BAD_ORDER)
    return pickup


def _checked_turn(order: Order, state: HandState, seat: Seat) -> Turn:
    """The turn to arm, complete: a play that the rules allow over the table as it lies, with the cards held now."""
    if state.to_act == seat.number:
        raise Refused(OrderReason.YOUR_TURN)
    if state.table_seat is None or state.table_seat == seat.number:
        raise Refused(OrderReason.NOTHING_TO_BEAT)
    if order.table != cards_text(state.table):
        raise TurnRefused(Refusal.STALE_VERSION)
    asked = replace(state, to_act=seat.number)
    try:
        turn = parse_turn(order.turn)
        if turn.is_pass:
            raise Refused(OrderReason.BAD_ORDER)
        return complete_turn(asked, turn if turn.pickup else Turn(turn.cards, pickup_of(seat, asked, turn.cards)))
    except IllegalTurn as illegal:
        raise TurnRefused(illegal.reason) from illegal


@transaction.atomic(durable=True)
def order_play(*, game_id: int, version: int) -> turn.TurnMade | None:
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
    return turn.turn_make(locked, seat, decision.turn, by=Move.By.AUTO)
