"""The offers of empty lists of games and players."""

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.sign_in.guests import guest_make
from games.lobby.services import NewGame, game_create
from games.models import Game
from tests.clients import ClientOf
from tests.games_laid import finished_game
from tests.page_texts import main_of, queries_of, words_of

EMPTY_LISTS = ["/games/", "/games/?show=running", "/leaders/"]
pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("address", EMPTY_LISTS)
def test_an_empty_list_offers_a_bot_a_game_and_a_link_for_friends(
    alice: User, client_of: ClientOf, address: str
) -> None:
    client = client_of(alice)
    page = main_of(client.get(address))
    assert page.count(f'href="{reverse("games:create")}"') == 1
    assert "Create game" in page
    assert f">{settings.PUBLIC_URL}/</textarea>" in page
    once = page.split(f'action="{reverse("games:play_now")}"')[1].split('name="once" value="')[1].split('"')[0]
    client.post(reverse("games:play_now"), {"script": "", "once": once})
    assert Game.objects.get().status == Game.Status.RUNNING


@pytest.mark.parametrize("address", EMPTY_LISTS)
def test_visitors_and_guests_play_a_practice_game(client: Client, client_of: ClientOf, address: str) -> None:
    guest = guest_make(handle="signy", time_zone="Europe/Oslo", language="en")
    for asker, may_sign_up in ((client, True), (client_of(guest), False)):
        page = main_of(asker.get(address))
        assert f'action="{reverse("games:learn_game")}"' in page
        assert (f'href="{reverse("account_signup")}"' in page) is may_sign_up
        assert reverse("games:create") not in page
        assert f">{settings.PUBLIC_URL}/</textarea>" in page


@pytest.mark.parametrize("address", EMPTY_LISTS)
def test_it_shows_the_last_finished_public_games(client: Client, alice: User, bob: User, address: str) -> None:
    people, recorded = [alice, bob], "single_hand_of_two"
    games = [finished_game(people, recorded=recorded, name=f"Evening {number}.") for number in range(4)]
    finished_game(people, recorded=recorded, name="Secret", visibility=Game.Visibility.PRIVATE)
    page = client.get(address)
    assert "Secret" not in words_of(page)
    shown = [game.title for game in games if game.title in words_of(page)]
    assert shown == ["Evening 1.", "Evening 2.", "Evening 3."]
    assert reverse("games:replay", args=[games[-1].public_id]) in main_of(page)


def test_a_list_with_games_or_a_filter_offers_no_more(client: Client, alice: User, bob: User) -> None:
    assert "Tell a friend" not in words_of(client.get("/games/?seats=4"))
    game_create(host=alice, new=NewGame(seats=4))
    assert "Tell a friend" not in words_of(client.get("/games/"))


@pytest.mark.parametrize("address", EMPTY_LISTS)
def test_the_last_games_take_two_queries(client: Client, alice: User, bob: User, address: str) -> None:
    bare = queries_of(lambda: client.get(address))
    finished_game([alice, bob], recorded="single_hand_of_two")
    assert queries_of(lambda: client.get(address)) == bare + 1


def test_the_first_home_invites_friends_next_to_bots(alice: User, client_of: ClientOf) -> None:
    form = main_of(client_of(alice).get("/")).split(f'action="{reverse("games:play_now")}"')[1].split("</form>")[0]
    assert f'<a class="button" href="{reverse("games:create")}">Invite friends</a>' in form
