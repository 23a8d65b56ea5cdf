"""Undo, resignation, pauses and rematches by the interface: the same services and refusals as on pages."""

from __future__ import annotations

import random
from typing import Any

import pytest

from accounts.models import User
from games.lobby.services import NewGame
from games.models import Game, Move
from tests.api.programs import program_of
from tests.factories import make_game, make_person, seat_to_act, take_turn
from tests.games_laid import finished_game

pytestmark = pytest.mark.django_db

ACTS = ("undo", "resign", "pause", "rematch")


def test_a_turn_is_taken_back(game: Game, rng: random.Random) -> None:
    program = program_of(seat_to_act(game).user)
    before = program.get(f"games/{game.public_id}")
    take_turn(game, rng)
    assert program.post(f"games/{game.public_id}/undo", {"version": game.version - 1})["error"] == "stale_version"
    assert program.status == 409
    after = program.post(f"games/{game.public_id}/undo", {"version": game.version})
    assert (after["my_cards"], after["version"]) == (before["my_cards"], game.version + 1)
    assert not Move.objects.valid().exists()
    assert program.post(f"games/{game.public_id}/undo", {})["error"] == "undo_none"


def test_rated_games_have_no_undo(alice: User, bob: User, rng: random.Random) -> None:
    game = make_game([alice, bob], NewGame(seats=2, rated=True))
    program = program_of(seat_to_act(game).user)
    take_turn(game, rng)
    assert program.post(f"games/{game.public_id}/undo", {})["error"] == "undo_off"
    assert program.status == 422


def test_a_player_resigns_once(alice: User, bob: User, charlie: User) -> None:
    game = make_game([alice, bob, charlie])
    program = program_of(bob)
    seen = program.post(f"games/{game.public_id}/resign", {"version": game.version})
    assert seen["status"] == "running"
    assert seen["seats"][1]["resigned"] is True
    assert "my_cards" not in seen
    assert program.post(f"games/{game.public_id}/resign", {})["error"] == "already_resigned"
    ended = program_of(charlie).post(f"games/{game.public_id}/resign", {})
    assert (ended["status"], ended["end"]) == ("finished", "resigned")


def wishes(view: dict[str, Any]) -> list[bool]:
    return [seat["wants_pause"] for seat in view["seats"]]


def test_all_players_pause_and_resume(game: Game, alice: User, bob: User) -> None:
    first, second, path = program_of(alice), program_of(bob), f"games/{game.public_id}/pause"
    assert wishes(first.post(path, {})) == [True, False]
    assert wishes(first.post(path, {"want": False})) == [False, False]
    first.post(path, {"want": True})
    assert second.post(path, {"want": True})["status"] == "paused"
    first.post(path, {"want": True})
    assert second.post(path, {"want": True})["status"] == "running"
    assert second.post(path, {"want": True, "version": 0})["error"] == "stale_version"


def test_both_come_to_the_rematch(alice: User, bob: User) -> None:
    old = finished_game([alice, bob])
    first = program_of(alice).post(f"games/{old.public_id}/rematch")
    assert (first["status"], first["my_seat"]) == ("open", 0)
    second = program_of(bob).post(f"games/{old.public_id}/rematch")
    assert (second["id"], second["my_seat"]) == (first["id"], 1)
    assert program_of(bob).post(f"games/{old.public_id}/rematch")["id"] == first["id"]
    assert program_of(alice).post(f"games/{first['id']}/rematch")["error"] == "not_finished"


@pytest.mark.parametrize("act", ACTS)
def test_only_players_act(game: Game, alice: User, bob: User, act: str) -> None:
    private = make_game([alice, bob], NewGame(seats=2, visibility="private"))
    program = program_of(make_person("dora"))
    body: object = None if act == "rematch" else {}
    assert program.post(f"games/{game.public_id}/{act}", body)["error"] == "not_seated"
    assert program.status == 403
    assert program.post(f"games/{private.public_id}/{act}", body)["error"] == "no_such_game"
    assert program.status == 404


@pytest.mark.parametrize("act", ["undo", "resign", "pause"])
def test_acts_need_a_running_game(alice: User, bob: User, act: str) -> None:
    over = finished_game([alice, bob])
    program = program_of(alice)
    assert program.post(f"games/{over.public_id}/{act}", {})["error"] in {"not_running", "undo_off"}
    assert program.post(f"games/{over.public_id}/{act}", {"version": "x"})["error"] == "malformed"


@pytest.mark.parametrize(("act", "queries"), [("undo", 24), ("resign", 21), ("pause", 14), ("rematch", 25)])
def test_acts_take_few_queries(
    act: str, queries: int, alice: User, bob: User, charlie: User, rng: random.Random, django_assert_num_queries: object
) -> None:
    game = finished_game([alice, bob]) if act == "rematch" else make_game([alice, bob, charlie])
    user = alice if act == "rematch" else seat_to_act(game).user
    if act == "undo":
        take_turn(game, rng)
    program = program_of(user)
    program.get(f"games/{game.public_id}")
    with django_assert_num_queries(queries):  # type: ignore[operator]
        program.post(f"games/{game.public_id}/{act}", None if act == "rematch" else {})
    assert program.status == 200
