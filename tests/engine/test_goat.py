"""The goat: number 0, joins any set by colour, costs five, is always dealt."""

from __future__ import annotations

import random

import pytest

from games.engine import GOAT, GameOptions, Refusal, deal
from tests.engine.hands import after, hand, refusal, shuffled_deck, texts


def test_alone_it_can_only_be_led() -> None:
    assert "X0" in texts(hand("X0 B1", "K7 G4"))
    assert refusal(hand("X0 B1 R2", "K7 G4", table="O1", table_seat=1), "X0<O1") is Refusal.TOO_LOW


def test_any_single_card_beats_it_and_must_take_it() -> None:
    state = after(hand("B1 R3", "K7 G4", table="X0", table_seat=1), "B1")
    assert GOAT in state.hands[0]
    assert state.known[0] == (GOAT,)


@pytest.mark.parametrize("turn", ["B5X0<P9", "K1X0<P9"])
def test_with_one_card_of_any_colour_it_is_a_set(turn: str) -> None:
    assert refusal(hand("B5 K1 R3 X0", "K7 G4", table="P9", table_seat=1), turn) is None


def test_with_two_colours_of_one_number_it_is_none() -> None:
    assert refusal(hand("B5 R5 R3 X0", "K7 G4", table="P9 P8", table_seat=1), "B5R5X0") is Refusal.NOT_A_SET


@pytest.mark.parametrize(
    ("table", "reason"),
    [("P5 P1", Refusal.TOO_LOW), ("B5 K5", Refusal.TOO_LOW), ("P4 P3", None), ("O4 K4", None)],
)
def test_it_adds_a_last_digit_of_zero(table: str, reason: Refusal | None) -> None:
    pickup = table.split()[0]
    assert refusal(hand("R5 X0 O9", "K7 G3", table=table, table_seat=1), f"R5X0<{pickup}") == reason


def test_an_equal_value_does_not_beat_a_set_with_it() -> None:
    held = hand("P6 P5 O9 O1", "K7 G3", table="R5 X0", table_seat=1)
    assert "P6P5<X0" in texts(held)
    assert "O9O1<R5" in texts(held)
    assert refusal(hand("P5 P4 O9", "K7 G3", table="R5 X0", table_seat=1), "P5P4<X0") is None


def test_one_card_more_beats_with_it_too() -> None:
    state = hand("B1 X0 R3", "K7 G3", table="P9", table_seat=1)
    assert texts(state) == ["B1X0<P9", "R3X0<P9", "pass"]


def test_it_may_end_a_hand_as_a_lead_of_all_cards() -> None:
    assert "B5B1X0" in texts(hand("B5 B1 X0", "K7 G4"))
    assert "B5R5X0" not in texts(hand("B5 R5 X0", "K7 G4"))


def test_the_last_goat_is_led_and_ends_the_hand() -> None:
    assert after(hand("X0", "K7 G4"), "X0").over


def test_left_in_hand_it_costs_five() -> None:
    assert after(hand("B5", "K7 X0", "O1"), "B5").points == (0, 6, 1)


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_it_is_always_dealt(seats: int) -> None:
    for seed in range(20):
        deck = shuffled_deck(GameOptions(seats, goat=True), random.Random(seed))
        state = deal(deck, seats, 0)
        assert state.goat
        assert sum(GOAT in held for held in state.hands) == 1
