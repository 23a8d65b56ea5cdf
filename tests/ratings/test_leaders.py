"""The leaders of a season, and what profiles, figures and head to head say of players."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import count

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.privacy.erasure import account_erase
from accounts.site.state import SiteNow, site_keep
from games.models import Game, Pool, SeasonStanding, Seat
from games.play.bot_accounts import bot_user
from games.ratings import selectors
from games.ratings.settlement import game_settle
from games.ratings.versus import opponents
from tests.clients import ClientOf
from tests.factories import make_person
from tests.games_laid import finished_game, game_before_end, turn_next
from tests.page_texts import main_of, words_of
from tests.ratings.ended_games import settled_game

START = datetime(2026, 11, 21, 12, tzinfo=UTC)
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("travel")]
LEADERS = "/leaders/"


def standings(scores: list[int], *, games: int = 5, season: int = 20264, opponents: int = 3) -> list[User]:
    """A person for each score."""
    first = User.objects.count()
    people = User.objects.bulk_create(
        User(handle=f"p{first + number}", email=f"p{first + number}@example.org") for number in range(len(scores))
    )
    SeasonStanding.objects.bulk_create(
        SeasonStanding(
            user=user, pool=Pool.PEOPLE, season=season, score=score, best_score=score, games=games, wins=2,
            opponents=opponents, changed_at=timezone.now(),
        )
        for user, score in zip(people, scores, strict=True)
    )  # fmt: skip
    return people


def test_the_list_shows_places_and_shares_them(client: Client) -> None:
    ada, ben, cleo, dan = standings([1400, 1500, 1400, 1300])
    standings([1800], games=4)
    standings([1800], opponents=2)
    words = words_of(client.get(LEADERS))
    assert "October to December 2026 running" in words
    rows = words.split("Place Player Rating")[1]
    assert rows.startswith(
        f" 1 {ben} 5 games, 2 won 1500 2 {ada} 5 games, 2 won 1400 2 {cleo} 5 games, 2 won 1400 4 {dan}"
    )
    assert "1800" not in words


def test_a_long_list_goes_on_by_marks_with_true_places(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(selectors, "LEADERS_PAGE", 3)
    people = standings([1500, 1400, 1400, 1400, 1400, 1300, 1200])
    seen: list[tuple[int | None, User]] = []
    after, queries = "", []
    for _page in count():
        with CaptureQueriesContext(
            connection,
        ) as captured:
            page = selectors.leaders(Pool.PEOPLE, 20264, None, after)
        queries.append(len(captured))
        seen += [(row.place, row.user) for row in page.rows]
        after = page.after
        if not after:
            break
    assert seen == list(zip([1, 2, 2, 2, 2, 6, 7], people, strict=True))
    assert max(queries) == 3
    assert "More" in words_of(client.get(LEADERS))
    for wrong in ("x", "1.2.3", "--1.2", "9" * 30 + ".1", "1400."):
        assert [row.place for row in selectors.leaders(Pool.PEOPLE, 20264, None, wrong).rows] == [1, 2, 2]


def test_places_are_counted_so_far_and_no_further(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(selectors, "MAX_PLACE", 3)
    monkeypatch.setattr(selectors, "LEADERS_PAGE", 2)
    people = standings([1500, 1490, 1480, 1470, 1460, 1450, 1440])
    page, places = selectors.leaders(Pool.PEOPLE, 20264, None), list[int | None]()
    while True:
        places += [row.place for row in page.rows]
        if not page.after:
            break
        page = selectors.leaders(Pool.PEOPLE, 20264, None, page.after)
    assert places[:3] == [1, 2, 3]
    assert places[-3:] == [None] * 3
    mine = selectors.leaders(Pool.PEOPLE, 20264, people[-1]).mine
    assert mine is not None
    assert mine.place is None


def test_people_see_their_own_place_or_what_is_missing(alice: User, client_of: ClientOf) -> None:
    standings([1900, 1800])
    own = client_of(alice)
    words = words_of(own.get(LEADERS))
    assert "Play 5 more rated games this season to be listed." in words
    assert "You also need 3 different opponents this season. So far: 0." in words
    standing = SeasonStanding.objects.create(
        user=alice,
        pool=Pool.PEOPLE,
        season=20264,
        score=1700,
        best_score=1700,
        games=4,
        opponents=3,
        changed_at=timezone.now(),
    )
    words = words_of(own.get(LEADERS))
    assert "Play one more rated game this season to be listed." in words
    assert "So far:" not in words
    standing.games, standing.opponents = 5, 2
    standing.save()
    words = words_of(own.get(LEADERS))
    assert "You also need 3 different opponents this season. So far: 2." in words
    assert "more rated game" not in words
    assert "Your place:" not in words
    standing.opponents = 3
    standing.save()
    assert "Your place: 3. Your rating: 1700." in words_of(own.get(LEADERS))
    assert "Your rating:" not in words_of(own.get(LEADERS, {"pool": "bots"}))


def test_former_seasons_and_the_other_pool_can_be_read(client: Client) -> None:
    (old,) = standings([1234], season=20262)
    assert selectors.seasons(Pool.PEOPLE) == [20264, 20263, 20262]
    words = words_of(client.get(LEADERS, {"season": "20262"}))
    assert "April to June 2026" in words
    assert f"1 {old} 5 games, 2 won 1234" in words
    assert "Nobody has played enough rated games this season." in words_of(client.get(LEADERS, {"pool": "bots"}))
    for wrong in ({"season": "20251"}, {"season": "x"}, {"pool": "x"}, {"season": "9" * 40}):
        assert "October to December 2026 running" in words_of(client.get(LEADERS, wrong))


def test_erased_closed_and_suspended_people_are_not_listed(client: Client) -> None:
    gone, closed, suspended, back, left = standings([1600, 1500, 1400, 1300, 1200])
    account_erase(user=gone)
    User.objects.filter(pk=closed.pk).update(is_active=False)
    User.objects.filter(pk=suspended.pk).update(suspended_until=timezone.now() + timedelta(days=3))
    User.objects.filter(pk=back.pk).update(suspended_until=timezone.now() - timedelta(days=3))
    listed = selectors.leaders(Pool.PEOPLE, 20264, left)
    assert [(row.place, row.user) for row in listed.rows] == [(1, back), (2, left)]
    assert listed.mine is not None
    assert listed.mine.place == 2


def test_bots_are_listed_among_games_with_bots(client: Client, alice: User) -> None:
    for hours in range(5):
        settled_game([alice, bot_user("berserker")], [3 + 12 * (hours % 2), 9], hours=hours)
    words = words_of(client.get(LEADERS, {"pool": "bots"}))
    assert "Berserker Bot, hard 5 games" in words
    assert "alice 5 games" in words
    assert "Bot" in words_of(client.get("/players/Berserker/"))


def test_a_profile_shows_the_rating_with_its_history_and_how_sure_it_is(
    client: Client, alice: User, bob: User, client_of: ClientOf
) -> None:
    assert "Rating" not in words_of(client.get("/players/alice/"))
    settled_game([alice, bob], [3, 15], visibility=Game.Visibility.PRIVATE)
    hidden = Game.objects.get().public_id
    for hours in range(1, 4):
        settled_game([alice, bob], [3, 15], hours=hours)
    page = client.get("/players/alice/")
    words = words_of(page)
    assert "Against people Provisional Rough: few games so far, so each one changes a lot." in words
    assert "strength" not in words
    assert "4 rated games · 4 this season" in words
    assert hidden not in main_of(page)
    assert page.content.decode().count("chart-look-0") >= 1
    assert "You finished ahead in 0 of 4 games" in words_of(client_of(bob).get("/players/alice/"))
    assert "You came ahead" not in words_of(client_of(alice).get("/players/alice/"))
    settled_game([alice, bob], [3, 15], hours=4)
    words = words_of(client.get("/players/alice/"))
    assert "Against people Rough: few games so far" in words
    assert "Provisional" not in words


def test_a_profile_sums_up_figures_and_streaks(client: Client, alice: User, bob: User) -> None:
    for _game in range(3):
        game_settle(game_id=finished_game([alice, bob], recorded="single_hand_of_two").pk)
    words = words_of(client.get("/players/alice/"))
    out = sum((game.hands.get().points or [1])[0] == 0 for game in Game.objects.all())
    assert f"Hands 3 Out first {out}" in words
    assert "Highest value" in words


def test_head_to_head_counts_better_places(
    client: Client, alice: User, bob: User, charlie: User, client_of: ClientOf
) -> None:
    settled_game([alice, bob, charlie], [3, 9, 15])
    settled_game([alice, bob], [9, 9], hours=1)
    settled_game([alice, bob], [1, 15], hours=2, resigned=(0,))
    settled_game([alice, charlie], [1, 15], hours=3, visibility=Game.Visibility.PRIVATE)
    page = "/players/alice/versus/"
    met = "bob alice finished ahead in 1 of 3 games, tied in 1 charlie alice finished ahead in 1 of 1 game"
    assert met in words_of(client.get(page))
    assert "charlie alice finished ahead in 2 of 2 games" in words_of(client_of(charlie).get(page))
    page_of_two = client_of(alice).get("/players/alice/versus/bob/")
    assert f'<a href="{page}">All opponents</a>' in main_of(page_of_two)
    pair = words_of(page_of_two)
    assert "You and bob" in pair
    assert "You 1 Tied 1 bob 1" in pair
    assert "Resigned" in pair
    account_erase(user=bob)
    assert "Former" not in words_of(client.get(page))
    assert client.get("/players/alice/versus/bob/").status_code == 404


def test_head_to_head_addresses_ignore_case_and_reject_other_names(client: Client, alice: User, bob: User) -> None:
    bot_user("berserker")
    assert client.get("/players/ALICE/versus/").headers["Location"] == "/players/alice/versus/"
    assert client.get("/players/alice/versus/BOB/").headers["Location"] == "/players/alice/versus/bob/"
    assert client.get("/players/alice/versus/alice/").headers["Location"] == "/players/alice/versus/"
    assert client.get("/players/alice/versus/berserker/").status_code == 302
    assert "No finished games you can see." in words_of(client.get("/players/alice/versus/Berserker/"))
    for path in ("/players/nobody/versus/", "/players/Berserker/versus/", "/players/Berserker/versus/alice/"):
        assert client.get(path).status_code == 404


def test_head_to_head_asks_as_much_for_many_games_as_for_few(
    alice: User, bob: User, charlie: User, client: Client
) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as captured:
            assert client.get("/players/alice/versus/").status_code == 200
        return len(captured)

    def queries_uncached() -> int:
        cache.clear()
        site_keep(SiteNow())
        return queries()

    settled_game([alice, bob, charlie], [3, 9, 15])
    few = queries_uncached()
    for hours in range(1, 6):
        settled_game([alice, bob, charlie, make_person(f"guest{hours}")], [3, 9, 15, 1], hours=hours)
    assert queries_uncached() == few


def test_private_games_count_for_their_players_alone(alice: User, bob: User, charlie: User, client: Client) -> None:
    def met(viewer: User | None) -> list[tuple[str, int]]:
        return [(row.user.handle, row.score.games) for row in opponents(alice, viewer).items]

    dora = make_person("dora")
    settled_game([alice, bob, charlie], [3, 9, 15])
    settled_game([alice, bob], [3, 9], hours=1)
    for hours in (2, 3):
        settled_game([alice, charlie], [3, 9], hours=hours, visibility=Game.Visibility.PRIVATE)
    settled_game([alice, dora], [3, 9], hours=4, visibility=Game.Visibility.PRIVATE)
    assert met(None) == met(make_person("eva")) == [("bob", 2), ("charlie", 1)]
    assert met(alice) == [("charlie", 3), ("bob", 2), ("dora", 1)]
    assert met(charlie) == [("charlie", 3), ("bob", 2)]
    assert met(dora) == [("dora", 1), ("bob", 2), ("charlie", 1)]
    account_erase(user=charlie)
    assert met(None) == [("bob", 2)]


def test_statistics_are_shown_to_permitted_viewers(alice: User, bob: User, client: Client, client_of: ClientOf) -> None:
    game = game_before_end([alice, bob], recorded="target_10_of_two", rated=True, visibility=Game.Visibility.PRIVATE)
    path = reverse("games:figures", args=[game.public_id])
    assert client.get(path).status_code == 404
    assert client_of(alice).get(path).status_code == 302
    turn_next(game)
    waiting = words_of(client_of(alice).get(path))
    assert "The stats aren’t ready yet." in waiting
    game_settle(game_id=game.pk)
    words = words_of(client_of(alice).get(path))
    points = Seat.objects.filter(game=game).order_by("number").values_list("points", flat=True)
    assert f"Points {points[0]} {points[1]}" in words
    assert "Highest value" in words
    assert "from 1000 to" in words
    assert f"Total {points[0]} {points[1]}" in words
    assert client.get(path).status_code == 404


def test_a_new_game_is_rated_where_that_is_chosen_and_says_so(alice: User, client_of: ClientOf) -> None:
    plain = {
        "seats": "3", "target": "15", "visibility": "public", "next_leader": "left", "name": "",
        "pace": "1d", "timeout_action": "pass",
    }  # fmt: skip
    own = client_of(alice)
    own.post(reverse("games:create"), plain)
    own.post(reverse("games:create"), plain | {"rated": "on"})
    first, second = Game.objects.order_by("pk")
    assert (first.rated, second.rated) == (False, True)
    assert "3 players, to 15 points, rated" in words_of(own.get(reverse("games:table", args=[second.public_id])))
