"""Forms without scripts that are sent twice: by a double press, a slow line or a reloaded answer."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.db.models import Model
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.models import (
    Absence,
    ChatLine,
    Friendship,
    Game,
    GameNote,
    PersonMark,
    Report,
    Webhook,
)
from tests.clients import ClientOf
from tests.games_laid import finished_game
from tests.table.tables import game_url
from tests.threads import at_once

SOON = timezone.now().date() + timedelta(days=3)
JSON = {"Accept": "application/json"}


@pytest.fixture
def member(alice: User, client_of: ClientOf) -> Client:
    return client_of(alice)


def tokens(client: Client, game: Game) -> list[str]:
    """The tokens of the message's form, and of the reactions' form."""
    return re.findall(r'name="once" value="([\w-]+)"', client.get(game_url("chat", game)).content.decode())


def test_a_line_is_stored_once(member: Client, game: Game) -> None:
    sent = {"text": "hello", "once": tokens(member, game)[0]}
    answers = [member.post(game_url("chat", game), sent) for _press in range(2)]
    assert [answer.status_code for answer in answers] == [302, 302]
    assert [line.text for line in ChatLine.objects.all()] == ["hello"]


def test_a_reaction_is_stored_once(member: Client, game: Game) -> None:
    sent = {"reaction": "hello", "once": tokens(member, game)[1]}
    for _press in range(2):
        member.post(game_url("chat_react", game), sent)
    assert ChatLine.objects.count() == 1


def test_the_same_words_can_be_said_again_from_a_new_page(member: Client, game: Game) -> None:
    for _page in range(2):
        member.post(game_url("chat", game), {"text": "ha", "once": tokens(member, game)[0]})
    assert ChatLine.objects.count() == 2


def test_other_words_from_the_same_page_are_no_repetition(member: Client, game: Game) -> None:
    """They come from a second tab, or from a page that the browser's back button shows again."""
    once = tokens(member, game)[0]
    for text in ("one", "two", "three", "one"):
        member.post(game_url("chat", game), {"text": text, "once": once})
    assert [line.text for line in ChatLine.objects.order_by("pk")] == ["one", "two", "three"]


def test_scripts_say_the_same_words_again_on_the_same_page(member: Client, game: Game) -> None:
    once = tokens(member, game)[0]
    for _line in range(2):
        member.post(game_url("chat", game), {"text": "ha", "once": once}, headers=JSON)
    assert ChatLine.objects.count() == 2


def test_anothers_token_is_no_obstacle(alice: User, bob: User, game: Game, client_of: ClientOf) -> None:
    once = tokens(client_of(alice), game)[0]
    for person in (alice, bob):
        client_of(person).post(game_url("chat", game), {"text": "hello", "once": once})
    assert ChatLine.objects.count() == 2


@pytest.mark.django_db(transaction=True)
def test_two_presses_in_the_same_moment_store_one_line(member: Client, game: Game) -> None:
    sent = {"text": "hello", "once": tokens(member, game)[0]}

    def press() -> object:
        client = Client()
        client.cookies = member.cookies
        return client.post(game_url("chat", game), sent)

    at_once(press, press)
    assert ChatLine.objects.count() == 1


FORMS: dict[str, tuple[str, dict[str, str], type[Model]]] = {
    "a request of a friend": ("/players/bob/friend/", {"act": "ask"}, Friendship),
    "a block": ("/settings/people/", {"handle": "bob", "act": "block"}, PersonMark),
    "a mute": ("/settings/people/", {"handle": "bob", "act": "mute"}, PersonMark),
    "a report": ("/report/?player=bob", {"kind": "profile", "text": "He cheats."}, Report),
    "a webhook": ("/settings/channels/webhooks/", {"kind": "json", "address": "https://example.org/a"}, Webhook),
    "days away": ("/settings/hours/absences/", {"first": f"{SOON}", "last": f"{SOON}"}, Absence),
}


@pytest.mark.parametrize("what", FORMS)
def test_no_other_form_stores_twice(member: Client, bob: User, what: str) -> None:
    """The rows of these forms are unique for a person, an address or a day."""
    path, sent, rows = FORMS[what]
    first, second = (member.post(path, sent) for _press in range(2))
    assert (first.status_code, rows._default_manager.count()) == (302, 1)
    assert second.status_code < 500


def test_a_note_is_written_over(member: Client, alice: User, bob: User) -> None:
    game = finished_game([alice, bob], recorded="single_hand_of_two")
    for _press in range(2):
        assert member.post(game_url("note", game), {"text": "mine"}).status_code == 302
    assert GameNote.objects.count() == 1
