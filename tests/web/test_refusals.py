"""Refusals that no view catches: the page before says why, scripts read JSON, and missing things are 404."""

from __future__ import annotations

import pytest

from accounts.models import User
from games.chat import errors as chat
from games.engine import Refusal
from games.errors import Reason
from games.history import errors as history
from games.lobby import errors as lobby
from games.lobby.services import NewGame
from games.models import Game
from games.moderation import errors as moderation
from games.notices import errors as notices
from games.people import errors as people
from games.play import errors as play
from tests.clients import ClientOf
from tests.factories import make_game
from tests.page_texts import words_of
from tests.table.tables import game_url

JSON = {"Accept": "application/json"}
ROOMS = (chat, history, lobby, moderation, notices, people, play)


@pytest.fixture
def game(alice: User, bob: User) -> Game:
    return make_game([alice, bob], NewGame(seats=2, target=30, pace="1d"))


@pytest.mark.django_db
@pytest.mark.parametrize("act", ["resign", "pause", "return"])
def test_a_refused_act_leads_back_to_the_table_which_says_why(
    game: Game, alice: User, client_of: ClientOf, act: str
) -> None:
    answer = client_of(alice).post(game_url(act, game), {"version": game.version + 1}, follow=True)
    assert answer.redirect_chain == [(game_url("table", game), 302)]
    assert "The game has moved on. Please choose again." in words_of(answer)


@pytest.mark.django_db
def test_scripts_read_the_reason_as_json(game: Game, alice: User, client_of: ClientOf) -> None:
    answer = client_of(alice).post(game_url("pause", game), {"version": game.version + 1}, headers=JSON)
    assert answer.status_code == 409
    said = answer.json()
    assert said.pop("detail").startswith("The game has moved on. Please choose again.")
    assert said == {"error": "stale_version"}


@pytest.mark.django_db
def test_a_game_that_may_not_be_seen_is_not_found(game: Game, charlie: User, client_of: ClientOf) -> None:
    Game.objects.update(visibility=Game.Visibility.PRIVATE)
    client = client_of(charlie)
    assert client.get(game_url("since", game)).status_code == 404
    assert client.post(game_url("resign", game), {"version": game.version}).status_code == 404
    answer = client.post(game_url("pause", game), {"version": game.version}, headers=JSON)
    assert (answer.status_code, answer.json()["error"]) == (404, "no_such_game")


def test_every_reason_has_a_value_a_status_and_words() -> None:
    enums = [
        enum
        for room in ROOMS
        for enum in vars(room).values()
        if isinstance(enum, type) and issubclass(enum, Reason) and enum is not Reason
    ]
    reasons = [reason for enum in enums for reason in enum]
    assert {reason.status for reason in reasons} == {403, 404, 409, 410, 422, 429}
    assert all(str(reason) == reason.value and str(reason.words) for reason in reasons)
    assert len({(type(reason), reason.value) for reason in reasons}) == len(reasons)
    assert set(play.TURN_WORDS) == set(Refusal)
