"""A state survives its JSON exactly; other values are refused."""

from __future__ import annotations

import json
import random

import pytest

from games.engine import GameOptions, state_from_json, state_to_json
from tests.engine.hands import after, hand, random_hand, shuffled_deck

GOOD = state_to_json(after(hand("B1 B2", "R5 X0", "K9 O1"), "B1", "R5<B1"))


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_every_state_of_a_hand_survives(seats: int) -> None:
    rng = random.Random(seats)
    deck = shuffled_deck(GameOptions(seats, goat=seats == 3, two_player_deck=seats == 2), rng)
    for before, _, state in random_hand(deck, seats, rng):
        for one in (before, state):
            assert state_from_json(json.loads(json.dumps(state_to_json(one)))) == one


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("hands", None),
        ("hands", ["B2", "X0"]),
        ("hands", ["B2", "X0B2", "K9O1"]),
        ("hands", [1, 2, 3]),
        ("hands", ["B2", "ZZ", "K9O1"]),
        ("known", ["", ""]),
        ("known", ["", "K9", ""]),
        ("table", None),
        ("table", ""),
        ("table", "K9"),
        ("table_seat", 3),
        ("table_seat", None),
        ("table_seat", "1"),
        ("to_act", None),
        ("to_act", -1),
        ("to_act", True),
        ("leader", 9),
        ("round", "1"),
        ("beaten_seat", 7),
        ("picked_up", 1),
        ("colours", None),
        ("colours", "BZ"),
        ("goat", False),
    ],
)
def test_what_is_no_state_is_refused(key: str, value: object) -> None:
    with pytest.raises(ValueError, match=r"."):
        state_from_json(GOOD | {key: value})


def test_a_state_without_a_field_is_refused() -> None:
    for key in GOOD.keys() - {"picked_up", "beaten_seat"}:
        with pytest.raises(ValueError, match=r"."):
            state_from_json({name: value for name, value in GOOD.items() if name != key})
