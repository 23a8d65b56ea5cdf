"""Decisions of plans, without a database."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from accounts.models import User
from games.engine import HandState
from games.models import Game, Hand, Preferences, Seat, StandingOrders
from games.play.orders.decision import order_decision
from games.play.orders.pickup_choice import best_set, preferred_pickup
from games.play.orders.planned_set import PlannedSet, sets_raised, sets_with
from games.play.orders.selectors import ordered_pickup
from tests.engine.hands import after, cards, hand

AT = datetime(2027, 3, 1, 9, 0, tzinfo=UTC)
PERSON, CARETAKER = 1, 2
# Seat 0 played R5; only seat 1 can beat it.
SINGLE: dict[str, Any] = {"table": "R5", "table_seat": 0}


def seat_with(number: int = 1, **orders: Any) -> Seat:
    """A seat with plans. `always`: the player passes in all games when nothing beats the table."""
    person = User(pk=PERSON)
    Preferences(user=person, pass_if_stuck=orders.pop("always", False))
    seat = Seat(number=number, user=person, held_by=person)
    if orders:
        StandingOrders(seat=seat, changed_at=AT, **orders)
    return seat


def decided(state: HandState, seat: Seat, *, number: int = 3, status: str = "running") -> tuple[str, bool] | None:
    """The turns that the plans leave, and whether it is taken immediately."""
    decision = order_decision(Game(status=status), seat, Hand(number=number), state)
    return None if decision is None else (" ".join(map(str, decision.turns)), decision.at_once)


def planned(*sets: str, number: int = 3, else_pass: bool = False) -> dict[str, Any]:
    return {"sets_hand": number, "sets": list(sets), "else_pass": else_pass}


PASS_ROUND = {"pass_hand": 3, "pass_round": 1}


@pytest.mark.parametrize(
    ("orders", "wanted"),
    [
        ({}, None),
        (PASS_ROUND, ("pass", False)),
        ({"pass_hand": 3, "pass_round": 2}, None),
        ({"pass_hand": 2, "pass_round": 1}, None),
        ({"pass_if_stuck": True}, None),
        ({"go_out": True}, None),
        ({"pickup": "high"}, None),
        (planned("B6<high"), ("B6<R5", False)),
        (planned("B6<high", number=2), None),
        (planned("O9<high"), None),
        (planned("G2<high"), None),
        (planned("G2<high", "K9<high", "B6<high"), ("K9<R5", False)),
        (planned("G2<high", else_pass=True), ("pass", False)),
        (planned("B6<high", else_pass=True), ("B6<R5", False)),
        (planned("B6<high") | PASS_ROUND, ("B6<R5", False)),
        (planned("G2<high") | PASS_ROUND, ("pass", False)),
    ],
)
def test_it_does_what_was_ordered_and_nothing_else(orders: dict[str, Any], wanted: tuple[str, bool] | None) -> None:
    state = hand("G1", "B6 K9 G2", "R1", to_act=1, **SINGLE)
    assert decided(state, seat_with(**orders)) == wanted


@pytest.mark.parametrize(
    ("held", "table", "wanted"),
    [
        ("R1 G2 K3", "R5", ("pass", False)),
        ("R6 G2 K3", "R5", None),
        # One more card always beats.
        ("R1 R2 K3", "R5", None),
        ("R1 G2 K3", "R5B5", ("pass", False)),
        # With fewer cards than the table, all know there is no play.
        ("R9", "R5B5", ("pass", True)),
        ("R1 R2", "K4K5K6", ("pass", True)),
        ("R1 G2 K3", "K4K5K6", ("pass", False)),
    ],
)
def test_it_passes_where_nothing_beats_the_table(held: str, table: str, wanted: tuple[str, bool] | None) -> None:
    state = hand("G1", held, "O1 O2", to_act=1, table=table, table_seat=0)
    assert decided(state, seat_with(pass_if_stuck=True)) == wanted
    assert decided(state, seat_with(always=True)) == wanted
    assert decided(state, seat_with(always=True, pickup="high")) == wanted


def test_passing_for_the_round_is_done_at_once_only_where_all_can_see_that_nothing_else_is_left() -> None:
    few = hand("G1", "R9", "O1", to_act=1, table="R5B5", table_seat=0)
    many = hand("G1", "R1 G2", "O1", to_act=1, table="R5B5", table_seat=0)
    assert decided(few, seat_with(**PASS_ROUND)) == ("pass", True)
    assert decided(many, seat_with(**PASS_ROUND)) == ("pass", False)


@pytest.mark.parametrize(
    ("held", "table", "wanted"),
    [
        ("R6", "R5", "R6"),
        ("R6 B6", "R5", "B6R6"),
        ("R6 B7", "R5", "pass"),
        ("R4", "R5", "pass"),
        ("R6 B6 G6", "R5", "pass"),
        ("R9 R8", "B9G9", "pass"),
        ("R9 R8 R1", "B9G9", "R9R8R1"),
    ],
)
def test_it_goes_out_before_it_passes(held: str, table: str, wanted: str) -> None:
    state = hand("G1", held, "O1", to_act=1, table=table, table_seat=0)
    decision = decided(state, seat_with(go_out=True, **PASS_ROUND))
    assert decision is not None
    assert decision[0] == wanted
    assert wanted == "pass" or not decision[1]


def test_planned_sets_come_before_going_out_and_a_pass_after_it() -> None:
    state = hand("G1", "R6 B6", "O1", to_act=1, **SINGLE)
    assert decided(state, seat_with(go_out=True, **planned("R6<high"))) == ("R6<R5", False)
    assert decided(state, seat_with(go_out=True)) == ("B6R6", False)
    low = hand("G1", "R6 B6", "O1", to_act=1, table="R7", table_seat=0)
    assert decided(low, seat_with(go_out=True, **planned("R6<high", else_pass=True))) == ("B6R6", False)


def test_planned_sets_beat_whatever_is_on_the_table() -> None:
    seat = seat_with(**planned("B7R7<high", "K9<low", "B7<O"))
    held = "R7 B7 K9 G1"
    for table, wanted in (
        ("R5B5", "B7R7<B5"),
        ("R6K6", "B7R7<R6"),
        ("O8", "B7R7<O8"),
        ("O5O4O3", None),
        ("B8R8", None),
    ):
        state = hand("G2", held, "O1", to_act=1, table=table, table_seat=0)
        assert decided(state, seat) == (None if wanted is None else (wanted, False)), table


def test_planned_sets_do_not_lead_and_their_pass_does_not_either() -> None:
    assert decided(hand("G1", "B6 K9", to_act=1), seat_with(**planned("B6<high", else_pass=True))) is None


def test_a_planned_set_of_all_cards_goes_out() -> None:
    state = hand("G1", "R7 B7", "O1", to_act=1, table="R5B5", table_seat=0)
    assert decided(state, seat_with(**planned("B7R7<low"))) == ("B7R7", False)


@pytest.mark.parametrize(
    ("rule", "wanted"),
    [
        ("high", "B7R7<K6"),
        ("low", "B7R7<K3"),
        ("6", "B7R7<K6"),
        ("3", "B7R7<K3"),
        ("9", "B7R7<K6"),
        ("K", "B7R7<K6"),
        ("O", "B7R7<K6"),
        # The strongest bot chooses.
        ("bot", "B7R7<K3 B7R7<K6"),
    ],
)
def test_a_planned_set_picks_up_by_its_rule(rule: str, wanted: str) -> None:
    state = hand("G1", "R7 B7 G2", "O1", to_act=1, table="K6K3", table_seat=0)
    assert decided(state, seat_with(**planned(f"B7R7<{rule}"))) == (wanted, False)


def test_a_single_beaten_card_leaves_the_bot_no_choice() -> None:
    state = hand("G1", "R7 B7 G2", "O1", to_act=1, **SINGLE)
    assert decided(state, seat_with(**planned("B7R7<bot"))) == ("B7R7<R5", False)


def test_sets_are_written_as_they_are_read() -> None:
    for text in ("B7R7<bot", "K9<high", "X0<5", "O4O3O2<K"):
        assert str(PlannedSet.parse(text)) == text


def test_sets_are_added_replaced_and_moved_up() -> None:
    one, two = PlannedSet.parse("K9<high"), PlannedSet.parse("B7R7<low")
    assert sets_with([one], two) == [one, two]
    assert sets_with([one, two], PlannedSet(one.cards, "low")) == [PlannedSet(one.cards, "low"), two]
    assert sets_raised([one, two], "B7R7") == [two, one]
    assert sets_raised([one, two], "K9") == [one, two]
    assert sets_raised([one, two], "O1") == [one, two]


def test_a_lead_never_passes_but_goes_out() -> None:
    everything = PASS_ROUND | {"pass_if_stuck": True}
    assert decided(hand("G1", "B6 K9", to_act=1), seat_with(**everything)) is None
    assert decided(hand("G1", "B6", to_act=1), seat_with(**everything)) is None
    assert decided(hand("G1", "B6", to_act=1), seat_with(always=True)) is None
    assert decided(hand("G1", "B6", to_act=1), seat_with(go_out=True)) == ("B6", False)
    assert decided(hand("G1", "B6 K6", to_act=1), seat_with(go_out=True)) == ("B6K6", False)
    assert decided(hand("G1", "B6 K9", to_act=1), seat_with(go_out=True)) is None


def test_passing_for_a_round_ends_with_it() -> None:
    state = hand("G1 G2", "B6 K9", to_act=1, **SINGLE)
    seat = seat_with(**PASS_ROUND)
    assert decided(state, seat) == ("pass", False)
    following = after(state, "pass", "G1")
    assert following.round == 2
    assert decided(following, seat) is None


def test_planned_sets_are_for_the_next_turn_only() -> None:
    state = hand("G1", "B6 K9", to_act=1, **SINGLE)
    seat = seat_with(**planned("B6<high"))
    seat.acted_at = AT - timedelta(seconds=1)
    assert decided(state, seat) == ("B6<R5", False)
    seat.acted_at = AT + timedelta(seconds=1)
    assert decided(state, seat) is None


def test_it_decides_for_the_seat_to_act_of_a_running_game_in_its_persons_hands_alone() -> None:
    state = hand("G1", "B6 K9", to_act=1, **SINGLE)
    assert decided(state, seat_with(0, **PASS_ROUND)) is None
    assert decided(state, seat_with(**PASS_ROUND), status="paused") is None
    handed_over = seat_with(**PASS_ROUND)
    handed_over.held_by_id = CARETAKER
    assert decided(state, handed_over) is None
    over = after(hand("G1", "B6", to_act=1, **SINGLE), "B6")
    assert decided(over, seat_with(**PASS_ROUND)) is None


@pytest.mark.parametrize(
    ("pickup", "beaten", "kept", "wanted"),
    [
        ("high", "R5 B5 K7", "", "K7"),
        ("high", "R5 B5", "", "B5"),
        ("low", "R5 B5 K7", "", "B5"),
        ("low", "R5 R1 X0", "", "X0"),
        ("R", "R2 R7 K9", "", "R7"),
        ("R", "B2 K9", "", "K9"),
        # Larger sets before higher ones.
        ("best", "R2 K9", "R1 R3 G8", "R2"),
        ("best", "B3 K9", "R3 G3 O1", "B3"),
        ("best", "K9 K8", "K1 G9 B2", "K9"),
        ("best", "R5 B5", "R1 R2 B8 B9", "B5"),
        # Neither enlarges the best set, so the card in the better set.
        ("best", "B4 K9", "R1 R2 R3 R4 K1", "K9"),
        ("best", "G4 K9", "R1 R2 R3 R5", "K9"),
        # The goat joins any colour.
        ("best", "X0 K9", "R7 R8", "X0"),
        ("best", "K1 K2", "X0 K5", "K2"),
    ],
)
def test_it_takes_the_card_that_was_ordered(pickup: str, beaten: str, kept: str, wanted: str) -> None:
    assert str(preferred_pickup(pickup, cards(beaten), cards(kept))) == wanted


def test_the_best_set_is_the_largest_and_then_the_highest() -> None:
    assert best_set(cards("R1 R2 R3 B9 G9")) == (3, 321)
    assert best_set(cards("R1 R2 B9 G9")) == (2, 99)
    assert best_set(cards("X0 R1 R2 B9")) == (3, 210)
    assert best_set(cards("X0")) == (1, 0)


def test_no_pickup_question_without_a_choice() -> None:
    seat = seat_with(pickup="high")
    two = hand("G1", "B6 K6 G2", to_act=1, table="R5B5", table_seat=0)
    assert str(ordered_pickup(seat, two, cards("B6 K6"))) == "B5"
    assert ordered_pickup(seat_with(), two, cards("B6 K6")) is None
    assert ordered_pickup(seat_with(go_out=True), two, cards("B6 K6")) is None
    assert ordered_pickup(seat, two, cards("B6 K6 G2")) is None
    assert ordered_pickup(seat, two, ()) is None
    assert ordered_pickup(seat, hand("G1", "B6 K6", to_act=1, **SINGLE), cards("B6")) is None
    assert ordered_pickup(seat, hand("G1", "B6 K6", to_act=1), cards("B6")) is None


def test_every_order_for_a_pickup_takes_a_card_of_the_beaten_set() -> None:
    beaten = cards("O4 B4 K4")
    for pickup in StandingOrders.Pickup:
        assert preferred_pickup(pickup, beaten, cards("R1 R2")) in beaten
