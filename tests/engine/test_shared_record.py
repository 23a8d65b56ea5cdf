"""The check of records of hands for everyone: sound ones pass, and a change of any field is described in words."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine import apply, deal, legal_turns, parse_cards, verify_record
from games.engine.fairdeal import deck_for, shared_opening
from tests.document_examples import json_examples

Json = dict[str, Any]
_GAME, VECTOR = json_examples("games/engine/FAIRDEAL.md")


def played() -> Json:
    """The document's hand with turns until its end, and all that a record may have."""
    record: Json = copy.deepcopy(VECTOR)
    opening = shared_opening(record["protocol"], record["first_day"], bytes.fromhex(record["anchor"]))
    deck = deck_for(opening, bytes.fromhex(record["seed"]), record["number"], "")
    state, turns = deal(deck, 3, record["leader"]), []
    while not state.over:
        turn = max(legal_turns(state), key=lambda turn: (len(turn.cards), str(turn)))
        turns.append(str(turn))
        state = apply(state, turn)
    points = list(state.points or ())
    return record | {"undealt": [str(card) for card in deck[27:]], "turns": turns, "points": points}


SOUND = played()


def test_the_documents_example_is_sound() -> None:
    assert verify_record(VECTOR) == []


def test_a_played_hand_is_sound_and_one_in_play_has_no_points() -> None:
    assert verify_record(json.loads(json.dumps(SOUND))) == []
    assert verify_record(SOUND | {"turns": SOUND["turns"][:5], "points": None}) == []


CHANGES = {
    "anchor": ("0" * 64, "the fingerprint is not that of this opening"),
    "fingerprint": ("0" * 64, "the fingerprint is not that of this opening"),
    "day": ("2026-11-27", "the number is 28, but its date makes it 27"),
    "first_day": ("2026-11-02", "the fingerprint is not that of this opening"),
    "number": (29, "the number is 29, but its date makes it 28"),
    "seed": ("0" * 64, "the seed does not lead to the anchor"),
    "leader": (2, "the leader is not the one that the seed draws"),
    "bots_key": ("0" * 64, "the bots' key is not the one that the seed makes"),
    "deals": (SOUND["deals"][::-1], "seat 0's cards are not those that the seed deals"),
    "undealt": (SOUND["undealt"][::-1], "the undealt cards are not those that the seed leaves"),
    "points": ([9, 9, 9], f"the points are 9, 9, 9, but the turns make them {', '.join(map(str, SOUND['points']))}"),
}


@pytest.mark.parametrize("field", CHANGES)
def test_a_changed_field_is_the_first_difference(field: str) -> None:
    value, words = CHANGES[field]
    assert verify_record(SOUND | {field: value})[0] == words


@pytest.mark.parametrize(
    ("turns", "words"),
    [
        (["pass"], "turn 1, 'pass' of seat 1: refused as "),
        (["nonsense"], "turn 1, 'nonsense' of seat 1: refused as malformed"),
        ([SOUND["turns"][0].lower()], f"turn 1, '{SOUND['turns'][0].lower()}' of seat 1: should be written"),
        ([*SOUND["turns"], "pass"], f"turn {len(SOUND['turns']) + 1}, 'pass' of seat "),
        (SOUND["turns"][:-1], "the points are "),
    ],
)
def test_a_turn_that_cannot_be_is_named(turns: list[str], words: str) -> None:
    [difference] = verify_record(SOUND | {"turns": turns})
    assert difference.startswith(words)


def test_a_card_dealt_twice_is_no_deal_to_replay() -> None:
    deals = [SOUND["deals"][0], SOUND["deals"][0], SOUND["deals"][2]]
    assert verify_record(SOUND | {"deals": deals})[-1] == "a card is dealt twice"


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


@settings(max_examples=300)
@given(st.sampled_from(sorted(SOUND)), _JSON)
def test_no_value_of_a_field_raises(field: str, value: object) -> None:
    assert isinstance(verify_record(SOUND | {field: value}), list)


@pytest.mark.parametrize("field", sorted(set(CHANGES) - {"undealt", "points"}))
def test_a_missing_field_is_named(field: str) -> None:
    assert verify_record({key: value for key, value in SOUND.items() if key != field}) == [
        f"the record: {field} is missing"
    ]


def test_the_deck_has_every_card_once() -> None:
    cards = [card for dealt in SOUND["deals"] for card in dealt] + SOUND["undealt"]
    assert len(set(parse_cards("".join(cards)))) == 54
