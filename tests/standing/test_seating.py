"""The players of the next game: sitting out by turns, blocks, and the order of seats."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta
from itertools import combinations

import pytest

from games.standing.seating import SeatClaim, players_due, rotated, sit_outs

BEGIN = datetime(2026, 1, 1, tzinfo=UTC)


def run(rng: random.Random, members: int, seats: int, games: int) -> list[tuple[set[int], set[int]]]:
    """The members who were in and those who played, for each of some games, with people who come and go."""
    out_at = dict.fromkeys(range(members), BEGIN)
    history = []
    for game in range(1, games + 1):
        at = BEGIN + timedelta(days=game)
        available = {one for one in out_at if rng.random() < 0.8}
        candidates = [SeatClaim(one, out_at[one]) for one in available]
        due = set(players_due(candidates, set(), seats))
        # Those who are out by choice have been out, too.
        out_at |= dict.fromkeys(set(out_at) - available, at) | sit_outs(candidates, due, at)
        history.append((available, due))
    return history


@pytest.mark.parametrize("seed", range(30))
def test_two_who_are_in_for_some_games_sit_out_equally_often(seed: int) -> None:
    rng = random.Random(seed)
    members = rng.randint(2, 12)
    history = run(rng, members, rng.randint(2, 6), 40)
    for one, other in combinations(range(members), 2):
        balance = spread = 0
        lowest = highest = 0
        for available, due in history:
            if not {one, other} <= available:
                balance = lowest = highest = 0
                continue
            balance += (one not in due) - (other not in due)
            lowest, highest = min(lowest, balance), max(highest, balance)
            spread = max(spread, highest - lowest)
        assert spread <= 1, (one, other)


@pytest.mark.parametrize("seed", range(10))
def test_as_many_play_as_there_are_seats(seed: int) -> None:
    rng = random.Random(seed)
    seats = rng.randint(2, 6)
    for available, due in run(rng, 9, seats, 30):
        assert due <= available
        assert len(due) == min(seats, len(available))


def test_blocked_people_never_play_together_and_sit_out_by_turns() -> None:
    out_at, played = dict.fromkeys(range(4), BEGIN), []
    for game in range(1, 9):
        candidates = [SeatClaim(one, out_at[one]) for one in range(4)]
        due = players_due(candidates, {frozenset((1, 2))}, 4)
        out_at |= sit_outs(candidates, due, BEGIN + timedelta(days=game))
        played.append(set(due) & {1, 2})
    assert played == [{2}, {1}] * 4


def test_a_member_who_has_a_block_with_all_others_stops_no_game() -> None:
    """Member 0, who has never played, would be seated first."""
    candidates = [SeatClaim(one, BEGIN + timedelta(days=one == 0)) for one in range(3)]
    apart = {frozenset((0, 1)), frozenset((0, 2))}
    assert players_due(candidates, apart, 4) == [1, 2]
    assert players_due(candidates[:2], apart, 4) == []


@pytest.mark.parametrize("seed", range(40))
def test_a_game_begins_whenever_two_may_play_together(seed: int) -> None:
    rng = random.Random(seed)
    members = range(rng.randint(2, 8))
    candidates = [SeatClaim(one, BEGIN + timedelta(days=rng.randrange(5))) for one in members]
    pairs = {frozenset(pair) for pair in combinations(members, 2)}
    apart = {pair for pair in pairs if rng.random() < 0.7}
    due = players_due(candidates, apart, rng.randint(2, 6))
    assert (len(due) >= 2) == bool(pairs - apart)
    assert not {frozenset(pair) for pair in combinations(due, 2)} & apart


def test_a_newcomer_plays_first() -> None:
    old = [SeatClaim(one, BEGIN) for one in range(6)]
    assert 9 in players_due([*old, SeatClaim(9, BEGIN + timedelta(days=3))], set(), 6)


def test_each_game_moves_the_players_by_one_seat() -> None:
    orders = [rotated([4, 5, 6], games) for games in range(4)]
    assert orders == [[4, 5, 6], [5, 6, 4], [6, 4, 5], [4, 5, 6]]
