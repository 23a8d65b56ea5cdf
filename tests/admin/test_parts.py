"""Searches by a part of a text: messages, names of games, email addresses."""

from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from accounts.staff import staff_pages
from accounts.staff.staff_pages import with_part
from games.lobby.services import NewGame
from games.models import ChatLine, Game
from tests.admin.conftest import browser_of
from tests.admin.every_page import found
from tests.factories import make_person, make_staff
from tests.games_laid import lay_game

pytestmark = pytest.mark.django_db


def test_messages_are_found_by_words_and_friends_messages_are_not(alice: User, bob: User) -> None:
    game, at = lay_game([alice, bob]), timezone.now()
    said = ChatLine.objects.create(game=game, user=bob, text="Buy cheap AMBER here", created_at=at)
    ChatLine.objects.create(game=game, user=alice, text="No, thanks", created_at=at)
    ChatLine.objects.create(reader=alice, user=bob, text="cheap amber, my friend", created_at=at)
    helper = browser_of(make_staff("hilda", "helper"))
    for words in ("cheap amber", "AMBER", "p amb"):
        assert found(helper, ChatLine, q=words) == [said]
    for words in ("am", "%", "cheap_amber"):
        assert found(helper, ChatLine, q=words) == []


def test_games_are_found_by_a_part_of_their_name(alice: User, bob: User) -> None:
    game = lay_game([alice, bob], NewGame(seats=2, name="Boathouse on Friday"))
    lay_game([alice, bob])
    helper = browser_of(make_staff("hilda", "helper"))
    assert found(helper, Game, q="house on") == [game]
    assert found(helper, Game, q="ho") == []


def test_only_who_may_see_addresses_finds_people_by_a_part_of_one(alice: User) -> None:
    make_person("bob")
    boss, mona = browser_of(make_staff("boss", "administrator")), browser_of(make_staff("mona", "moderator"))
    for part in ("alice@", "ce@example.org", "ALICE@EX"):
        assert found(boss, User, q=part) == [alice]
        assert found(mona, User, q=part) == []
    # Without @ and dot it is a username.
    assert found(boss, User, q="example") == []


def test_a_search_looks_through_the_newest_rows_alone(
    monkeypatch: pytest.MonkeyPatch, alice: User, bob: User, django_assert_num_queries: Any
) -> None:
    game, at = lay_game([alice, bob]), timezone.now()
    lines = [ChatLine.objects.create(game=game, user=bob, text=f"amber {n}", created_at=at) for n in range(4)]
    monkeypatch.setattr(staff_pages, "SEARCHED", 3)
    monkeypatch.setattr(staff_pages, "MATCHES", 2)
    with django_assert_num_queries(2):
        assert with_part(ChatLine.all_lines.all(), "text", "amber") == [lines[3].pk, lines[2].pk]
    with django_assert_num_queries(0):
        assert with_part(ChatLine.all_lines.all(), "text", "am") == []
