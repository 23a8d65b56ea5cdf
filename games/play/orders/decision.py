"""What a seat's standing orders would do now. Reads only."""



from __future__ import annotations

import math
import random
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from games.clocks import Pace
from games.engine import HandState, Turn
from games.models import Game, Hand, Seat, StandingOrders
from games.play.orders.selectors import armed_holds, ordered_turn, orders_of, standing_of


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


_CHANCE = random.SystemRandom()
# Shortest and longest; people think for seconds at a live table, and for minutes and more elsewhere.
LIVE = (timedelta(seconds=3), timedelta(seconds=15))
SLOW = (timedelta(seconds=40), timedelta(minutes=25))


def order_delay(game: Game) -> timedelta:
    """A random delay, short ones more likely: its logarithm is spread evenly."""
    shortest, longest = LIVE if Pace(game.pace).is_live else SLOW
    exponent = _CHANCE.uniform(math.log(shortest.total_seconds()), math.log(longest.total_seconds()))
    return timedelta(seconds=math.exp(exponent))


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
