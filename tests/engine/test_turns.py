"""The text of a turn, both ways."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from games.engine import PASS, Card, IllegalTurn, Refusal, Turn, parse_turn
from games.engine.cards import ALL_CARDS
from tests.engine.hands import cards

PLAYS = st.builds(
    Turn,
    st.lists(st.sampled_from(ALL_CARDS), min_size=1, max_size=12).map(tuple),
    st.none() | st.sampled_from(ALL_CARDS),
)


@pytest.mark.parametrize(
    ("given_text", "written"),
    [
        ("R5", "R5"),
        ("r6b6<r5", "B6R6<R5"),
        ("k1K9k4<B8", "K9K4K1<B8"),
        ("x0b3", "B3X0"),
        ("R5R5", "R5R5"),
        ("B9B9<B9", "B9B9<B9"),
        ("pass", "pass"),
        ("PaSS", "pass"),
    ],
)
def test_a_turn_is_written_in_canonical_order(given_text: str, written: str) -> None:
    assert str(parse_turn(given_text)) == written


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "B",
        "B0",
        "X1",
        "5R",
        "R5 ",
        " R5",
        "R5\n",
        "pass\n",
        "R5 B5",
        "R5,B5",
        "<R5",
        "R5<",
        "R5<B4B3",
        "R5<<B4",
        "pass<R5",
        "R5<pass",
        "passR5",
        "pas",
        "R10",
        "R５",
        "\u212a5",
        "pa\u017f\u017f",
        "R5<B4<B3",
    ],
)
def test_what_is_no_turn_is_malformed(text: str) -> None:
    with pytest.raises(IllegalTurn) as refused:
        parse_turn(text)
    assert refused.value.reason is Refusal.MALFORMED


@given(PLAYS)
@example(PASS)
def test_a_turn_survives_its_text_in_either_case(turn: Turn) -> None:
    assert parse_turn(str(turn)) == turn
    assert parse_turn(str(turn).lower()) == turn
    assert hash(parse_turn(str(turn))) == hash(turn)


@given(st.text(alphabet="BRPGKOXbk0123456789<pas \n", max_size=12) | st.text(max_size=8))
def test_any_text_is_a_turn_or_malformed(text: str) -> None:
    found = turn_or_reason(text)
    if isinstance(found, Turn):
        assert sorted(str(found)) == sorted(text.lower() if found.is_pass else text.upper())
    else:
        assert found is Refusal.MALFORMED


def turn_or_reason(text: str) -> Turn | Refusal:
    try:
        return parse_turn(text)
    except IllegalTurn as refused:
        return refused.reason


def test_the_order_in_which_cards_are_given_does_not_matter() -> None:
    assert Turn(cards("B6 R6"), Card("R", 5)) == Turn(cards("R6 B6"), Card("R", 5))


def test_a_pass_has_no_cards_and_no_pickup() -> None:
    assert PASS.is_pass
    assert not parse_turn("B1").is_pass
    with pytest.raises(ValueError, match="picks nothing up"):
        Turn((), Card("R", 5))


def test_reasons_are_the_words_that_programs_rely_on() -> None:
    assert [reason.value for reason in Refusal] == [
        "malformed",
        "hand_over",
        "stale_version",
        "not_your_turn",
        "must_lead",
        "duplicate_card",
        "not_your_card",
        "not_a_set",
        "wrong_count",
        "too_low",
        "pickup_missing",
        "pickup_not_on_table",
        "pickup_not_allowed",
    ]
