"""Recommendations of the strongest bot."""

from __future__ import annotations

import re

import pytest

from games.advice import advise, expected_words
from games.engine import legal_turns, observe, parse_cards, start_hand


@pytest.mark.parametrize(("points", "words"), [(2.96, "3.0"), (0.04, "0.0"), (-0.2, "0.0"), (12.34, "12.3")])
def test_expected_points_are_rounded_and_never_below_zero(points: float, words: str) -> None:
    assert expected_words(points) == f"Expected points: {words}"


def test_a_single_turn_is_named_without_a_search_and_going_out_without_points() -> None:
    for held, table, words in ("B3R4", "K8", "Pass: nothing you hold beats 8."), ("B9", "K8", "Play 9: you go out."):
        state = start_hand((parse_cards(held), parse_cards("O1")), 0, parse_cards(table), 1)
        advice = advise(observe(state, 0), legal_turns(state), "seed")
        assert (advice.words, advice.expected) == (words, "")


def test_a_hint_says_whether_many_points_are_good() -> None:
    """The review compares two turns; a hint has only one figure."""
    state = start_hand((parse_cards("B3R4G9"), parse_cards("O1K2")), 0, parse_cards("K1"), 1)
    advice = advise(observe(state, 0), legal_turns(state), "seed")
    assert re.fullmatch(r"Expected points: \d\.\d \(fewer is better\)", advice.expected)
