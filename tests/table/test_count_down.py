"""Points counted down from the target."""

from __future__ import annotations

import json
import re
from functools import partial

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.history.record import game_record
from games.live.viewer_state import state_since
from games.models import Game, Hand, Preferences, Seat
from games.play.seats.resign import seat_resign
from games.ratings.settlement import game_settle
from tests.clients import ClientOf
from tests.factories import make_person
from tests.games_laid import Place, finished_game, game_at
from tests.page_texts import queries_of, words_of
from tests.table.tables import game_url

pytestmark = pytest.mark.django_db
TARGET = 10


def count_down(*users: User) -> None:
    for user in users:
        Preferences.objects.update_or_create(user=user, defaults={"count_down": True})


def played(people: list[User], *, over: bool, target: int | None = TARGET) -> Game:
    name = {None: "single_hand_of_three", TARGET: "target_10_of_three", 15: "three_with_goat"}[target]
    return finished_game(people, recorded=name) if over else game_at(people, Place(2, 0), recorded=name)


def give_points(game: Game, *points: int) -> None:
    Hand.objects.filter(game=game, number=1).update(points=list(points))
    for number, own in enumerate(points):
        Seat.objects.filter(game=game, number=number).update(points=own)
    game.refresh_from_db()


@pytest.fixture
def game(alice: User, bob: User, charlie: User) -> Game:
    game = played([alice, bob, charlie], over=False, target=15)
    give_points(game, 4, 0, 7)
    return game


@pytest.fixture
def ended(alice: User, bob: User, charlie: User) -> Game:
    return played([alice, bob, charlie], over=True)


def page(client: Client, name: str, game: Game) -> str:
    return words_of(client.get(game_url(name, game)))


def test_the_choice_is_on_the_page_of_the_table_and_kept(alice: User, client_of: ClientOf) -> None:
    client = client_of(alice)
    assert "Count points down from the target" in words_of(client.get("/settings/table/"))
    sent = {"confirm": "slow", "hand_sort": "number", "count_down": "on"}
    client.post("/settings/table/", sent)
    assert Preferences.objects.get(user=alice).count_down
    assert re.search(r'name="count_down"[^>]* checked', client.get("/settings/table/").content.decode())
    client.post("/settings/table/", {name: value for name, value in sent.items() if name != "count_down"})
    assert not Preferences.objects.get(user=alice).count_down


def test_the_table_counts_down_only_with_the_option(game: Game, alice: User, bob: User, client_of: ClientOf) -> None:
    count_down(alice)
    mine, others, visitors = (page(client, "table", game) for client in (client_of(alice), client_of(bob), Client()))
    for shown in ("11 of 15 left", "15 of 15 left", "8 of 15 left", "counting down from 15 points"):
        assert shown in mine
    assert not re.search(r"\d to go", mine)
    for words in (others, visitors):
        assert "4 of 15" in words
        assert "11 of 15" not in words
        assert "to 15 points" in words
    html = client_of(alice).get(game_url("table", game)).content.decode()
    assert 'aria-label="Players, clockwise. Most points left win."' in html
    assert '<progress class="bar" value="8" max="15"' in html


def test_spectators_can_count_down(game: Game, client_of: ClientOf) -> None:
    dora = make_person("dora")
    count_down(dora)
    assert "8 of 15 left" in page(client_of(dora), "table", game)


def test_the_text_table_counts_down(game: Game, alice: User, bob: User, client_of: ClientOf) -> None:
    count_down(alice)
    mine = page(client_of(alice), "text_table", game)
    assert "11 of 15 points left" in mine
    assert "8 of 15 points left" in mine
    assert "Most points left win" in mine
    assert not re.search(r"\d to go", mine)
    assert "7 of 15 points, 8 to go" in page(client_of(bob), "text_table", game)


def test_results_of_hands_and_the_score_sheet_count_down(
    game: Game, alice: User, bob: User, client_of: ClientOf
) -> None:
    count_down(alice)
    mine, others = page(client_of(alice), "table", game), page(client_of(bob), "table", game)
    assert "−7" in mine
    assert "+7" not in mine
    assert "Points left" in mine
    assert "+7" in others
    assert "Total" in others
    assert re.search(r"Points left 11 15 8", mine)
    assert re.search(r"Total 4 0 7", others)


def test_the_end_of_a_game_counts_down(ended: Game, alice: User, bob: User, client_of: ClientOf) -> None:
    count_down(alice)
    best, worst = ended.seats.order_by("points").first(), ended.seats.order_by("points").last()
    assert best is not None
    assert worst is not None
    assert worst.points >= TARGET
    for name in ("table", "text_table"):
        mine, others = page(client_of(alice), name, ended), page(client_of(bob), name, ended)
        assert re.search(rf"\b{TARGET - best.points} of {TARGET} (points )?left", mine)
        assert re.search(rf"\b{best.points} of {TARGET}(?! (points )?left)", others)
        assert re.search(rf"\b0 of {TARGET} (points )?left", mine), "never below 0"
        assert f"{worst.points} of {TARGET}" in others


