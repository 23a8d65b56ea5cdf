"""Undoing a turn from the page: the button, its answers, and the log."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import User
from games.lobby.services import NewGame
from games.models import Game, TakeBack
from tests.clients import ClientOf
from tests.factories import rng_of, seat_to_act, take_turn
from tests.games_laid import lay_game
from tests.page_texts import markup_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(alice: User, bob: User) -> Game:
    return lay_game([alice, bob], NewGame(seats=2, target=30, pace="1d"))


def page(client: Client, game: Game) -> str:
    return markup_of(client.get(f"/g/{game.public_id}/"))


def test_a_turn_is_taken_back_without_scripts(game: Game, client_of: ClientOf) -> None:
    actor = seat_to_act(game).user
    client = client_of(actor)
    assert 'id="undo"' not in page(client, game)
    take_turn(game, rng_of(1))
    assert f'formaction="/g/{game.public_id}/undo/"' in page(client, game)
    assert 'id="undo"' not in page(client_of(seat_to_act(game).user), game)
    assert 'id="undo"' not in page(Client(), game)
    answer = client.post(f"/g/{game.public_id}/undo/", {"version": game.version})
    assert (answer.status_code, answer["Location"]) == (302, f"/g/{game.public_id}/")
    shown = page(client, game)
    assert "Turn taken back." in shown
    assert 'id="undo"' not in shown
    assert 'id="play"' in shown
    assert "<b>You</b> took back a turn" in shown
    withdrawn = shown.partition('<ul class="withdrawn"')[2].partition("</ul>")[0]
    assert "<del><b>You</b> led " in withdrawn
    assert 'class="card card-s ' in withdrawn
    assert f"<b>{actor.name}</b> took back a turn" in page(Client(), game)


def test_a_script_gets_the_live_part(game: Game, client_of: ClientOf) -> None:
    client = client_of(seat_to_act(game).user)
    take_turn(game, rng_of(1))
    data, headers = {"version": game.version}, {"X-Requested-With": "fetch"}
    answer = client.post(f"/g/{game.public_id}/undo/", data, headers=headers)
    assert (answer.status_code, answer["X-Odin-Part"]) == (200, str(game.version + 1))


def test_a_refusal_shows_the_table_and_the_reason(game: Game, charlie: User, client_of: ClientOf) -> None:
    client = client_of(seat_to_act(game).user)
    take_turn(game, rng_of(1))
    before = game.version
    take_turn(game, rng_of(2))
    late = client.post(f"/g/{game.public_id}/undo/", {"version": before})
    assert (late.status_code, "The game has moved on. Please choose again." in late.content.decode()) == (409, True)
    none = client.post(f"/g/{game.public_id}/undo/", {"version": game.version})
    assert (none.status_code, "You have no turn left to take back." in none.content.decode()) == (422, True)
    assert client_of(charlie).post(f"/g/{game.public_id}/undo/", {"version": game.version}).status_code == 404
    assert Client().post(f"/g/{game.public_id}/undo/").status_code == 302
    assert not TakeBack.objects.exists()


def test_the_host_chooses_whether_turns_may_be_taken_back(alice: User, client_of: ClientOf) -> None:
    client = client_of(alice)
    fields = {"seats": "2", "target": "15", "visibility": "public", "pace": "1d", "timeout_action": "pass"}
    fields |= {"next_leader": "left", "name": "Kept turns"}
    assert 'name="undo"' in client.get("/games/new/").content.decode()
    assert client.post("/games/new/", fields).status_code == 302
    assert Game.objects.get().undo is False
    assert client.post("/games/new/", fields | {"undo": "on", "name": "Loose turns"}).status_code == 302
    assert Game.objects.get(name="Loose turns").undo is True
