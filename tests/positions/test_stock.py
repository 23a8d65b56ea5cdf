"""The moments that come with the site, and how they are found."""

from __future__ import annotations

from collections import Counter

import pytest

from games.engine import parse_turn
from games.positions.bot_hands import bot_moment
from games.positions.finding import LEAST_CARDS, LEAST_TURNS, SURE
from games.positions.moment import KINDS, Moment, moment_read
from games.positions.stock import MOST_OF_A_KIND, bots_number, stock

COUNT = 200
MOMENTS = [moment_read(line) for line in stock().values()]


def test_two_hundred_are_ready_of_every_kind() -> None:
    assert len(MOMENTS) == COUNT
    kinds = Counter(moment.kind for moment in MOMENTS)
    assert set(kinds) == set(KINDS)
    assert max(kinds.values()) <= MOST_OF_A_KIND * COUNT


def test_each_is_a_legal_turn_that_was_missed_and_that_the_bot_is_sure_of() -> None:
    for moment in MOMENTS:
        assert moment.legal
        assert {parse_turn(moment.best), parse_turn(moment.taken)} <= set(moment.legal)
        assert moment.best != moment.taken
        assert len(moment.legal) >= LEAST_TURNS
        assert moment.cards >= LEAST_CARDS
        points = dict(moment.estimates)
        assert moment.estimates[1][1] - points[moment.best] >= SURE - 0.01
        assert points.get(moment.taken, 99.0) - points[moment.best] >= SURE - 0.01


def test_a_moment_is_the_same_as_a_line() -> None:
    assert all(moment_read(moment.to_line()) == moment for moment in MOMENTS)


def test_the_view_hides_the_other_hands() -> None:
    for moment in MOMENTS:
        view = moment.view
        assert view.left is None
        hidden = {card for seat, cards in enumerate(moment.state.hands) if seat != moment.seat for card in cards}
        known = {card for cards in view.known for card in cards}
        assert not (hidden - known) & {*view.cards, *view.table, *view.discarded}


@pytest.mark.parametrize("place", [0, 70, 140])
def test_the_search_finds_it_again(place: int) -> None:
    moment: Moment = MOMENTS[place]
    assert bot_moment(bots_number(moment.origin)) == moment


def test_a_hand_without_a_question_gives_none() -> None:
    found = {bots_number(moment.origin) for moment in MOMENTS}
    skipped = min(set(range(max(found))) - found)
    assert bot_moment(skipped) is None
