"""Sprints on pages: offered while all are here, asked for, answered, and what the table shows while one runs."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.test import Client

from accounts.models import User
from games.models import Game, Preferences, Seat
from games.play.presence import presence_save
from games.play.waits.sprints import sprint_want
from tests.clients import ClientOf
from tests.games_laid import lay_slow_game
from tests.page_texts import main_of, queries_of, words_of
from tests.play.slow_games import START, actor_and_other
from tests.table.tables import game_url, page_of, seen_by

pytestmark = pytest.mark.usefixtures("travel")

HERE, MINUTE = "Everyone’s here.", timedelta(minutes=1)


def look(game: Game, *people: User) -> None:
    for person in people:
        presence_save(public_id=game.public_id, user=person)


def press(client: Client, game: Game, want: str) -> str:
    sent = {"want": want, "version": str(game.version)}
    return words_of(client.post(game_url("sprint", game), sent, follow=True))


def test_it_is_offered_asked_for_and_agreed_to_without_a_script(alice: User, bob: User, client_of: ClientOf) -> None:
    game = lay_slow_game([alice, bob], "1d")
    alices, bobs = client_of(alice), client_of(bob)
    look(game, alice)
    assert HERE not in page_of(alices, game)
    look(game, bob)
    assert f"{HERE} Play live" in page_of(alices, game)
    assert "We’ve asked the others." in press(alices, game, "1")
    assert "You want to play live. Still to agree: bob. View" in page_of(alices, game)
    assert "alice wants to play live Answer" in page_of(bobs, game)
    words = press(bobs, game, "1")
    assert "You play live now." in words
    assert "You play live until 09:10, 3 minutes a turn. Then the usual pace returns, with no time lost." in words
    page = main_of(alices.get(game_url("table", game)))
    assert "data-live" in page
    assert 'id="sprint-form"' not in page
    game.refresh_from_db()
    assert game.sprint_ends_at == START + 10 * MINUTE


def test_a_withdrawn_wish_leaves_the_offer(alice: User, bob: User, client_of: ClientOf) -> None:
    game = lay_slow_game([alice, bob], "1d")
    look(game, alice, bob)
    alices = client_of(alice)
    press(alices, game, "1")
    assert "Withdrawn." in press(alices, game, "0")
    assert HERE in page_of(alices, game)


def test_declining_hides_it_for_an_hour_from_the_decliner_alone(
    alice: User, bob: User, client_of: ClientOf, travel: time_machine.Traveller
) -> None:
    game = lay_slow_game([alice, bob], "1d")
    look(game, alice, bob)
    alices, bobs = client_of(alice), client_of(bob)
    press(alices, game, "1")
    assert "You won’t be asked again for an hour." in press(bobs, game, "no")
    assert "wants to play live" not in page_of(bobs, game)
    assert "You want to play live. Still to agree: bob." in page_of(alices, game)
    travel.move_to(START + 61 * MINUTE)
    look(game, alice, bob)
    assert HERE in page_of(bobs, game)


@pytest.mark.parametrize("who", ["spectator", "visitor"])
def test_others_see_neither_offer_nor_wish(
    alice: User, bob: User, client_of: ClientOf, client: Client, who: str
) -> None:
    game = lay_slow_game([alice, bob], "1d")
    look(game, alice, bob)
    sprint_want(public_id=game.public_id, user=alice, want=True)
    viewer = client if who == "visitor" else client_of(User.objects.create(handle="dora"))
    page = words_of(viewer.get(game_url("table", game)))
    assert HERE not in page
    assert "play live" not in page


def test_a_player_who_hides_that_they_are_online_is_not_given_away(alice: User, bob: User, client_of: ClientOf) -> None:
    game = lay_slow_game([alice, bob], "1d")
    look(game, alice, bob)
    Preferences.objects.update_or_create(user=bob, defaults={"show_online": False})
    assert HERE not in page_of(client_of(alice), game)
    assert HERE in page_of(client_of(bob), game)


def test_the_text_table_has_it_too(alice: User, bob: User, client_of: ClientOf) -> None:
    game = lay_slow_game([alice, bob], "1d")
    look(game, alice, bob)
    page = main_of(client_of(alice).get(game_url("text_table", game)))
    assert 'id="sprint-form"' in page


def test_it_takes_no_query_of_the_table(alice: User, bob: User, client_of: ClientOf) -> None:
    game = lay_slow_game([alice, bob], "1d")
    client = client_of(alice)
    Seat.objects.update(looked_at=None)
    client.get(game_url("table", game))
    away = queries_of(lambda: client.get(game_url("table", game)))
    look(game, alice, bob)
    assert queries_of(lambda: client.get(game_url("table", game))) == away


def test_the_table_is_as_at_a_live_pace(alice: User, bob: User) -> None:
    game = lay_slow_game([alice, bob], "1d")
    look(game, alice, bob)
    acts, other = actor_and_other(game)
    assert seen_by(game, other).clock.may_grant
    for person in (alice, bob):
        sprint_want(public_id=game.public_id, user=person, want=True)
    game.refresh_from_db()
    view = seen_by(game, other)
    assert (view.rules.is_live, view.rules.takes_back, view.clock.may_grant) == (True, False, False)
    assert view.clock.due_at == START + 3 * MINUTE
    assert view.clock.urgent_at == START + 3 * MINUTE - 45 * MINUTE / 60
    assert seen_by(game, acts).sprint.until == START + 10 * MINUTE
