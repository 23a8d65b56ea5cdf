"""The turn that plans decide now, and their rows."""

from __future__ import annotations

import math
import random
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from games.engine import PASS, HandState, Turn
from games.models import Game, Hand, Seat, StandingOrders
from games.people.preference_selectors import preferences_of
from games.play.orders.selectors import ordered_turns, orders_in_force, planned_sets, seat_orders


@dataclass(frozen=True, slots=True)
class DecidedTurn:
    """The turn that plans decide; if there are several `turns`, the strongest bot chooses what to pick up. `at_once`:
    all can see that no other turn is possible. Other turns wait, because a fast answer would reveal the plan.
    """

    turns: tuple[Turn, ...]
    at_once: bool


def has_orders(seat: Seat) -> bool:
    """Whether the seat has plans, even lapsed ones or one for all games. No query for a LockedGame's seat."""
    return seat_orders(seat) is not None or preferences_of(seat.held_by).pass_if_stuck


def order_decision(game: Game, seat: Seat, hand: Hand, state: HandState) -> DecidedTurn | None:
    """The decision of the plans of the seat to act, if its owner plays it; else None. It asks no bot: the turn before
    would take longer where a plan is secret.
    """
    if game.status != Game.Status.RUNNING or state.over or state.to_act != seat.number:
        return None
    if seat.held_by_id != seat.user_id:
        return None
    orders = orders_in_force(seat, hand.number, state.round, preferences_of(seat.held_by))
    turns = ordered_turns(orders, state)
    return DecidedTurn(turns, at_once=turns == (PASS,) and _can_only_pass(state)) if turns else None


def _can_only_pass(state: HandState) -> bool:
    """Whether too few cards are held, as all can see (RULES.md, 3)."""
    return state.sizes[state.to_act] < len(state.table)


_CHANCE = random.SystemRandom()
# People think for seconds in live games, longer in others.
LIVE_DELAY = (timedelta(seconds=3), timedelta(seconds=15))
SLOW_DELAY = (timedelta(seconds=40), timedelta(minutes=25))


def order_delay(game: Game) -> timedelta:
    """A random delay before a planned turn. It is log-uniform, so short delays are likelier."""
    shortest, longest = LIVE_DELAY if game.plays_live else SLOW_DELAY
    exponent = _CHANCE.uniform(math.log(shortest.total_seconds()), math.log(longest.total_seconds()))
    return timedelta(seconds=math.exp(exponent))


def orders_row(seat: Seat, hand: int, round_: int) -> StandingOrders:
    """The row, or a new one, without orders lapsed in that round. Not saved."""
    row = seat_orders(seat)
    if row is None:
        return StandingOrders(seat=seat)
    if (row.pass_hand, row.pass_round) != (hand, round_):
        row.pass_hand = row.pass_round = None
    if not planned_sets(row, seat, hand):
        sets_drop(row)
    return row


def orders_write(row: StandingOrders, at: datetime) -> None:
    """Save the row, or delete it if it has no plan left."""
    row.changed_at = at
    if row.pass_hand or row.pass_if_stuck or row.go_out or row.pickup or row.sets_hand:
        row.save()
    else:
        StandingOrders.objects.filter(pk=row.pk).delete()


def orders_lapse(seats: Iterable[Seat], at: datetime) -> None:
    """Delete the plans of seats whose turns were taken back, except for the choice of pick-up."""
    for seat in seats:
        row = seat_orders(seat)
        if row is not None:
            row.pass_hand = row.pass_round = None
            row.pass_if_stuck = row.go_out = False
            sets_drop(row)
            orders_write(row, at)


def sets_drop(row: StandingOrders) -> None:
    """Remove the planned sets, without saving."""
    row.sets_hand, row.sets, row.else_pass = None, [], False


def sets_clear(seat: Seat) -> None:
    """Delete the planned sets, because the seat has taken its turn. No query without such sets."""
    row = seat_orders(seat)
    if row is not None and row.sets_hand is not None:
        sets_drop(row)
        row.save(update_fields=["sets_hand", "sets", "else_pass"])
