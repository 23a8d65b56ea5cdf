"""The plans of a seat. They are secret: only for their owner and the services."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from games.engine import PASS, Card, HandState, Turn, legal_turns
from games.models import Deadline, Game, Preferences, Seat, StandingOrders
from games.play.orders.pickup_choice import preferred_pickup
from games.play.orders.planned_set import PlannedSet, sets_turns


@dataclass(frozen=True, slots=True)
class OrdersInForce:
    """The plans of a seat. `passes`: until the round ends. `always_if_stuck`: `pass_if_stuck` in all games, by the
    player's settings. `pickup`: a StandingOrders.Pickup or "". `sets`: at the next turn, the first that beats the table
    is played; if none does, `else_pass` passes.
    """

    passes: bool = False
    pass_if_stuck: bool = False
    always_if_stuck: bool = False
    go_out: bool = False
    pickup: str = ""
    sets: tuple[PlannedSet, ...] = ()
    else_pass: bool = False


def seat_orders(seat: Seat) -> StandingOrders | None:
    """The seat's plans, even lapsed ones. One query unless fetched."""
    row: StandingOrders | None = getattr(seat, "orders", None)
    return row


def orders_in_force(seat: Seat, hand: int, round_: int, holder: Preferences) -> OrdersInForce:
    """The plans that apply. `holder`: the settings of the player, who holds the seat. Queries as `seat_orders`."""
    row, always = seat_orders(seat), holder.pass_if_stuck
    if row is None:
        return OrdersInForce(pass_if_stuck=always, always_if_stuck=always)
    sets = planned_sets(row, seat, hand)
    return OrdersInForce(
        passes=(row.pass_hand, row.pass_round) == (hand, round_),
        pass_if_stuck=row.pass_if_stuck or always,
        always_if_stuck=always,
        go_out=row.go_out,
        pickup=row.pickup,
        sets=sets,
        else_pass=bool(sets) and row.else_pass,
    )


def planned_sets(row: StandingOrders, seat: Seat, hand: int) -> tuple[PlannedSet, ...]:
    """The planned sets that still apply: only to the seat's next turn in their hand."""
    acted_since = seat.acted_at is not None and seat.acted_at > row.changed_at
    return () if row.sets_hand != hand or acted_since else tuple(map(PlannedSet.parse, row.sets))


def ordered_turns(standing: OrdersInForce, state: HandState) -> tuple[Turn, ...]:
    """The turn that the plans decide; () if none. Several differ only in the card picked up: the strongest bot decides.
    The order of precedence: planned sets, going out, passing for the turn or the round, passing if nothing beats the
    table. A lead is never passed.
    """
    turns, legal = sets_turns(standing.sets, state), legal_turns(state)
    if turns:
        return turns
    if standing.go_out:
        out = tuple(turn for turn in legal if turn.mask == state.hand_masks[state.to_act])
        if out:
            return out
    passes = standing.else_pass or standing.passes or (standing.pass_if_stuck and legal == (PASS,))
    return (PASS,) if passes and PASS in legal else ()


def order_is_due(game: Game) -> bool:
    """Whether a planned turn waits to be played; plans made during the turn don't count. One query."""
    return Deadline.objects.filter(pk=game.pk, order_at__isnull=False).exists()


def ordered_pickup(seat: Seat, state: HandState, cards: Iterable[Card]) -> Card | None:
    """The card that the seat to act picks up by order when playing `cards`, which may be illegal. None without an order
    or a choice: at a lead, with one beaten card, or playing all cards. One query if the orders were not fetched.
    """
    laid = frozenset(cards)
    kept = [card for card in state.hands[state.to_act] if card not in laid]
    row = seat_orders(seat) if len(state.table) > 1 and kept and laid else None
    return None if row is None or not row.pickup else preferred_pickup(row.pickup, state.table, kept)
