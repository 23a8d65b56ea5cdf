"""Plans turns and plays them. Plans are secret, so they cause no events and no new version."""

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

# Imported as a module, since play imports the orders' decisions.
from games.play import turn as play
from games.play.errors import OrderReason, PlayReason, TurnRefused
from games.play.locking import PLAYED, lock_for_turn_if, lock_game
from games.play.orders.decision import armed_clear, disarm, order_decision, orders_row, orders_write
from games.play.orders.pickup_choice import ordered_pickup


class OrderKind(StrEnum):
    ROUND = "round"
    STUCK = "stuck"
    GO_OUT = "go_out"
    PICKUP = "pickup"
    ARMED = "armed"


@dataclass(frozen=True, slots=True)
class Order:
    """A plan of one kind. ROUND needs the `hand` and `round` seen, PICKUP a StandingOrders.Pickup, ARMED a `turn`
    (REFEREE.md) and the canonical `table` that it waits for.
    """

    kind: OrderKind
    hand: int = 0
    round: int = 0
    pickup: str = ""
    table: str = ""
    turn: str = ""


@transaction.atomic(durable=True)
def orders_set(*, public_id: str, user: User, order: Order) -> play.TurnResult | None:
    """Plan a turn, replacing a plan of its kind. Passing for the round in the seat's own turn returns that turn
    immediately; other plans count from the next turn.

    Raises NoSuchGame without an active seat, Refused(NOT_RUNNING, STALE_VERSION, YOUR_TURN, NOTHING_TO_BEAT,
    BAD_ORDER), TurnRefused for an illegal armed turn.
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
                # The armed turn was meant for this turn.
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
    orders_write(row, locked.now)
    return play.turn_apply(locked, seat, PASS, by=Move.By.PLAYER) if passes else None


@transaction.atomic(durable=True)
def orders_cancel(*, public_id: str, user: User, kind: OrderKind) -> None:
    """Cancel the plan of this kind. Raises NoSuchGame without an active seat."""
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
    orders_write(row, locked.now)


def _check_round(order: Order, hand: int, state: HandState, seat: Seat) -> None:
    """Check that the round still runs. Raises Refused if it is over, TurnRefused if the player must lead."""
    if (order.hand, order.round) != (hand, state.round):
        raise Refused(PlayReason.STALE_VERSION)
    if state.table_seat is None and state.to_act == seat.number:
        raise TurnRefused(Refusal.MUST_LEAD)


def _checked_pickup(pickup: str) -> str:
    if pickup not in StandingOrders.Pickup.values:
        raise Refused(OrderReason.BAD_ORDER)
    return pickup


def _checked_turn(order: Order, state: HandState, seat: Seat) -> Turn:
    """The complete turn, checked against the present table and cards. Raises Refused, TurnRefused."""
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
        return complete_turn(asked, turn if turn.pickup else Turn(turn.cards, ordered_pickup(seat, asked, turn.cards)))
    except IllegalTurn as illegal:
        raise TurnRefused(illegal.reason) from illegal


@transaction.atomic(durable=True)
def order_play(*, game_id: int, version: int) -> play.TurnResult | None:
    """Play the planned turn. Returns None if the plans decide nothing at `version`. They decide again under the lock,
    because one may have been cancelled. Harmless when run twice.
    """
    locked = lock_for_turn_if(game_id, version=version)
    seat = None if locked is None else locked.seat_to_act
    if locked is None or seat is None:
        return None
    decision = order_decision(locked.game, seat, locked.hand, locked.state)
    if decision is None:
        return None
    armed_clear(seat)
    return play.turn_apply(locked, seat, decision.turn, by=Move.By.AUTO)
