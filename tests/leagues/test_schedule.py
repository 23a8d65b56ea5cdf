"""The schedule of a league: properties of every size, and the published designs that it reaches."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from games.leagues.schedule import FEWEST_PEOPLE, MOST_PEOPLE, SEATS, Round, league_rounds, meetings, seating

PEOPLE = range(FEWEST_PEOPLE, MOST_PEOPLE + 1)
people_of_a_league, seats_at_most = st.sampled_from(PEOPLE), st.sampled_from(SEATS)
# A pair's most meetings less its fewest, where it is more than 1: few people at few tables meet again and again.
SPREADS = {
    **dict.fromkeys([(5, 3), (6, 3)], 2),
    **dict.fromkeys([(5, 4), (6, 4)], 2),
    **dict.fromkeys([(6, 5), (10, 5), (14, 5), (15, 5), (19, 5), (20, 5), (22, 5), (23, 5)], 2),
    **dict.fromkeys([(10, 6), (12, 6), (14, 6), (15, 6), (16, 6), (18, 6), (20, 6), (23, 6), (24, 6)], 2),
    **dict.fromkeys([(9, 5), (9, 6), (11, 6)], 3),
}


def spread(counts: Counter[int] | list[int]) -> int:
    listed = list(counts.values()) if isinstance(counts, Counter) else counts
    return max(listed) - min(listed)


def pairs_of(people: int, rounds: tuple[Round, ...]) -> list[int]:
    met = meetings(rounds)
    return [met[frozenset(pair)] for pair in combinations(range(people), 2)]


@given(people_of_a_league, seats_at_most)
def test_everybody_plays_once_a_round_at_as_few_tables_as_there_can_be(people: int, seats: int) -> None:
    for each in league_rounds(people, seats):
        sizes = [len(table) for table in each]
        at_tables = sorted(one for table in each for one in table)
        sits_out = people % 2 if seats == 2 else 0
        assert len(set(at_tables)) == len(at_tables) == people - sits_out
        assert set(at_tables) <= set(range(people))
        assert len(sizes) == (people // 2 if seats == 2 else -(-people // seats))
        assert max(sizes) <= seats
        assert max(sizes) - min(sizes) <= 1


@given(people_of_a_league, seats_at_most)
def test_everybody_meets_everybody(people: int, seats: int) -> None:
    assert min(pairs_of(people, league_rounds(people, seats))) >= 1


@given(people_of_a_league, seats_at_most)
def test_everybody_plays_equally_often_and_sits_at_small_tables_equally_often(people: int, seats: int) -> None:
    rounds = league_rounds(people, seats)
    played = Counter(one for each in rounds for table in each for one in table)
    assert set(played) == set(range(people))
    assert spread(played) == 0
    largest = max(len(table) for each in rounds for table in each)
    small = [sum(one in table and len(table) < largest for each in rounds for table in each) for one in range(people)]
    assert spread(small) <= 1


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("people", PEOPLE)
def test_pairs_meet_about_equally_often(people: int, seats: int) -> None:
    assert spread(pairs_of(people, league_rounds(people, seats))) <= SPREADS.get((people, seats), 1)


@given(people_of_a_league, seats_at_most)
@example(24, 6)
def test_seats_move_round(people: int, seats: int) -> None:
    sat: Counter[tuple[int, int]] = Counter()
    for each in league_rounds(people, seats):
        for table in each:
            assert [*seating(table, 0)] == [*reversed(seating(table, 1))], "neighbours change sides"
            sat.update((one, seat) for game in (0, 1) for seat, one in enumerate(seating(table, game)))
    if seats < people:
        for seat in range(seats):
            # A table's middle seat is the same person's in both games.
            assert spread([sat[one, seat] for one in range(people)]) <= 4


@pytest.mark.parametrize("people", PEOPLE)
def test_tables_of_two_are_a_double_round_robin(people: int) -> None:
    rounds = league_rounds(people, 2)
    assert len(rounds) == people - 1 + people % 2, "the fewest that there can be"
    assert set(pairs_of(people, rounds)) == {1}
    games = [seating(table, game) for each in rounds for table in each for game in (0, 1)]
    assert len(set(games)) == len(games) == people * (people - 1), "each pair twice, with each of them first once"


@pytest.mark.parametrize(
    ("people", "seats", "rounds"),
    [
        pytest.param(9, 3, 4, id="the affine plane of order 3"),
        pytest.param(15, 3, 7, id="Kirkman's schoolgirls"),
        pytest.param(21, 3, 10, id="a Kirkman system of 21"),
        pytest.param(16, 4, 5, id="the affine plane of order 4, and the golfers of four fours"),
        pytest.param(8, 3, 4, id="the plane of order 3 without a point"),
        pytest.param(14, 3, 7, id="the schoolgirls without one"),
        pytest.param(20, 3, 10, id="the system of 21 without one"),
        pytest.param(15, 4, 5, id="the plane of order 4 without a point"),
        pytest.param(24, 5, 6, id="the plane of order 5 without a point"),
    ],
)
def test_where_a_design_is_known_each_pair_meets_exactly_once(people: int, seats: int, rounds: int) -> None:
    schedule = league_rounds(people, seats)
    assert len(schedule) == rounds
    assert set(pairs_of(people, schedule)) == {1}


@pytest.mark.parametrize(("people", "rounds"), [(18, 9), (24, 12), (12, 7)])
def test_threes_meet_all_in_as_few_rounds_as_resolvable_coverings(people: int, rounds: int) -> None:
    """Half as many rounds as people, one more for twelve (Assaf, Mendelsohn and Stinson, 1987)."""
    assert len(league_rounds(people, 3)) == rounds


def test_a_league_that_fits_one_table_has_one_round() -> None:
    assert league_rounds(5, 6) == (((0, 1, 2, 3, 4),),)


@pytest.mark.parametrize(("people", "seats"), [(2, 2), (25, 4), (9, 1), (9, 7)])
def test_other_numbers_have_no_league(people: int, seats: int) -> None:
    with pytest.raises(ValueError, match=f"no league of {people}"):
        league_rounds(people, seats)
