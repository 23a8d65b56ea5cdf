"""The plans of a seat. They are secret: only for their owner and the services."""

from __future__ import annotations

from dataclasses import dataclass

from games.engine import PASS, HandState, Turn, cards_text, legal_turns, parse_turn
from games.models import Deadline, Game, Preferences, Seat, StandingOrders


@dataclass(frozen=True, slots=True)
class OrdersInForce:
    """The plans of a seat. `passes`: until the round ends. `always_if_stuck`: `pass_if_stuck` in all games, by the
    player's settings. `pickup`: a StandingOrders.Pickup or "". `armed_turn` (canonical text or "") is played if
    `armed_table` is still the set on the table.
    """

    passes: bool = False
    pass_if_stuck: bool = False
    always_if_stuck: bool = False
    go_out: bool = False
    pickup: str = ""
    armed_table: str = ""
    armed_turn: str = ""


def seat_orders(seat: Seat) -> StandingOrders | None:
    """The seat's plans, even lapsed ones. One query unless fetched."""
    row: StandingOrders | None = getattr(seat, "orders", None)
    return row


def orders_in_force(seat: Seat, hand: int, round_: int, holder: Preferences) -> OrdersInForce:
    """The plans that apply. `holder`: the settings of the player, who holds the seat. Queries as `seat_orders`."""
    row, always = seat_orders(seat), holder.pass_if_stuck
    if row is None:
        return OrdersInForce(pass_if_stuck=always, always_if_stuck=always)
    armed = armed_holds(row, seat, hand)
    return OrdersInForce(
        passes=(row.pass_hand, row.pass_round) == (hand, round_),
        pass_if_stuck=row.pass_if_stuck or always,
        always_if_stuck=always,
        go_out=row.go_out,
        pickup=row.pickup,
        armed_table=row.armed_table if armed else "",
        armed_turn=row.armed_turn if armed else "",
    )


def armed_holds(row: StandingOrders, seat: Seat, hand: int) -> bool:
    """Whether the armed turn still applies: only to the seat's next turn in its hand."""
    acted_since = seat.acted_at is not None and seat.acted_at > row.changed_at
    return row.armed_hand == hand and not acted_since


def ordered_turn(standing: OrdersInForce, state: HandState) -> Turn | None:
    """The turn that the plans decide, or None. The order of precedence: the armed turn, going out, passing for the
    round, passing if nothing beats the table. A lead is never passed.
    """
    legal = legal_turns(state)
    if standing.armed_turn and standing.armed_table == cards_text(state.table):
        armed = parse_turn(standing.armed_turn)
        if armed in legal:
            return armed
    if standing.go_out:
        out = next((turn for turn in legal if turn.mask == state.hand_masks[state.to_act]), None)
        if out is not None:
            return out
    if standing.passes and PASS in legal:
        return PASS
    return PASS if standing.pass_if_stuck and legal == (PASS,) else None


def order_is_due(game: Game) -> bool:
    """Whether a planned turn waits to be played; plans made during the turn don't count. One query."""
    return Deadline.objects.filter(pk=game.pk, order_at__isnull=False).exists()
