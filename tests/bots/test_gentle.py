"""The mistakes of the gentle bots."""

from __future__ import annotations

import random

import pytest

from games.bots import get
from games.engine import HandState, legal_turns, observe
from tests.engine.hands import hand


def choice(name: str, state: HandState) -> str:
    return str(get(name).choose(observe(state, state.to_act), legal_turns(state), 0, random.Random(1)))


@pytest.mark.parametrize("name", ["skald", "seidmadr"])
def test_it_beats_whenever_it_can(name: str) -> None:
    state = hand("B9 B8 B7 B6", "K8 K4", table="P3", table_seat=1)
    assert choice("hirdman", state) == "pass"
    assert choice(name, state) != "pass"


@pytest.mark.parametrize("name", ["skald", "seidmadr"])
def test_it_goes_out_whenever_it_can(name: str) -> None:
    assert choice(name, hand("B9 R9", "K7 G4", table="P3", table_seat=1)) == "B9R9"


def test_skald_takes_a_card_of_a_number_that_it_holds() -> None:
    assert choice("skald", hand("B9 B8 G4 P2", "K8 K4", table="O4 O7", table_seat=1)) == "B9B8<O4"


def test_skald_takes_a_card_of_a_colour_that_it_holds() -> None:
    for own, taken in (("O1", "O4"), ("G1", "G4")):
        state = hand(f"B9 B8 {own} P2", "K8 K7", table="O4 G4", table_seat=1)
        assert choice("skald", state) == f"B9B8<{taken}"


def test_seidmadr_leads_its_lowest_card() -> None:
    assert choice("seidmadr", hand("R9 B2 B1", "K7 G4")) == "B1"


def test_seidmadr_keeps_a_pair_when_it_leads() -> None:
    assert choice("seidmadr", hand("R9 B2 B1 G1", "K7 G4")) == "B2"


def test_seidmadr_takes_the_highest_card_even_if_another_fits() -> None:
    state = hand("B9 B8 G4 P4", "K8 K4", table="O4 O7", table_seat=1)
    assert choice("hirdman", state) == "B9B8<O4"
    assert choice("seidmadr", state) == "B9B8<O7"
