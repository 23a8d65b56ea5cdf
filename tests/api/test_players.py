"""Players, the leaderboard and the bots by the interface show what their pages show."""

from __future__ import annotations

import pytest

from accounts.models import User
from games import bots
from games.models import DuplicateRating, Pool, Rating, SeasonStanding
from games.play.bot_accounts import bot_user
from games.ratings import selectors
from games.ratings.selectors import season_now
from games.ratings.settlement import game_settle
from tests.api.programs import program_of
from tests.factories import make_person
from tests.games_laid import finished_game

pytestmark = pytest.mark.django_db


def rated(user: User, score: int, games: int = 9, pool: Pool = Pool.PEOPLE) -> None:
    at = user.date_joined
    Rating.objects.create(user=user, pool=pool, mu=25.0, sigma=2.0, games=games, changed_at=at)
    SeasonStanding.objects.create(
        user=user, pool=pool, season=season_now(), score=score, best_score=score + 10, games=games, wins=3, opponents=4,
        changed_at=at,
    )  # fmt: skip


def test_a_person_has_what_the_profile_shows(alice: User, bob: User) -> None:
    game_settle(game_id=finished_game([alice, bob]).pk)
    rated(bob, 1500)
    DuplicateRating.objects.create(user=bob, hands=200, margin=1.0, figure=0.349, changed_at=bob.date_joined)
    found = program_of(alice).get("players/BOB")
    assert (found["username"], found["kind"], found["guest"]) == ("bob", "person", False)
    assert found["since"] == f"{bob.date_joined:%Y-%m}"
    [rating] = found["ratings"]
    assert (rating["pool"], rating["games"], rating["best"], rating["sureness"]) == ("people", 9, 1510, "sure")
    assert found["finished"][0] | {"won": 0} == {"pool": "people", "seats": 2, "played": 1, "won": 0}
    assert found["turns"].keys() == {"in_time", "late", "percent"}
    assert found["luck_adjusted"] == {"figure": 0.35, "hands": 200}
    assert "email" not in str(found)
    assert bob.email not in str(found)


def test_a_bot_is_a_player(alice: User) -> None:
    found = program_of(alice).get(f"players/{bot_user('jarl').handle}")
    assert (found["kind"], found["turns"], found["luck_adjusted"], found["since"]) == ("bot", None, None, None)


def test_erased_people_are_gone_and_merged_ones_found(alice: User, bob: User, charlie: User) -> None:
    User.objects.filter(pk=bob.pk).update(merged_into=charlie)
    program = program_of(alice)
    assert program.get("players/bob")["username"] == "charlie"
    User.objects.filter(pk=charlie.pk).update(erased_at=charlie.date_joined)
    for name in ("charlie", "bob", "nobody", "x", "%00a", "a%20b"):
        assert program.get(f"players/{name}")["error"] == "no_such_person"
        assert program.status == 404


def test_the_leaderboard_comes_in_pages(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(selectors, "LEADERS_PAGE", 2)
    for number in range(5):
        rated(make_person(f"player{number}"), 1000 - number // 2)
    rated(make_person("newcomer"), 3000, games=1)
    program, found, cursor = program_of(alice), [], ""
    while cursor is not None:
        page = program.get("leaderboard", after=cursor)
        found += [(row["place"], row["username"]) for row in page["players"]]
        cursor = page["next"]
    assert found == [(1, "player0"), (1, "player1"), (3, "player2"), (3, "player3"), (5, "player4")]
    assert (page["pool"], page["season"]) == ("people", season_now())
    assert program.get("leaderboard", pool="bots")["players"] == []
    assert program.get("leaderboard", season=20203)["players"] == []
    for wrong in ({"season": 1}, {"after": "1"}, {"pool": "all"}, {"season": 10**30}):
        assert program.get("leaderboard", **wrong)["error"] == "malformed"


def test_the_bots_are_listed_weakest_first(alice: User) -> None:
    jarl = bot_user("jarl")
    rated(jarl, 1800, games=20, pool=Pool.BOTS)
    User.objects.filter(pk=alice.pk).update(language="de")
    found = program_of(alice).get("bots")["bots"]
    assert [bot["name"] for bot in found] == list(bots.names())
    assert (found[-1]["username"], found[-1]["won_percent"], found[-1]["level"]) == ("Jarl", 15, "sehr schwer")
    assert (found[0]["username"], found[0]["won_percent"]) == (None, None)


@pytest.mark.parametrize(
    ("path", "queries"), [("players/bob", 6), ("players/Jarl", 5), ("leaderboard", 2), ("bots", 4)]
)
def test_the_lists_take_few_queries(
    alice: User, bob: User, path: str, queries: int, django_assert_num_queries: object
) -> None:
    finished_game([alice, bob])
    rated(bob, 1500)
    rated(bot_user("jarl"), 1500, pool=Pool.BOTS)
    program = program_of(alice)
    program.get(path)
    with django_assert_num_queries(queries):  # type: ignore[operator]
        program.get(path)
    assert program.status == 200
