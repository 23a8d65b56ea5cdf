"""The reason that a refused turn gets: the first that applies, in the order of REFEREE.md."""

from __future__ import annotations

import pytest

from games.engine import PASS, HandState, IllegalTurn, Refusal, apply, complete_turn, forced_turn, state_to_json
from games.engine import parse_turn as parse
from tests.engine.hands import after, hand, refusal

LEAD = hand("B5 R5 P1", "K7 G4 O2")
WHOLE_SET = hand("B6 B5 B1", "K7 G4 O2")
ON_ONE = hand("B9 B8 B7 R2 P2", "K7 G4 O2", "K6", table="P3", table_seat=2)
ON_TWO = hand("B9 B8 B7 R2 P2", "K7 G4 O2", "K6", table="P4 P3", table_seat=2)
LAST_TWO = hand("B9 B8", "K7 G4 O2", "K6", table="P4 P3", table_seat=2)
LAST_ONE = hand("B9", "K7 G4 O2", "K6", table="P4", table_seat=2)
OVER = after(hand("B5", "K7 G4 O2"), "B5")


@pytest.mark.parametrize(
    ("state", "turn", "reason"),
    [
        pytest.param(OVER, "pass", "hand_over", id="over: before must_lead"),
        pytest.param(OVER, "B5B5", "hand_over", id="over: before duplicate_card"),
        pytest.param(OVER, "K7", "hand_over", id="over: before not_your_card"),
        pytest.param(LEAD, "pass", "must_lead", id="a leader passes"),
        pytest.param(LEAD, "K7K7<K7", "duplicate_card", id="duplicate before not_your_card"),
        pytest.param(ON_TWO, "B9B9<P4", "duplicate_card", id="duplicate of an own card"),
        pytest.param(ON_TWO, "B9B8R2R2", "duplicate_card", id="duplicate before not_a_set"),
        pytest.param(LEAD, "K7R5", "not_your_card", id="foreign before not_a_set"),
        pytest.param(ON_TWO, "K7", "not_your_card", id="foreign before wrong_count"),
        pytest.param(ON_ONE, "P3", "not_your_card", id="the table's own card"),
        pytest.param(ON_ONE, "O9", "not_your_card", id="a card that nobody holds"),
        pytest.param(LEAD, "R5P1", "not_a_set", id="lead: no set before wrong_count"),
        pytest.param(LEAD, "B5R5P1", "not_a_set", id="lead: all cards, but no set"),
        pytest.param(ON_ONE, "B9R2P2", "not_a_set", id="no set before wrong_count"),
        pytest.param(ON_TWO, "B9R2<B7", "not_a_set", id="no set before the pick-up"),
        pytest.param(LEAD, "B5R5", "wrong_count", id="lead: neither one nor all"),
        pytest.param(WHOLE_SET, "B6B5", "wrong_count", id="lead: part of a whole set"),
        pytest.param(ON_ONE, "B9B8B7<P3", "wrong_count", id="two more than the table"),
        pytest.param(ON_TWO, "B9<P4", "wrong_count", id="one fewer than the table"),
        pytest.param(ON_TWO, "R2", "wrong_count", id="count before value"),
        pytest.param(ON_ONE, "R2<P3", "too_low", id="a lower value"),
        pytest.param(ON_TWO, "R2P2", "too_low", id="value before pickup_missing"),
        pytest.param(ON_TWO, "R2P2<K7", "too_low", id="value before pickup_not_on_table"),
        pytest.param(hand("B3 R1", "O9", table="P3", table_seat=1), "B3<P3", "too_low", id="an equal value"),
        pytest.param(ON_TWO, "B9B8", "pickup_missing", id="two beaten cards, none named"),
        pytest.param(ON_TWO, "B9B8B7", "pickup_missing", id="one more card, none named"),
        pytest.param(ON_TWO, "B9B8<B9", "pickup_not_on_table", id="a card just played"),
        pytest.param(ON_TWO, "B9B8<R2", "pickup_not_on_table", id="a card still held"),
        pytest.param(ON_ONE, "B9<P4", "pickup_not_on_table", id="one beaten card, another named"),
        pytest.param(LAST_TWO, "B9B8<K6", "pickup_not_on_table", id="emptied: elsewhere comes first"),
        pytest.param(LAST_TWO, "B9B8<P4", "pickup_not_allowed", id="emptied by two"),
        pytest.param(LAST_ONE, "B9<P4", "pickup_not_allowed", id="emptied by one"),
        pytest.param(LEAD, "B5<K7", "pickup_not_allowed", id="a lead"),
        pytest.param(LEAD, "B5<B5", "pickup_not_allowed", id="a lead, its own card"),
        pytest.param(WHOLE_SET, "B6B5B1<K7", "pickup_not_allowed", id="a lead of all cards"),
        pytest.param(LEAD, "B5R5<K7", "wrong_count", id="a lead: count before the pick-up"),
    ],
)
def test_the_first_reason_that_holds_is_given(state: HandState, turn: str, reason: str) -> None:
    assert refusal(state, turn) == Refusal(reason)


@pytest.mark.parametrize(
    ("state", "turn", "written"),
    [
        pytest.param(LEAD, "B5", "B5", id="one card led"),
        pytest.param(WHOLE_SET, "B1B6B5", "B6B5B1", id="all cards led"),
        pytest.param(ON_ONE, "B9", "B9<P3", id="one beaten card need not be named"),
        pytest.param(ON_ONE, "B9<P3", "B9<P3", id="but may be"),
        pytest.param(ON_ONE, "R2P2", "R2P2<P3", id="two on one"),
        pytest.param(ON_TWO, "B9B8B7<P3", "B9B8B7<P3", id="three on two"),
        pytest.param(LAST_TWO, "B8B9", "B9B8", id="the last cards take nothing"),
        pytest.param(LAST_ONE, "B9", "B9", id="the last card takes nothing"),
        pytest.param(ON_TWO, "PASS", "pass", id="a pass"),
    ],
)
def test_a_legal_turn_is_completed(state: HandState, turn: str, written: str) -> None:
    assert str(complete_turn(state, parse(turn))) == written
    assert refusal(state, turn) is None


def test_a_refused_turn_changes_nothing() -> None:
    before = state_to_json(ON_TWO)
    assert refusal(ON_TWO, "R2P2<P4") is Refusal.TOO_LOW
    assert state_to_json(ON_TWO) == before


def test_nothing_is_forced_once_the_hand_is_over() -> None:
    for act in (lambda: apply(OVER, PASS), lambda: forced_turn(OVER)):
        with pytest.raises(IllegalTurn, match="hand_over"):
            act()
