"""The options of a game, and what follows from its points."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine import GameOptions, is_game_over, next_leader, winners


@pytest.mark.parametrize(
    "wrong",
    [
        {"seats": 1},
        {"seats": 7},
        {"seats": True},
        {"seats": 3, "target": 12},
        {"seats": 3, "target": 0},
        {"seats": 3, "target": 35},
        {"seats": 3, "target": 15.0},
        {"seats": 3, "two_player_deck": True},
        {"seats": 2, "two_player_deck": 1},
        {"seats": 2, "goat": None},
        {"seats": 2, "next_leader": "right"},
    ],
)
def test_options_that_do_not_go_together_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"."):
        GameOptions(**wrong)


@pytest.mark.parametrize("target", [None, 10, 15, 20, 25, 30])
def test_all_targets_of_the_rules_are_there(target: int | None) -> None:
    assert GameOptions(6, target=target).target == target


def test_the_usual_game_goes_to_fifteen() -> None:
    assert GameOptions(4) == GameOptions(4, 15, goat=False, two_player_deck=False, next_leader="left")


def test_two_colours_leave_the_two_player_deck() -> None:
    assert GameOptions(2, two_player_deck=True).colours("KB") == "RPGO"
    assert GameOptions(2).colours() == "BRPGKO"


@pytest.mark.parametrize("removed", ["", "B", "BB", "BRP", "BX", "bR"])
def test_other_than_two_colours_cannot_leave(removed: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        GameOptions(2, two_player_deck=True).colours(removed)


def test_no_colour_leaves_a_full_deck() -> None:
    with pytest.raises(ValueError, match=r"."):
        GameOptions(2).colours("BR")


@pytest.mark.parametrize(("hand_leader", "last_actor", "left", "last"), [(0, 2, 1, 2), (2, 0, 0, 0), (1, 1, 2, 1)])
def test_the_next_leader_is_to_the_left_or_the_last_to_act(
    hand_leader: int, last_actor: int, left: int, last: int
) -> None:
    assert next_leader(GameOptions(3), hand_leader, last_actor) == left
    assert next_leader(GameOptions(3, next_leader="last"), hand_leader, last_actor) == last


@pytest.mark.parametrize(
    ("points", "target", "over"),
    [
        ((9, 3), 10, False),
        ((10, 3), 10, True),
        ((3, 27), 25, True),
        ((14, 14, 14), 15, False),
        ((0, 1), None, True),
    ],
)
def test_the_game_is_over_when_any_seat_reaches_the_target(
    points: tuple[int, ...],
    target: int | None,
    over: bool,  # noqa: FBT001 (a column of the table)
) -> None:
    assert is_game_over(points, target) == over


@pytest.mark.parametrize(
    ("points", "resigned", "expected"),
    [
        ((3, 15, 9), (), (0,)),
        ((3, 15, 3), (), (0, 2)),
        ((3, 15, 9), {0}, (2,)),
        ((9, 15, 9), {0, 2}, (1,)),
        ((4, 4, 4, 4), {3}, (0, 1, 2)),
        ((1, 2), {0, 1}, ()),
    ],
)
def test_fewest_points_win_and_equals_share(
    points: tuple[int, ...], resigned: set[int], expected: tuple[int, ...]
) -> None:
    assert winners(points, resigned) == expected
