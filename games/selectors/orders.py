"""A seat's standing orders, as far as they still hold. Secret: only its owner and the services may ask."""

from __future__ import annotations

from dataclasses import dataclass

from games.models import Seat, StandingOrders


@dataclass(frozen=True, slots=True)
class Ordered:
    """The orders that stand. `passes`: for the rest of the round that runs. `pickup` is one of
    StandingOrders.Pickup or empty; `armed_turn` is played if the table is still `armed_table`, both canonical text,
    empty where nothing is armed."""

    passes: bool = False
    pass_if_stuck: bool = False
    go_out: bool = False
    pickup: str = ""
    armed_table: str = ""
    armed_turn: str = ""


NO_ORDERS = Ordered()


def orders_of(seat: Seat) -> StandingOrders | None:
    """The seat's row, lapsed orders and all; None where it has none. One query unless it was read with the seat."""
    row: StandingOrders | None = getattr(seat, "orders", None)
    return row


def standing_of(seat: Seat, hand: int, round_: int) -> Ordered:
    """What of a seat's orders holds in that round of that hand. A query as `orders_of`."""
    row = orders_of(seat)
    if row is None:
        return NO_ORDERS
    armed = armed_holds(row, seat, hand)
    return Ordered(
        passes=(row.pass_hand, row.pass_round) == (hand, round_),
        pass_if_stuck=row.pass_if_stuck,
        go_out=row.go_out,
        pickup=row.pickup,
        armed_table=row.armed_table if armed else "",
        armed_turn=row.armed_turn if armed else "",
    )


def armed_holds(row: StandingOrders, seat: Seat, hand: int) -> bool:
    """Whether the armed turn waits for its turn still: it was meant for the seat's next one, in its hand."""
    acted_since = seat.acted_at is not None and seat.acted_at > row.changed_at
    return row.armed_hand == hand and not acted_since
