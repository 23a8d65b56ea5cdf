"""Games against bots on the home page: their place among the others, and the button that starts one."""

import re

from django.urls import reverse

from accounts.models import User
from games.engine import HandState
from games.lobby.selectors import next_waiting, waiting_count
from games.lobby.services import NewGame
from games.models import Game
from tests.clients import ClientOf
from tests.games_laid import finished_game, game_where, lay_game
from tests.lobby.waiting_games import game_waiting_for
from tests.page_texts import main_of, words_of


def game_against_bots(user: User, name: str, pace: str = Game.Pace.NONE) -> Game:
    """A game against bots in which it is the user's turn."""

    def reached(state: HandState) -> bool:
        return state.to_act == 0 and not state.over

    recorded = "single_hand_with_two_bots"
    return game_where([user], reached, recorded=recorded, name=name, pace=pace, bots=["berserker", "berserker"])


def test_games_against_bots_without_a_limit_come_last_and_are_not_counted(
    alice: User, bob: User, client_of: ClientOf
) -> None:
    game_against_bots(alice, "Jarl, to 15 points")
    game_waiting_for(alice, bob, "Boathouse")
    game_waiting_for(bob, alice, "Theirs")
    words = words_of(client_of(alice).get(reverse("home")))
    assert "1 game is waiting for you" in words
    places = [words.index(name) for name in ("Take your turn", "Theirs Hand 1", "Against bots Jarl, to 15")]
    assert places == sorted(places)
    assert waiting_count(alice) == 1
    assert next_waiting(alice) == Game.objects.get(name="Boathouse")


def test_a_game_against_bots_with_a_limit_waits_like_any(alice: User, client_of: ClientOf) -> None:
    game = game_against_bots(alice, "By day", pace=Game.Pace.D1)
    assert "1 game is waiting for you" in words_of(client_of(alice).get(reverse("home")))
    assert next_waiting(alice) == game


def test_where_nobody_waits_the_games_against_bots_are_shown_large(alice: User, client_of: ClientOf) -> None:
    for number in range(6):
        game_against_bots(alice, f"Jarl {number}")
    page = client_of(alice).get(reverse("home"))
    words = words_of(page)
    assert "Your games New game" in words
    assert "No games are waiting for you" not in words
    assert "waiting longest" not in words
    assert main_of(page).count('<article class="cloth-card') == 4
    assert words.split("Against bots")[1].count("Your turn") == 2


def main_buttons(page: str) -> list[str]:
    return re.findall(r'<(?:a|button) class="button button-main[^>]*>([^<]*)<', page)


def test_from_an_empty_page_one_button_starts_a_game_against_medium_bots(alice: User, client_of: ClientOf) -> None:
    client = client_of(alice)
    page = main_of(client.get(reverse("home")))
    assert "No games right now." in page
    assert "No games are waiting for you" not in page
    assert main_buttons(page) == ["Play against bots"]
    assert re.search(r'action="/learn/game/">[^/]*<button[^>]*value="begin">Play a practice game', page)
    assert "Learn to play" in page
    assert page.count(reverse("games:create")) == 1
    form = page.split('<form class="against-bots" ')[1].split("</form>")[0]
    chosen = re.findall(r'<select name="(\w+)".*?<option value="(\w+)" selected', form, re.DOTALL)
    assert chosen == [("seats", "3"), ("bot", "hirdman")]
    client.post(reverse("games:play_now"), dict(chosen) | {"script": ""})
    game = Game.objects.get()
    assert (game.status, game.seats.filter(user__bot_account__name="hirdman").count()) == (Game.Status.RUNNING, 2)


def test_after_a_first_game_the_button_stays(alice: User, bob: User, client_of: ClientOf) -> None:
    finished_game([alice, bob], recorded="single_hand_of_two")
    page = main_of(client_of(alice).get(reverse("home")))
    assert "No games are waiting for you" in page
    assert main_buttons(page) == ["Play against bots"]
    assert page.count(reverse("games:create")) == 1


def test_beside_games_the_button_is_in_the_side_column(alice: User, bob: User, client_of: ClientOf) -> None:
    game_waiting_for(alice, bob, "Boathouse")
    page = main_of(client_of(alice).get(reverse("home")))
    assert page.count('<form class="against-bots"') == 1
    assert '<form class="against-bots"' in page.split('<aside class="lobby-side"')[1]


def test_bots_at_one_table_bear_shields_of_their_own_in_lists(alice: User, client_of: ClientOf) -> None:
    lay_game([alice], NewGame(seats=4, target=None, bots=["berserker"] * 3))
    page = main_of(client_of(alice).get(reverse("home")))
    assert re.findall(r">(\d)</text>", page) == ["2", "3"]
