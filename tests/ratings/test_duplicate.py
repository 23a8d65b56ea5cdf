"""The luck-adjusted rating's arithmetic: properties of every field and every number of hands."""

from __future__ import annotations

from itertools import pairwise
from math import fsum

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.ratings.duplicate import figure, hand_margin

POINTS = st.integers(0, 60)
FIELDS = st.lists(POINTS, min_size=2, max_size=40)
MARGINS = st.lists(st.integers(-60, 60), max_size=60)
HANDS = st.integers(0, 2_000)


def margins(field: list[int]) -> list[float]:
    """Each player's margin in a hand that they were left with so many points in."""
    found = [hand_margin(points, sum(field), len(field)) for points in field]
    return [margin for margin in found if margin is not None]


def rating(hands: list[int]) -> float:
    return figure(sum(hands), len(hands))


@given(FIELDS)
def test_nobody_gains_but_from_others(field: list[int]) -> None:
    assert fsum(margins(field)) == pytest.approx(0, abs=1e-6)


@given(FIELDS)
def test_fewer_points_are_a_better_margin_and_equal_points_an_equal_one(field: list[int]) -> None:
    ranked = sorted(zip(field, margins(field), strict=True))
    for (points, margin), (more_points, worse) in pairwise(ranked):
        assert (margin > worse) if points < more_points else margin == pytest.approx(worse)


@given(FIELDS, st.integers(0, 60))
def test_a_deal_that_costs_everyone_the_same_changes_no_margin(field: list[int], luck: int) -> None:
    assert margins([points + luck for points in field]) == pytest.approx(margins(field))


@given(POINTS, st.integers(2, 40))
def test_points_like_everyones_are_a_margin_of_nothing(points: int, players: int) -> None:
    assert margins([points] * players) == [0] * players


@given(POINTS)
def test_a_hand_that_nobody_else_finished_has_no_margin(points: int) -> None:
    assert hand_margin(points, points, 1) is None


@given(MARGINS, st.randoms(use_true_random=False))
def test_the_order_of_hands_does_not_matter(hands: list[int], chance: object) -> None:
    shuffled = list(hands)
    chance.shuffle(shuffled)  # type: ignore[attr-defined]
    assert rating(shuffled) == rating(hands)


@given(MARGINS)
def test_a_hand_like_everyones_brings_no_rating_across_the_middle_or_further_from_it(hands: list[int]) -> None:
    before, after = rating(hands), rating([*hands, 0])
    assert abs(after) <= abs(before)
    assert before * after >= 0
    assert (after == 0) == (before == 0)


@given(st.floats(-60, 60), HANDS, st.integers(1, 500))
def test_more_hands_as_good_as_the_others_never_make_a_rating_less_certain(mean: float, hands: int, more: int) -> None:
    """What few hands say counts less: the rating's distance from the player's mean margin only shrinks."""
    near, far = figure(mean * (hands + more), hands + more), figure(mean * hands, hands)
    assert abs(mean - near) <= abs(mean - far) + 1e-9
    assert abs(near) <= abs(mean) + 1e-9


@given(st.floats(-10_000, 10_000), HANDS)
def test_the_rating_is_symmetric(margin: float, hands: int) -> None:
    assert figure(-margin, hands) == -figure(margin, hands)


@given(st.floats(-10_000, 10_000), st.floats(-10_000, 10_000), HANDS)
def test_of_two_players_with_equally_many_hands_the_greater_margin_is_rated_higher(
    one: float, other: float, hands: int
) -> None:
    assert (figure(one, hands) <= figure(other, hands)) == (one <= other) or figure(one, hands) == figure(other, hands)


@given(MARGINS, st.integers(1, 60))
def test_a_better_hand_raises_a_rating_that_it_beats(hands: list[int], gain: int) -> None:
    assert rating([*hands, gain]) > rating([*hands, 0]) > rating([*hands, -gain])
