"""The running score equals one computed from the records of the games."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine

from accounts.models import User
from games.history.record import game_record
from games.models import Game, Seat
from games.ratings.skill import season_at
from games.ratings.versus import Score
from games.standing.founding import table_found
from games.standing.score import results_of, scores_against, tallies
from games.standing.selectors import standing_page
from games.standing.services import table_join
from tests.games_laid import finished_game
from tests.standing.tables import finished_at, make_table

pytestmark = pytest.mark.django_db


def recorded_score(games: list[Game]) -> dict[str, tuple[int, int, int]]:
    """Games, victories and points by name, from the records alone."""
    played: Counter[str] = Counter()
    won: Counter[str] = Counter()
    points: Counter[str] = Counter()
    for game in games:
        record: Any = game_record(game, game.host)
        for player in record["players"]:
            if player["kind"] == "person":
                played[player["name"]] += 1
                won[player["name"]] += player["seat"] in record["result"]["winners"]
                points[player["name"]] += record["result"]["points"][player["seat"]]
    return {name: (played[name], won[name], points[name]) for name in played}


def test_the_score_is_that_of_the_records(alice: User, bob: User, charlie: User) -> None:
    table = make_table([alice, bob, charlie])
    games = []
    for day, people in enumerate(([alice, bob], [bob, alice], [charlie, alice, bob], [alice, charlie], [bob, charlie])):
        with time_machine.travel(datetime(2026, 9, 28 + day % 3, tzinfo=UTC) + timedelta(days=2 * day)):
            games.append(finished_at(table, people))
    finished_game([alice, bob], recorded="single_hand_of_two")
    Game.objects.create(**unfinished(alice))
    page = standing_page(table.public_id, alice)
    assert {row.user.handle: (row.games, row.wins, row.points) for row in page.score} == recorded_score(games)
    assert [row.wins for row in page.score] == sorted((row.wins for row in page.score), reverse=True)
    assert page.seasons == [20264, 20263]
    for season in page.seasons:
        shown = standing_page(table.public_id, alice, season=season)
        of_season = [game for game in games if game.ended_at and season_at(game.ended_at) == season]
        assert of_season
        assert {row.user.handle: (row.games, row.wins, row.points) for row in shown.score} == recorded_score(of_season)


def test_the_game_that_became_a_table_counts_for_none_of_its_members(alice: User, bob: User) -> None:
    game = finished_game([alice, bob], recorded="single_hand_of_two", visibility="private")
    table = table_found(public_id=game.public_id, user=alice)
    table_join(token=table.invite_token, user=bob)
    page = standing_page(table.public_id, bob)
    assert (page.score, page.versus, page.seasons, page.marks) == ([], [], [], [])


def unfinished(host: User) -> dict[str, Any]:
    at = datetime(2026, 9, 1, tzinfo=UTC)
    return {"host": host, "seats_count": 2, "anchor": "00", "created_at": at, "changed_at": at}


def test_resigned_seats_are_behind_and_merged_accounts_are_one(alice: User, bob: User, charlie: User) -> None:
    table = make_table([alice, bob, charlie])
    first, second = finished_at(table, [alice, bob]), finished_at(table, [alice, charlie])
    Seat.objects.filter(game=first, user=alice).update(resigned_at=first.ended_at)
    Seat.objects.filter(game=second).update(points=3)
    results = results_of(table)
    against = scores_against(results, alice.pk)
    assert against == {bob.pk: Score(games=1, behind=1), charlie.pk: Score(games=1, level=1)}
    User.objects.filter(pk=charlie.pk).update(merged_into=bob)
    assert scores_against(results_of(table), bob.pk) == {alice.pk: Score(games=2, ahead=1, level=1)}
    assert {tally.who: tally.games for tally in tallies(results_of(table))} == {alice.pk: 2, bob.pk: 2}
