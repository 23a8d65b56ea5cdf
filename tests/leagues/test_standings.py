"""The standings of a league, by its own rules."""

from __future__ import annotations

import pytest
from django.utils import timezone

from accounts.models import User
from games.leagues.standings import SeatFinish, finishes_of, standings
from games.models import Game, LeagueMember
from tests.leagues.leagues import begun_league, game_over, games_of

AT = timezone.now()


def table_of(*games: list[tuple[int | None, int]], left: int = 0) -> list[tuple[int, int, int, int, int]]:
    """Place, account, points, wins and games, of games with the card points of each account."""
    members = [LeagueMember(user_id=who, left_at=AT if who == left else None) for who in (1, 2, 3)]
    finishes = [
        SeatFinish(number, who, points, resigned=points < 0)
        for number, game in enumerate(games)
        for who, points in game
    ]
    return [(one.place, one.who, one.points, one.wins, one.games) for one in standings(finishes, members)]


def test_two_points_for_each_player_behind_and_one_for_each_level() -> None:
    assert table_of([(1, 0), (2, 9), (3, 15)]) == [(1, 1, 4, 1, 1), (2, 2, 2, 0, 1), (3, 3, 0, 0, 1)]
    assert table_of([(1, 4), (2, 4), (3, 15)])[:2] == [(1, 1, 3, 1, 1), (1, 2, 3, 1, 1)], "they share the place"


def test_a_bot_counts_as_a_player_but_has_no_place() -> None:
    assert table_of([(None, 0), (2, 9)])[-1] == (3, 2, 0, 0, 1)
    assert table_of([(None, 9), (2, 0)])[0] == (1, 2, 2, 1, 1)


def test_players_who_resigned_are_behind_all_others() -> None:
    assert [row[1] for row in table_of([(1, -1), (2, 30), (3, 40)])] == [2, 3, 1]


def test_wins_then_card_points_break_ties() -> None:
    two_seconds: list[list[tuple[int | None, int]]] = [[(1, 5), (2, 0), (3, 9)], [(1, 5), (2, 9), (3, 0)]]
    assert [row[:3] for row in table_of(*two_seconds)] == [(1, 2, 4), (1, 3, 4), (3, 1, 4)]
    assert [row[:2] for row in table_of([(1, 0), (2, 9)], [(1, 8), (2, 0)])][:2] == [(1, 1), (2, 2)]


def test_members_who_left_come_last() -> None:
    assert [row[1] for row in table_of([(1, 0), (2, 9), (3, 15)], left=1)] == [2, 3, 1]


@pytest.mark.django_db
def test_running_and_cancelled_games_do_not_count(alice: User, bob: User, charlie: User) -> None:
    league = begun_league([alice, bob, charlie], seats=3)
    first, second = games_of(league)
    members = list(league.members.all())
    assert finishes_of(league, members) == []
    game_over(first, [3, 0, 16])
    Game.objects.filter(pk=second.pk).update(status="cancelled", ending="cancelled", ended_at=timezone.now())
    assert [(row.who, row.points, row.games) for row in standings(finishes_of(league, members), members)] == [
        (bob.pk, 4, 1),
        (alice.pk, 2, 1),
        (charlie.pk, 0, 1),
    ]


@pytest.mark.django_db
def test_a_merged_accounts_results_are_the_members(alice: User, bob: User, charlie: User) -> None:
    league = begun_league([alice, bob, charlie], seats=3)
    game_over(games_of(league)[0], [3, 0, 16])
    LeagueMember.objects.filter(user=bob).update(user=(dora := User.objects.create_user(handle="dora")))
    User.objects.filter(pk=bob.pk).update(merged_into=dora)
    members = list(league.members.all())
    assert standings(finishes_of(league, members), members)[0].who == dora.pk
