"""The chat by the interface: the same services and refusals as on pages."""

from __future__ import annotations

from typing import Any

import pytest

from accounts.models import User
from games.chat import selectors
from games.chat.services import MAX_LINES, chat_react, chat_switch, chat_write, kid_mode_start
from games.lobby.services import NewGame
from games.models import ChatLine, Game, Reaction
from games.people.blocks import person_mute
from tests.api.programs import program_of
from tests.factories import make_game, make_person

pytestmark = pytest.mark.django_db


def texts(page: dict[str, Any]) -> list[str]:
    return [message["text"] for message in page["messages"]]


def test_a_player_writes_and_the_others_read(game: Game, alice: User, bob: User) -> None:
    path = f"games/{game.public_id}/chat"
    program = program_of(alice)
    written = program.post(path, {"text": "Well\nplayed, @bob!"})
    assert program.status == 201
    assert (written["text"], written["name"], written["mine"]) == ("Well played, @bob!", "alice", True)
    chat_react(public_id=game.public_id, user=bob, reaction=Reaction(Reaction.values[0]))
    found = program_of(bob).get(path)
    assert [message["name"] for message in found["messages"]] == ["bob", "alice"]
    assert (found["messages"][1]["mentions_me"], found["messages"][0]["reaction"]) == (True, Reaction.values[0])
    assert (found["locked"], found["muted_until"], found["next"]) == (False, None, None)
    # A program that reads marks nothing as read.
    assert game.seats.get(user=bob).chat_read <= ChatLine.objects.latest("pk").pk
    assert game.seats.get(user=alice).chat_read == written["id"]


def test_a_repeated_message_is_written_once(game: Game, alice: User, bob: User) -> None:
    path, key = f"games/{game.public_id}/chat", {"Idempotency-Key": "1"}
    program = program_of(alice)
    first = program.post(path, {"text": "Hello"}, **key)
    assert program.post(path, {"text": "Hello"}, **key) == first
    assert program.status == 201
    other = make_game([alice, bob], NewGame(seats=2))
    program.post(f"games/{other.public_id}/chat", {"text": "Hello"}, **key)
    program_of(bob).post(path, {"text": "Hello"}, **key)
    assert ChatLine.objects.count() == 3


def test_the_chat_comes_in_pages(game: Game, alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(selectors, "PAGE_LINES", 2)
    for number in range(5):
        chat_write(public_id=game.public_id, user=alice, text=str(number))
    program, found, cursor = program_of(alice), [], ""
    while cursor is not None:
        page = program.get(f"games/{game.public_id}/chat", after=cursor)
        found += texts(page)
        cursor = page["next"]
    assert found == ["4", "3", "2", "1", "0"]


def test_refusals_are_those_of_the_page(game: Game, alice: User, bob: User) -> None:
    path = f"games/{game.public_id}/chat"
    stranger = program_of(make_person("dora"))
    for refused in (stranger.get(path), stranger.post(path, {"text": "Hi"})):
        assert (refused["error"], refused["detail"]) == ("chat_not_seated", "You have no seat in this game.")
    assert stranger.status == 409
    program = program_of(alice)
    assert program.post(path, {"text": " \n"})["error"] == "chat_empty"
    assert program.post(path, {"text": "x" * 501})["error"] == "chat_too_long"
    assert program.post(path, {"text": 5})["error"] == "malformed"
    assert program.get(path, after="x")["error"] == "malformed"
    for number in range(MAX_LINES):
        program.post(path, {"text": str(number)})
    assert program.post(path, {"text": "more"})["error"] == "chat_too_fast"
    Game.objects.filter(pk=game.pk).update(chat_locked_at=game.created_at)
    other = program_of(bob)
    assert other.get(path)["locked"] is True
    assert other.post(path, {"text": "Hi"})["error"] == "chat_locked"
    chat_switch(user=bob, on=False)
    assert other.get(path)["error"] == "chat_off"
    kid_mode_start(user=bob)
    assert other.get(path)["error"] == other.post(path, {"text": "Hi"})["error"] == "chat_kid"


def test_muted_people_and_hidden_messages_do_not_show(game: Game, alice: User, bob: User) -> None:
    line = chat_write(public_id=game.public_id, user=alice, text="secret words")
    program, path = program_of(bob), f"games/{game.public_id}/chat"
    ChatLine.objects.filter(pk=line.pk).update(hidden_at=line.created_at, hidden_by=alice)
    [message] = program.get(path)["messages"]
    assert (message["text"], message["hidden"]) == ("", True)
    person_mute(user=bob, handle="alice")
    assert program.get(path)["messages"] == []


def test_private_chats_are_hidden_from_others(alice: User, bob: User) -> None:
    game = make_game([alice, bob], NewGame(seats=2, visibility="private"))
    program = program_of(make_person("dora"))
    assert program.get(f"games/{game.public_id}/chat")["error"] == "no_such_game"
    assert program.post(f"games/{game.public_id}/chat", {"text": "Hi"})["error"] == "no_such_game"


def test_the_chat_takes_the_same_queries_for_any_length(
    game: Game, alice: User, django_assert_num_queries: object
) -> None:
    program, path = program_of(alice), f"games/{game.public_id}/chat"
    program.post(path, {"text": "1"})
    for number in range(6):
        with django_assert_num_queries(5):  # type: ignore[operator]
            program.get(path)
        chat_write(public_id=game.public_id, user=alice, text=str(number))
    with django_assert_num_queries(15):  # type: ignore[operator]
        program.post(path, {"text": "counted"})
