"""Sounds are on at all tables until switched off; without a choice the page's script says from when."""

import re

from django.test import Client

from accounts.models import User
from games.models import Game, Preferences
from tests.clients import ClientOf
from tests.games_laid import lay_game
from tests.page_texts import words_of
from tests.table.tables import game_url, text_of


def sound_of(page: str) -> list[str]:
    return re.findall(r' data-sound="(\w+)"', page)


def test_it_is_on_without_a_choice_and_a_choice_holds_at_all_tables(
    game: Game, alice: User, bob: User, client_of: ClientOf
) -> None:
    client, url = client_of(alice), game_url("sound", game)
    page = text_of(client.get(game_url("table", game)))
    assert sound_of(page) == ["unchosen"]
    assert page.count('id="sound"') == 1
    assert 'id="sound" name="on" value="0"' in page

    page = text_of(client.post(url, {"on": "0"}, follow=True))
    assert "Sounds off" in page
    assert sound_of(page) == []
    assert 'id="sound" name="on" value="1"' in page
    assert sound_of(text_of(client.get(game_url("table", lay_game([alice, bob]))))) == []
    assert Preferences.objects.get(user=alice).sound is False

    part = client.post(url, {"on": "1"}, headers={"X-Requested-With": "fetch"})
    assert part["X-Odin-Part"] == str(game.version)
    assert sound_of(text_of(part)) == ["on"]
    assert sound_of(text_of(client_of(bob).get(game_url("table", game)))) == ["unchosen"]


def test_other_settings_do_not_choose_for_the_person(alice: User, client_of: ClientOf) -> None:
    client, form = client_of(alice), {"confirm": "never", "hand_sort": "own"}
    page = client.get("/settings/table/")
    assert re.search(r'name="sound"[^>]* checked', text_of(page))
    assert "Quiet sounds, from your first turn on." in words_of(page)
    for sent, kept in ({"sound": "on"}, None), ({}, False), ({"sound": "on"}, True):
        client.post("/settings/table/", form | sent)
        assert Preferences.objects.get(user=alice).sound is kept


def test_spectators_have_no_sound_switch(game: Game, charlie: User, client_of: ClientOf) -> None:
    for client in (Client(), client_of(charlie)):
        page = text_of(client.get(game_url("table", game)))
        assert 'id="sound"' not in page
        assert sound_of(page) == []
    assert Client().post(game_url("sound", game), {"on": "1"}).status_code == 302
    assert not Preferences.objects.filter(sound=True).exists()
