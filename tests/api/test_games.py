"""The lobby by the interface: the same services and refusals as on pages."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine

from accounts.models import User
from games.api import games
from games.api.repeating import KEY_LIFE
from games.lobby.services import NewGame
from games.models import Game
from tests.api.programs import Program, program_of
from tests.factories import make_game

pytestmark = pytest.mark.django_db


def names(found: dict[str, list[dict[str, str]]]) -> set[str]:
    return {each["id"] for each in found["games"]}


def test_a_game_with_bots_starts_with_the_contribution(alice: User) -> None:
    program = program_of(alice)
    opened = program.post("games", {"seats": 3, "bots": ["skald", "jarl"], "target": None, "pace": "8h", "name": "One"})
    assert program.status == 201
    assert (opened["status"], opened["target"], opened["pace"], opened["name"]) == ("open", None, "8h", "One")
    assert len(opened["anchor"]) == 64
    assert opened["seats"][0]["name"] == "alice"
    begun = program.post(f"games/{opened['id']}/contribution", {"contribution": "00ff"})
    assert begun["status"] == "running"
    assert len(begun["my_cards"]) == 9
    game = Game.objects.get()
    assert bytes(game.seats.get(number=0).contribution or b"") == b"\x00\xff"
    assert program.post(f"games/{opened['id']}/contribution", {"contribution": None})["error"] == "already_answered"


def test_a_game_and_the_list_tell_whether_it_is_rated(alice: User) -> None:
    program = program_of(alice)
    made = [program.post("games", {"seats": 2, "rated": rated}) for rated in (True, False)]
    assert [game["rated"] for game in made] == [True, False]
    Game.objects.filter(public_id=made[0]["id"]).update(counts_for_rating=False)
    assert [game["rated"] for game in program.get("games")["games"]] == [False, False]
    assert program.get(f"games/{made[0]['id']}")["rated"] is False


def test_the_same_key_makes_one_game(alice: User, bob: User) -> None:
    program, body = program_of(alice), {"seats": 2}
    key = {"Idempotency-Key": "tonight"}
    first = program.post("games", body, **key)
    assert program.post("games", body, **key)["id"] == first["id"]
    assert program_of(bob).post("games", body, **key)["id"] != first["id"]
    assert program.post("games", body)["id"] != first["id"]


@pytest.mark.parametrize("path", ["games", "challenges/bob"])
def test_a_key_outlives_a_time_without_the_site(
    path: str, alice: User, bob: User, travel: time_machine.Traveller
) -> None:
    program, body, key = program_of(alice), {"seats": 2}, {"Idempotency-Key": "tonight"}
    first = program.post(path, body, **key)
    travel.shift(KEY_LIFE - timedelta(minutes=1))
    assert program.post(path, body, **key)["id"] == first["id"]
    travel.shift(timedelta(minutes=1))
    assert program.post(path, body, **key)["id"] != first["id"]


@pytest.mark.parametrize(
    ("changed", "error"),
    [
        ({"target": 12}, "bad_options"),
        ({"bots": ["nobody"]}, "no_such_bot"),
        ({"bots": ["skald", "skald"]}, "too_many_bots"),
        ({"seats": 7}, "malformed"),
        ({"seats": "many"}, "malformed"),
        ({"pace": "5d"}, "malformed"),
        ({"name": "x" * 41}, "malformed"),
        ({"rated": "yes"}, "malformed"),
        ({"goat": 1}, "malformed"),
        ({"seats": "2"}, "malformed"),
        ({"seats": 2.5}, "malformed"),
        ({"bots": "skald"}, "malformed"),
        ({"two_players_deck": True}, "malformed"),
        ({"name": "two\nlines"}, "malformed"),
        ({"name": "turned \u202eround"}, "malformed"),
    ],
)
def test_options_that_do_not_go_make_no_game(alice: User, changed: dict[str, object], error: str) -> None:
    program = program_of(alice)
    assert program.post("games", {"seats": 2} | changed)["error"] == error
    assert program.status == 422
    assert not Game.objects.exists()


def test_a_whole_number_may_have_a_point(alice: User) -> None:
    assert program_of(alice).post("games", {"seats": 2.0, "target": 20.0})["target"] == 20


def test_people_join_leave_and_start(alice: User, bob: User) -> None:
    host, guest = program_of(alice), program_of(bob)
    game = host.post("games", {"seats": 3})["id"]
    assert guest.post(f"games/{game}/join")["seats"][1]["name"] == "bob"
    assert guest.post(f"games/{game}/join")["error"] == "already_seated"
    assert guest.post(f"games/{game}/leave") is None
    assert guest.status == 204
    assert guest.post(f"games/{game}/leave")["error"] == "not_seated"
    assert guest.status == 403
    guest.post(f"games/{game}/join")
    assert guest.post(f"games/{game}/start", {"bots": ["skald"]})["error"] == "not_host"
    assert host.post(f"games/{game}/start", {"bots": []})["error"] == "too_many_bots"
    assert host.post(f"games/{game}/start", {"bots": ["skald"]})["seats"][2]["kind"] == "bot"


def test_private_games_need_the_invitation(alice: User, bob: User) -> None:
    game = make_game([alice], NewGame(seats=2, visibility="private"), contribute=False)
    program = program_of(bob)
    for _try in range(2):
        assert program.get(f"games/{game.public_id}")["error"] == "no_such_game"
        assert program.post(f"games/{game.public_id}/join")["error"] == "no_such_game"
    assert program.post(f"games/{game.public_id}/join?invitation={game.invite_token}")["my_seat"] == 1


def test_the_list_has_what_the_account_may_see(alice: User, bob: User, charlie: User) -> None:
    mine = make_game([alice, bob], NewGame(seats=2, visibility="private"))
    public = make_game([bob, charlie])
    opened = make_game([bob], NewGame(seats=3), contribute=False)
    hidden = make_game([bob, charlie], NewGame(seats=2, visibility="private"))
    program = program_of(alice)
    assert names(program.get("games")) == {mine.public_id, public.public_id, opened.public_id}
    assert names(program.get("games", mine=1)) == {mine.public_id}
    assert names(program.get("games", status="open")) == {opened.public_id}
    waits = {player.pk for player in (alice, bob) if mine.to_act == mine.seats.get(user=player).number}
    assert names(program.get("games", waiting=1)) == ({mine.public_id} if alice.pk in waits else set())
    both = names(program_of(bob).get("games", waiting=1))
    assert both <= {mine.public_id, public.public_id, hidden.public_id}
    assert program.get("games", status="lost")["error"] == "malformed"


def test_the_list_comes_in_pages(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "PAGE", 2)
    made = [make_game([alice], NewGame(seats=2), contribute=False).public_id for _number in range(5)]
    program, found, cursor = program_of(alice), [], ""
    while cursor is not None:
        page = program.get("games", after=cursor)
        found += [each["id"] for each in page["games"]]
        cursor = page["next"]
    assert found == made[::-1]
    assert program.get("games", after="unknown")["games"] == []


@pytest.mark.parametrize("number", [1, 6])
def test_the_list_takes_the_same_queries_for_any_length(
    alice: User, number: int, django_assert_num_queries: object
) -> None:
    program: Program = program_of(alice)
    for _number in range(number):
        make_game([alice], NewGame(seats=2), contribute=False)
    program.get("me")
    with django_assert_num_queries(3):  # type: ignore[operator]
        program.get("games")


def test_values_that_the_database_refuses_find_nothing(alice: User, bob: User) -> None:
    private = make_game([bob], NewGame(seats=2, visibility="private"), contribute=False)
    program = program_of(alice)
    for path in ("games/%00", "games/a%00b/record"):
        assert program.get(path)["error"] == "no_such_game"
        assert program.status == 404
    for path, body in (
        ("join", None),
        ("leave", None),
        ("contribution", {"contribution": None}),
        ("start", {"bots": []}),
        ("turns", {"version": 1, "turn": "pass"}),
        ("undo", {}),
        ("resign", {}),
        ("pause", {}),
        ("rematch", None),
        ("chat", {"text": "Hi"}),
    ):
        assert program.post(f"games/%00/{path}", body)["error"] == "no_such_game"
        assert program.status == 404
    assert program.post(f"games/{private.public_id}/join?invitation=%00")["error"] == "malformed"
    assert program.get("games", after="\x00")["error"] == "malformed"


@pytest.mark.parametrize("body", ["", "{", "\udcff", "[" * 100_000, '{"seats": ' + "9" * 5000 + "}"])
def test_a_body_that_is_not_json_is_malformed(alice: User, body: str) -> None:
    program, sent = program_of(alice), body.encode(errors="surrogateescape")
    answer = program.client.post("/api/v1/games", sent, content_type="application/json")
    assert (answer.status_code, answer.json()["error"]) == (422, "malformed")
    assert answer.headers["Content-Type"] == "application/problem+json"
