"""People who lost a seat read why, at the game and on the home page."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
import time_machine
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games.lobby.services import NewGame
from games.models import Game
from games.moderation.acts import chat_lock, game_pass, seat_to_person
from tests.clients import ClientOf
from tests.factories import make_person, make_staff, seat_to_act
from tests.games_laid import lay_game
from tests.moderation.moderator_acts import WHY, act
from tests.page_texts import words_of
from tests.table.tables import game_url, text_of

pytestmark = pytest.mark.django_db


def replaced(game: Game, user: User) -> None:
    seat = game.seats.get(user=user)
    act(game, seat_to_person, actor=make_staff("moderator", "moderator"), seat=seat.number, handle="dora")


def test_at_a_private_table_and_at_home(alice: User, bob: User, client_of: ClientOf) -> None:
    game = lay_game([alice, bob], NewGame(seats=2, visibility=Game.Visibility.PRIVATE, name="Old ferry"))
    dora, stranger = make_person("dora"), make_person("stranger")
    replaced(game, bob)
    told = f"A moderator gave your seat in Old ferry to {dora.name}."

    page = client_of(bob).get(game_url("table", game))
    assert page.status_code == 404
    assert told in words_of(page)
    assert f"Reason: {WHY}" in words_of(page)
    assert reverse("contact") in text_of(page)
    home = words_of(client_of(bob).get(reverse("home")))
    assert told in home
    assert f"Reason: {WHY}" in home
    assert "Go to game" not in home

    for other in (alice, dora, stranger):
        assert told not in words_of(client_of(other).get(reverse("home")))
    assert "seat" not in words_of(client_of(stranger).get(game_url("table", game)))
    with time_machine.travel(timezone.now() + timedelta(days=8)):
        assert told not in words_of(client_of(bob).get(reverse("home")))
        assert told in words_of(client_of(bob).get(game_url("table", game)))


def test_at_a_public_table_until_the_seat_is_theirs_again(alice: User, bob: User, client_of: ClientOf) -> None:
    game = lay_game([alice, bob])
    make_person("dora")
    replaced(game, bob)
    his = client_of(bob)
    page = words_of(his.get(game_url("table", game)))
    assert "A moderator gave your seat" in page
    assert "Go to game" in words_of(his.get(reverse("home")))
    assert "A moderator gave your seat" not in words_of(client_of(alice).get(game_url("table", game)))
    number = game.seats.get(user__handle="dora").number
    act(game, seat_to_person, actor=make_staff("other", "moderator"), seat=number, handle="bob")
    assert "A moderator gave your seat" not in words_of(his.get(game_url("table", game)))
    assert "A moderator gave your seat" not in words_of(his.get(reverse("home")))


def test_the_newest_line_says_who_acted_and_why(alice: User, bob: User, client_of: ClientOf) -> None:
    game = lay_game([alice, bob])
    moderator = make_staff("moderator", "moderator")
    act(game, game_pass, actor=moderator, seat=seat_to_act(game).number)
    for user, reason in ((alice, True), (make_person("stranger"), False)):
        page = text_of(client_of(user).get(game_url("table", game)))
        [why] = re.findall(r'<p class="last-why">(.*?)</p>', page.split('class="last-turn', 1)[0], re.DOTALL)
        assert " ".join(why.split()) == (f"By a moderator. Reason: {WHY}" if reason else "By a moderator.")
    act(game, chat_lock, actor=moderator)
    assert "locked the chat" in text_of(client_of(alice).get(game_url("table_part", game)))