def test_the_replay_counts_down(ended: Game, alice: User, bob: User, client_of: ClientOf) -> None:
    count_down(alice)
    hand = ended.hands.order_by("number").first()
    assert hand is not None
    most = max(hand.points or ())
    asked = f"{game_url('replay', ended)}?hand=1&turn=last"
    mine, others = words_of(client_of(alice).get(asked)), words_of(client_of(bob).get(asked))
    assert f"{TARGET} − {most} points" in mine
    assert "Points left, hand by hand" in mine
    assert f"0 + {most} points" in others
    assert "Points, hand by hand" in others
    frames = json.loads(client_of(alice).get(f"{game_url('replay_frames', ended)}?hand=1").content)["frames"]
    assert frames[0]["seats"][0]["points"] == f"{TARGET} points left"


def test_the_games_figures_count_down(ended: Game, alice: User, bob: User, client_of: ClientOf) -> None:
    game_settle(game_id=ended.pk)
    count_down(alice)
    mine, others = page(client_of(alice), "figures", ended), page(client_of(bob), "figures", ended)
    shown = " ".join(str(max(0, TARGET - seat.points)) for seat in ended.seats.order_by("number"))
    stored = " ".join(str(seat.points) for seat in ended.seats.order_by("number"))
    assert f"Points left {shown}" in mine
    assert f"Left {shown}" in mine
    assert f"Points {stored}" in others
    assert f"Total {stored}" in others


def test_lists_of_games_count_down(game: Game, ended: Game, alice: User, bob: User, client_of: ClientOf) -> None:
    count_down(alice)
    mine, others = words_of(client_of(alice).get("/")), words_of(client_of(bob).get("/"))
    assert "11 of 15 left" in mine
    assert "0 of 15" in others
    assert not re.search(r"of \d+ left|with \d+ points? left", others)
    seat = ended.seats.get(user=alice)
    profile = words_of(client_of(alice).get("/players/alice/"))
    counted_down = f"points left, and you had {max(0, TARGET - seat.points)}"
    assert counted_down in profile
    assert not re.search(r"points? left", words_of(client_of(bob).get("/players/alice/")))


def test_a_single_hand_counts_up_for_all(alice: User, bob: User, charlie: User, client_of: ClientOf) -> None:
    game = played([alice, bob, charlie], over=True, target=None)
    count_down(alice, bob)
    for name in ("table", "text_table", "replay", "figures"):
        words = page(client_of(alice), name, game)
        assert not re.search(r"points? left|of \d+ left|−\d", words), name
    html = client_of(alice).get(game_url("table", game)).content.decode()
    assert "Fewest points win" in html


def test_what_programs_read_stays_as_it_is(game: Game, alice: User, client_of: ClientOf) -> None:
    def told() -> tuple[object, ...]:
        fresh = User.objects.get(pk=alice.pk)
        [view], _watch = state_since(game.public_id, fresh)
        return game_record(game, fresh), view, client_of(alice).get(game_url("record", game)).json()

    before = told()
    count_down(alice)
    assert told() == before
    assert [Seat.objects.get(game=game, number=number).points for number in range(3)] == [4, 0, 7]


def test_a_page_that_waits_for_news_learns_of_the_choice(game: Game, alice: User, client_of: ClientOf) -> None:
    client = client_of(alice)
    mark = client.get(game_url("table_part", game))["ETag"]
    assert client.get(game_url("table_part", game), headers={"If-None-Match": mark}).status_code == 304
    count_down(alice)
    assert client.get(game_url("table_part", game), headers={"If-None-Match": mark}).status_code == 200


def test_it_costs_no_query(game: Game, alice: User, client_of: ClientOf) -> None:
    client = client_of(alice)
    names = ("table", "table_part", "text_table", "replay", "record")
    addresses = [reverse("home"), *(game_url(name, game) for name in names)]
    visits = [partial(client.get, address) for address in addresses]
    Preferences.objects.create(user=alice)
    for visit in visits:
        visit()
    up = [queries_of(visit) for visit in visits]
    count_down(alice)
    assert [queries_of(visit) for visit in visits] == up


def test_a_win_by_resignations_keeps_its_words(game: Game, alice: User, bob: User, client_of: ClientOf) -> None:
    count_down(alice)
    for user in (bob, User.objects.get(handle="charlie")):
        seat_resign(public_id=game.public_id, user=user)
    assert "You win: everyone else resigned" in page(client_of(alice), "table", game)


def test_a_new_choice_counts_on_the_score_sheet_too(game: Game, alice: User, client_of: ClientOf) -> None:
    client = client_of(alice)
    for down, points in ((False, "+4"), (True, "−4"), (False, "+4")):
        Preferences.objects.update_or_create(user=alice, defaults={"count_down": down})
        sheet = words_of(client.get(game_url("table", game))).rsplit("Earlier hands", 1)[1].split("Total")[0]
        assert points in sheet
