"""The rows of standing orders, written with the game locked: what has lapsed goes."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from games.models import Seat, StandingOrders
from games.selectors.orders import armed_holds, orders_of


def orders_row(seat: Seat, hand: int, round_: int) -> StandingOrders:
    """The seat's row, a new one where it has none, without what no longer holds in that round. Not saved."""
    row = orders_of(seat)
    if row is None:
        return StandingOrders(seat=seat)
    if (row.pass_hand, row.pass_round) != (hand, round_):
        row.pass_hand = row.pass_round = None
    if not armed_holds(row, seat, hand):
        disarm(row)
    return row


def row_write(row: StandingOrders, at: datetime) -> None:
    """Save the row, or drop it when nothing is left of it."""
    row.changed_at = at
    if row.pass_hand or row.pass_if_stuck or row.go_out or row.pickup or row.armed_hand:
        row.save()
    else:
        StandingOrders.objects.filter(pk=row.pk).delete()


def orders_lapse(seats: Iterable[Seat], at: datetime) -> None:
    """Turns were taken back: what was ordered for them is not meant for what comes now. How to pick up stays."""
    for seat in seats:
        row = orders_of(seat)
        if row is not None:
            row.pass_hand = row.pass_round = None
            row.pass_if_stuck = row.go_out = False
            disarm(row)
            row_write(row, at)


def disarm(row: StandingOrders) -> None:
    row.armed_hand = None
    row.armed_table = row.armed_turn = ""


def armed_forget(seat: Seat) -> None:
    """The seat's turn has come: whatever was armed for it is spent."""
    row = orders_of(seat)
    if row is not None and row.armed_hand is not None:
        disarm(row)
        row.save(update_fields=["armed_hand", "armed_table", "armed_turn"])
