"""Contributions to the deal (FAIRDEAL.md, 2)."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.lobby.services import NewGame, game_create, game_join
from games.models import Game
from tests.clients import ClientOf
from tests.page_texts import words_of

HEX = "0f" * 32


@pytest.fixture
def game(alice: User, bob: User) -> Game:
    game = game_create(host=alice, new=NewGame(seats=3))
    game_join(public_id=game.public_id, user=bob)
    return game


def give(client: Client, game: Game, contribution: str, **headers: str) -> Any:
    address = reverse("games:contribute", args=[game.public_id])
    return client.post(address, {"contribution": contribution}, headers=headers)


def give_by_script(client: Client, game: Game, contribution: str) -> Any:
    return give(client, game, contribution, Accept="application/json")


def test_the_answer_repeats_anchor_seat_and_what_was_given_so_far(
    game: Game, alice: User, bob: User, client_of: ClientOf
) -> None:
    answer = give_by_script(client_of(bob), game, HEX)
    assert answer.status_code == 200
    assert answer.json() == {
        "game": game.public_id,
        "anchor": game.anchor,
        "seat": 1,
        "contributions": [None, HEX, None],
        "status": "open",
        "version": game.version + 1,
    }
    assert give_by_script(client_of(alice), game, "").json()["contributions"] == ["", HEX, None]


def test_the_last_part_begins_the_game(alice: User, client_of: ClientOf) -> None:
    game = game_create(host=alice, new=NewGame(seats=2, bots=["berserker"]))
    answer = give_by_script(client_of(alice), game, HEX).json()
    assert answer["status"] == "running"
    assert answer["contributions"] == [HEX, ""]
    game.refresh_from_db()
    assert bytes(game.seats.get(number=0).contribution or b"").hex() == HEX


@pytest.mark.parametrize("text", ["zz", "abc", "ab" * 65, "ab cd", "0x12", "٣٣"])
def test_what_is_no_hex_is_refused_and_may_be_given_again(
    game: Game, bob: User, client_of: ClientOf, text: str
) -> None:
    client = client_of(bob)
    answer = give_by_script(client, game, text)
    assert answer.status_code == 422
    assert answer.json() == {
        "error": "bad_contribution",
        "detail": "Random data must be 1 to 64 bytes in hex.",
    }
    assert give_by_script(client, game, HEX).status_code == 200


def test_it_cannot_be_changed(game: Game, bob: User, client_of: ClientOf) -> None:
    client = client_of(bob)
    give_by_script(client, game, HEX)
    answer = give_by_script(client, game, "ff" * 32)
    assert answer.status_code == 409
    assert answer.json()["error"] == "already_answered"
    assert bytes(game.seats.get(user=bob).contribution or b"").hex() == HEX


def test_people_without_a_seat_give_no_time(game: Game, charlie: User, client_of: ClientOf) -> None:
    answer = give_by_script(client_of(charlie), game, HEX)
    assert answer.status_code == 404
    assert answer.json()["error"] == "no_such_game"


def test_a_script_without_a_login_gets_a_clear_refusal(game: Game) -> None:
    answer = give_by_script(Client(), game, HEX)
    assert answer.status_code == 401
    assert answer.json()["error"] == "login"


def test_the_plain_form_leaves_the_deal_to_the_others(game: Game, bob: User, client_of: ClientOf) -> None:
    client = client_of(bob)
    answer = give(client, game, "")
    assert answer.headers["Location"] == reverse("games:table", args=[game.public_id])
    words = words_of(client.get(answer.headers["Location"]))
    assert "bob You new here · ready, no random data" in words
    assert "alice Host new here · not ready yet" in words


def test_a_refused_form_shows_the_room_with_the_reason(game: Game, bob: User, client_of: ClientOf) -> None:
    client = client_of(bob)
    give(client, game, "")
    answer = give(client, game, "")
    assert answer.status_code == 409
    assert "Your random data is already fixed." in words_of(answer)


def test_the_deals_page_shows_what_each_seat_has_given(game: Game, bob: User, client_of: ClientOf) -> None:
    client = client_of(bob)
    give_by_script(client, game, HEX)
    words = words_of(client.get(reverse("games:deal", args=[game.public_id])))
    assert f"Seat 1, {game.host.name} not yet Seat 2, bob {HEX} Seat 3 –" in words
