"""Pauses on pages: requests are shown, answered, and take effect."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.models import Game, Seat
from games.play.waits.pauses import pause_want
from games.table import clock_words as say
from tests.clients import ClientOf
from tests.games_laid import lay_slow_game
from tests.page_texts import main_of, words_of
from tests.play.slow_games import actor_and_other
from tests.table.tables import game_url, page_of, seen_by

pytestmark = pytest.mark.usefixtures("travel")


def ask_pause(game: Game, *people: User) -> None:
    for person in people:
        pause_want(public_id=game.public_id, user=person, want=True)
    game.refresh_from_db()


def test_a_pause_is_asked_for_agreed_to_and_ended_without_a_script(alice: User, bob: User, client_of: ClientOf) -> None:
    game = lay_slow_game([alice, bob], "1d")
    alices, bobs = client_of(alice), client_of(bob)

    def press(client: Client, want: str) -> str:
        game.refresh_from_db()
        sent = {"want": want, "version": str(game.version)}
        return words_of(client.post(game_url("pause", game), sent, follow=True))

    assert "We’ve asked the others." in press(alices, "1")
    assert "You want a pause. Still to agree: bob." in page_of(alices, game)
    assert "You want a pause. Still to agree: bob. View" in page_of(alices, game)
    assert "alice wants a pause Answer" in page_of(bobs, game)
    assert "Withdrawn." in press(alices, "0")
    press(alices, "1")
    words = press(bobs, "1")
    assert "The game is paused." in words
    assert "Paused" in words
    assert "paused until 15 Mar 09:00" in words
    game.refresh_from_db()
    assert game.status == Game.Status.PAUSED
    assert "resumes on 15 Mar at 09:00 at the latest." in words
    press(bobs, "1")
    assert "You want to resume. Still to agree: alice. View" in page_of(bobs, game)
    assert "bob wants to resume Answer" in page_of(alices, game)
    assert "The game has resumed." in press(alices, "1")


def test_no_turn_can_be_chosen_in_a_pause(alice: User, bob: User, client_of: ClientOf) -> None:
    game = lay_slow_game([alice, bob], "1d")
    acts, _other = actor_and_other(game)
    ask_pause(game, alice, bob)
    page = main_of(client_of(acts).get(game_url("table", game)))
    assert 'id="hand" disabled' in page
    for gone in ('id="play"', 'id="pass"', 'id="arm"', "data-my-turn", "data-due"):
        assert gone not in page
    assert "Paused. The game resumes on 15 Mar at 09:00 at the latest." in page
    assert 'form="pause-form"' in page


def test_spectators_see_no_pause_request(alice: User, bob: User, client_of: ClientOf, client: Client) -> None:
    game = lay_slow_game([alice, bob], "1d")
    ask_pause(game, alice)
    for page in (
        client.get(game_url("table", game)),
        client_of(User.objects.create(handle="dora")).get(game_url("table", game)),
    ):
        assert 'id="pause-form"' not in main_of(page)
        assert "more-time" not in main_of(page)
        assert "wants a pause" not in words_of(page)


def test_a_wish_of_several_is_summarized(alice: User, bob: User, charlie: User) -> None:
    game = lay_slow_game([alice, bob, charlie], "1d")
    ask_pause(game, alice)
    assert say.wish_short(seen_by(game, alice).pause) == "You want a pause. Still to agree: 2."
    ask_pause(game, bob)
    assert say.wish_short(seen_by(game, charlie).pause) == "2 players want a pause"
    assert say.wish_short(seen_by(game, bob).pause) == "You want a pause. Still to agree: charlie."


@pytest.mark.parametrize("pace", ["1d", "none"])
def test_home_shows_a_wish_until_it_is_answered(alice: User, bob: User, client_of: ClientOf, pace: str) -> None:
    game = lay_slow_game([alice, bob], pace)
    home = reverse("home")
    alices, bobs = client_of(alice), client_of(bob)
    assert "want" not in words_of(alices.get(home))
    ask_pause(game, alice)
    assert "You want a pause" in words_of(alices.get(home))
    assert "alice wants a pause" in words_of(bobs.get(home))
    ask_pause(game, bob)
    assert "pause" not in words_of(alices.get(home)).replace("Paused", "")
    ask_pause(game, bob)
    assert "bob wants to resume" in words_of(alices.get(home))
    assert "You want to resume" in words_of(bobs.get(home))


def test_home_shows_no_request_to_players_replaced_by_a_caretaker(
    alice: User, bob: User, charlie: User, client_of: ClientOf
) -> None:
    game = lay_slow_game([alice, bob, charlie], "1d")
    Seat.objects.filter(game=game, user=bob).update(held_by=User.objects.create_user(handle="keeper", is_bot=True))
    ask_pause(game, alice)
    assert "wants a pause" in words_of(client_of(charlie).get(reverse("home")))
    assert "wants a pause" not in words_of(client_of(bob).get(reverse("home")))
