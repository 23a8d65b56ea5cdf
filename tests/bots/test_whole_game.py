"""The search plays for the game: the worth of a hand's end depends on the points so far."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.bots.kernel import Play, Situation
from games.bots.kernel.compiled import CompiledKernel
from games.engine import observe, parse_cards, parse_turn, start_hand
from games.engine.cards import cards_mask

KERNEL = CompiledKernel()
OUT, PASS = Play.of(parse_turn("K9")), Play(0, 0)
# Seat 0 holds one card, with which it can go out over seat 2's 3; the others hold one card and five.
HANDS = tuple(map(parse_cards, ("K9", "R2", "B1G4O5P2P8")))


def situation(points: tuple[int, ...], target: int | None = 15, leader: int = 2) -> Situation:
    view = observe(start_hand(HANDS, 0), 0, points=points, target=target)
    return replace(Situation.of(view), table=cards_mask(parse_cards("B3")), owner=2, leader=leader)


def best(points: tuple[int, ...], target: int | None = 15) -> Play:
    return KERNEL.search(situation(points, target), [PASS, OUT], work=20_000, seed=1)[0].play


def worth_of_going_out(points: tuple[int, ...], leader: int = 2) -> float:
    """The worth of going out: a share of the victory."""
    KERNEL.search(situation(points, leader=leader), [OUT], work=0, seed=1)
    return float(KERNEL.tried[0].worth / KERNEL.tried[0].deals)


def test_it_does_not_end_a_game_that_another_seat_wins() -> None:
    """Going out brings seat 1 to 15 points, and seat 2 to the victory."""
    assert best((8, 14, 0)) == PASS
    assert best((8, 14, 9)) == OUT
    assert best((8, 14, 0), target=None) == OUT


@pytest.mark.parametrize(("points", "share"), [((5, 14, 1), 1), ((6, 14, 1), 0.5), ((6, 14, 0), 0)])
def test_at_the_target_the_fewest_points_win_and_equal_ones_share(points: tuple[int, ...], share: float) -> None:
    assert worth_of_going_out(points) == pytest.approx(share, abs=0.002)


def test_before_the_target_fewer_points_and_the_next_lead_are_worth_more() -> None:
    behind, level, ahead = (worth_of_going_out(points) for points in ((11, 4, 0), (5, 4, 0), (1, 6, 2)))
    assert 0 < behind < level < ahead < 1
    assert worth_of_going_out((5, 4, 0), leader=2) > worth_of_going_out((5, 4, 0), leader=0)


def test_a_hand_alone_is_played_to_be_won() -> None:
    KERNEL.search(situation((5, 4, 0), target=None), [OUT], work=0, seed=1)
    assert KERNEL.tried[0].worth == KERNEL.tried[0].deals


def test_a_seat_that_cannot_change_who_wins_still_plays_the_hand_well() -> None:
    """Seats 0 and 1 are at 14 points: no matter who goes out, seat 2 has fewer than seat 0."""
    assert best((14, 14, 0)) == OUT
    assert best((14, 14, 0), target=None) == OUT
    KERNEL.search(situation((14, 14, 0)), [OUT, PASS], work=20_000, seed=1)
    assert KERNEL.tried[0].score > KERNEL.tried[1].score


@pytest.mark.parametrize("seats", [2, 3, 4, 6])
def test_each_point_before_the_target_costs_a_share(seats: int) -> None:
    """Seat 0 goes out, and all others have five points."""
    worths = [worth_at(seats, mine) for mine in range(1, 15)]
    assert worths == sorted(worths, reverse=True)
    assert len(set(worths)) > len(worths) // 2


def worth_at(seats: int, mine: int) -> float:
    hands = [parse_cards(text) for text in ("K9", "R2", "B2", "G2", "P2", "O2")[:seats]]
    view = observe(start_hand(hands, 0), 0, points=(mine, *[5] * (seats - 1)), target=20)
    KERNEL.search(Situation.of(view), [OUT], work=0, seed=1)
    return float(KERNEL.tried[0].worth / KERNEL.tried[0].deals)
