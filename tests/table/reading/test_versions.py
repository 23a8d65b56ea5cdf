"""Forms carry the game's version; an outdated one changes nothing."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.lobby.services import NewGame, game_create, game_join
from games.models import Game
from tests.clients import ClientOf
from tests.factories import make_person, rng_of, take_turn
from tests.games_laid import lay_game
from tests.page_texts import main_of, words_of

STALE = "The game has moved on. Please choose again."


@pytest.fixture
def game(alice: User, bob: User) -> Game:
    game = game_create(host=alice, new=NewGame(seats=4, name="Sunday four"))
    game_join(public_id=game.public_id, user=bob)
    game.refresh_from_db()
    return game


def fields_of(page: Any, game: Game, what: str) -> dict[str, str]:
    """Fields of the first such form, without its token."""
    address = re.escape(reverse(f"games:{what}", args=[game.public_id]))
    form = re.search(rf'<form[^>]* action="{address}".*?</form>', main_of(page), flags=re.DOTALL)
    assert form is not None
    hidden = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)">', form[0]))
    hidden.pop("csrfmiddlewaretoken")
    return hidden


def send(client: Client, game: Game, what: str, data: dict[str, str]) -> Any:
    return client.post(reverse(f"games:{what}", args=[game.public_id]), data, follow=True)


@pytest.mark.parametrize("what", ["leave", "remove", "start"])
def test_the_rooms_forms_of_an_older_state_change_nothing(game: Game, client_of: ClientOf, what: str) -> None:
    client = client_of(game.host)
    data = fields_of(client.get(reverse("games:table", args=[game.public_id])), game, what)
    assert data["version"] == str(game.version)
    make_person("dora")
    game_join(public_id=game.public_id, user=User.objects.get(handle="dora"))
    answer = send(client, game, what, data | {"bot_3": "berserker"})
    assert answer.status_code == 409
    assert STALE in words_of(answer)
    assert game.seats.count() == 3
    fresh = fields_of(answer, game, what)
    assert fresh["version"] == str(game.version + 1)
    assert send(client, game, what, fresh | {"bot_3": "berserker"}).status_code == 200
    assert game.seats.count() == {"leave": 2, "remove": 2, "start": 4}[what]


@pytest.mark.parametrize("view", ["games:open", "games:table", "games:invited"])
def test_sitting_down_is_for_the_table_that_was_seen(game: Game, charlie: User, client_of: ClientOf, view: str) -> None:
    where = {"games:open": [], "games:table": [game.public_id], "games:invited": [game.invite_token]}[view]
    client = client_of(charlie)
    data = fields_of(client.get(reverse(view, args=where)), game, "join")
    game_join(public_id=game.public_id, user=make_person("dora"))
    answer = send(client, game, "join", data)
    assert answer.status_code == 409
    assert STALE in words_of(answer)
    assert send(client, game, "join", fields_of(answer, game, "join")).status_code == 200
    assert game.seats.filter(user=charlie).exists()


def test_a_second_click_on_sitting_down_leads_to_the_seat(game: Game, charlie: User, client_of: ClientOf) -> None:
    client = client_of(charlie)
    table = reverse("games:table", args=[game.public_id])
    data = fields_of(client.get(table), game, "join")
    for _click in range(2):
        answer = send(client, game, "join", data)
        assert answer.redirect_chain[-1][0] == table
        assert STALE not in words_of(answer)
    assert game.seats.filter(user=charlie).count() == 1


def test_what_is_no_version_is_an_old_one(game: Game, charlie: User, client_of: ClientOf) -> None:
    host = client_of(game.host)
    bots = {"bot_2": "berserker", "bot_3": "berserker"}
    tries = [(client_of(charlie), "join", version) for version in ("", "x", "-1", "٣", "9" * 30)]
    tries += [(host, what, "x") for what in ("leave", "remove", "start")]
    for client, what, version in tries:
        answer = send(client, game, what, {"version": version, "seat": "1"} | bots)
        assert answer.status_code == 409, (what, version)
        assert STALE in words_of(answer)
        assert game.seats.count() == 2


def test_resigning_is_for_the_table_that_was_seen(alice: User, bob: User, client_of: ClientOf) -> None:
    game = lay_game([alice, bob])
    client = client_of(alice)
    table = reverse("games:table", args=[game.public_id])
    data = fields_of(client.get(table), game, "resign")
    take_turn(game, rng_of(1))
    for old in (data, {"version": "x"}):
        assert STALE in words_of(send(client, game, "resign", old))
        assert not game.seats.filter(resigned_at__isnull=False).exists()
    send(client, game, "resign", fields_of(client.get(table), game, "resign"))
    assert game.seats.get(user=alice).resigned_at is not None
