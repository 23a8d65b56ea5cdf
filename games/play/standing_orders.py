"""Plans turns and plays them. Plans are secret, so they cause no events and no new version."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from django.db import transaction

from accounts.models import User
from games.engine import PASS, HandState, IllegalTurn, Refusal, Turn, own_cards, state_from_json
from games.errors import Refused
from games.models import Game, Move, Seat, StandingOrders

# Imported as a module, since play imports the orders' decisions.
from games.play import turn as play
from games.play.errors import OrderReason, PlayReason, TurnRefused
from games.play.locking import PLAYED, LockedGame, lock_for_turn_if, lock_game
from games.play.orders.bot_pickup import PickupQuestion
from games.play.orders.decision import order_decision, orders_row, orders_write, sets_drop
from games.play.orders.planned_set import MAX_SETS, RULES, PlannedSet, checked_cards, sets_raised, sets_with
from games.play.selectors import seat_view


class OrderKind(StrEnum):
    ROUND = "round"
    STUCK = "stuck"
    GO_OUT = "go_out"
    PICKUP = "pickup"
    SET = "set"
    OTHERWISE = "otherwise"


@dataclass(frozen=True, slots=True)
class Order:
    """A plan of one kind. ROUND needs the `hand` and `round` seen, PICKUP a StandingOrders.Pickup, SET the `hand` seen,
    the `cards` as text and one of planned_set.RULES as `pickup`. OTHERWISE passes if no planned set beats the table.
    """

    kind: OrderKind
    hand: int = 0
    round: int = 0
    pickup: str = ""
    cards: str = ""


@transaction.atomic(durable=True)
def orders_set(*, public_id: str, user: User, order: Order) -> play.TurnResult | None:
    """Plan a turn. It replaces a plan of its kind; a SET is one more, or changes the pick-up of the same cards. Passing
    for the round in the seat's own turn returns that turn immediately; other plans count from the next turn.

    Raises NoSuchGame without an active seat, Refused(NOT_RUNNING, STALE_VERSION, YOUR_TURN, NOT_PLANNED, TOO_MANY_SETS,
    BAD_ORDER), TurnRefused for cards that are no set of the player's.
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
                # They were meant for this turn.
                sets_drop(row)
        case OrderKind.STUCK:
            row.pass_if_stuck = True
        case OrderKind.GO_OUT:
            row.go_out = True
        case OrderKind.PICKUP:
            row.pickup = _checked_pickup(order.pickup, StandingOrders.Pickup.values)
        case OrderKind.SET:
            _check_sets_may_change(locked)
            _add_set(row, order, hand.number, state, seat)
        case OrderKind.OTHERWISE:
            _check_sets_may_change(locked)
            if not row.sets:
                raise Refused(OrderReason.NOT_PLANNED)
            row.else_pass = True
    orders_write(row, locked.now)
    return play.turn_apply(locked, seat, PASS, by=Move.By.PLAYER) if passes else None


@transaction.atomic(durable=True)
def orders_cancel(*, public_id: str, user: User, kind: OrderKind, cards: str = "") -> None:
    """Cancel the plan of this kind; SET: the set of these cards, or all without cards. Raises NoSuchGame without an
    active seat.
    """
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
        case OrderKind.SET:
            _remove_set(row, cards)
        case OrderKind.OTHERWISE:
            row.else_pass = False
    orders_write(row, locked.now)


@transaction.atomic(durable=True)
def planned_set_raise(*, public_id: str, user: User, cards: str) -> None:
    """Move the planned set of these cards one place up. Raises NoSuchGame without an active seat, Refused(NOT_RUNNING,
    YOUR_TURN, NOT_PLANNED).
    """
    locked = lock_game(public_id, player=user, holds=True, status=PLAYED)
    row = orders_row(locked.seat, locked.hand.number, locked.state.round)
    _check_sets_may_change(locked)
    sets = _sets_of(row)
    if all(planned.text != cards for planned in sets):
        raise Refused(OrderReason.NOT_PLANNED)
    row.sets = [str(planned) for planned in sets_raised(sets, cards)]
    orders_write(row, locked.now)


def _check_round(order: Order, hand: int, state: HandState, seat: Seat) -> None:
    """Check that the round still runs. Raises Refused if it is over, TurnRefused if the player must lead."""
    if (order.hand, order.round) != (hand, state.round):
        raise Refused(PlayReason.STALE_VERSION)
    if state.table_seat is None and state.to_act == seat.number:
        raise TurnRefused(Refusal.MUST_LEAD)


def _checked_pickup(pickup: str, rules: Sequence[str]) -> str:
    if pickup not in rules:
        raise Refused(OrderReason.BAD_ORDER)
    return pickup


def _check_sets_may_change(locked: LockedGame) -> None:
    """Check that the seat waits for its turn. Raises Refused(YOUR_TURN)."""
    if locked.game.to_act == locked.seat.number:
        raise Refused(OrderReason.YOUR_TURN)


def _sets_of(row: StandingOrders) -> list[PlannedSet]:
    return list(map(PlannedSet.parse, row.sets))


def _add_set(row: StandingOrders, order: Order, hand: int, state: HandState, seat: Seat) -> None:
    """Add the set to those of the row, without saving. Raises Refused, TurnRefused."""
    if order.hand != hand:
        raise Refused(PlayReason.STALE_VERSION)
    try:
        cards = checked_cards(order.cards, own_cards(state, seat.number))
    except IllegalTurn as illegal:
        raise TurnRefused(illegal.reason) from illegal
    sets = sets_with(_sets_of(row), PlannedSet(cards, _checked_pickup(order.pickup, RULES)))
    if len(sets) > MAX_SETS:
        raise Refused(OrderReason.TOO_MANY_SETS)
    row.sets_hand, row.sets = hand, list(map(str, sets))


def _remove_set(row: StandingOrders, cards: str) -> None:
    row.sets = [str(planned) for planned in _sets_of(row) if cards and planned.text != cards]
    if not row.sets:
        sets_drop(row)


def order_play(*, game_id: int, version: int) -> play.TurnResult | None:
    """Play the planned turn. Returns None if the plans decide nothing at `version`. They decide again under the lock,
    because one may have been cancelled. Harmless when run twice.
    """
    chosen = None
    while True:
        made = _order_play(game_id=game_id, version=version, chosen=chosen)
        if not isinstance(made, PickupQuestion):
            return made
        # Without the lock, as bots choose.
        chosen = made.answer()


@transaction.atomic(durable=True)
def _order_play(*, game_id: int, version: int, chosen: Turn | None) -> play.TurnResult | PickupQuestion | None:
    """Play the planned turn; `chosen` if the plans leave it, or if they leave no other. Otherwise return the question
    what to pick up.
    """
    locked = lock_for_turn_if(game_id, version=version)
    seat = None if locked is None else locked.seat_to_act
    if locked is None or seat is None:
        return None
    game, hand, state = locked.game, locked.hand, locked.state
    decision = order_decision(game, seat, hand, state)
    if decision is None:
        return None
    turns = decision.turns
    if len(turns) > 1 and chosen not in turns:
        return PickupQuestion(seat_view(game, hand, state, seat.number), turns, f"{game.public_id} {version}")
    turn = chosen if chosen is not None and chosen in turns else turns[0]
    return play.turn_apply(locked, seat, turn, by=Move.By.AUTO)
