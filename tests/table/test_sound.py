"""Sounds are off until switched on, then on at all tables."""

from django.test import Client

from accounts.models import User
from games.models import Game, Preferences
from tests.clients import ClientOf
from tests.games_laid import lay_game
from tests.page_texts import words_of
from tests.table.tables import game_url, text_of


def test_it_is_off_until_its_person_switches_it_on(game: Game, alice: User, bob: User, client_of: ClientOf) -> None:
    client, url = client_of(alice), game_url("sound", game)
    assert "data-sound" not in text_of(client.get(game_url("table", game)))
    page = client.post(url, {"on": "1"}, follow=True)
    assert "Sounds on" in words_of(page)
    assert " data-sound" in text_of(page)
    assert 'id="sound" name="on" value="0" aria-pressed="true"' in text_of(page)
    assert " data-sound" in text_of(client.get(game_url("table", lay_game([alice, bob]))))
    assert " data-sound" not in text_of(client_of(bob).get(game_url("table", game)))

    part = client.post(url, {"on": "0"}, headers={"X-Requested-With": "fetch"})
    assert part["X-Odin-Part"] == str(game.version)
    assert " data-sound" not in text_of(part)
    assert not Preferences.objects.get(user=alice).sound


def test_spectators_have_no_sound_switch(game: Game, charlie: User, client_of: ClientOf) -> None:
    for client in (Client(), client_of(charlie)):
        assert 'id="sound"' not in text_of(client.get(game_url("table", game)))
    assert Client().post(game_url("sound", game), {"on": "1"}).status_code == 302
    assert not Preferences.objects.filter(sound=True).exists()
