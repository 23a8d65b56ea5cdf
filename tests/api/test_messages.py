"""The AsyncAPI document has the messages that sockets and streams send and hear."""

from __future__ import annotations

import json
import random
from typing import Any, Final, get_args

import pytest
from asgiref.sync import sync_to_async
from django.test import Client

from accounts.models import User
from games.api.asyncapi.document import CHANNELS, CLOSES, FILE, MESSAGES, document, document_text
from games.api.docs import messages
from games.chat.services import chat_write
from games.events import PersonEvent, TableEvent, TurnEvent, TurnFacts
from games.live.base import Close
from games.live.frames import PONG, is_ping, parse_frame
from games.lobby.services import NewGame
from games.models import Game
from games.play.seats.resign import seat_resign
from games.play.undo.services import turn_undo
from games.play.waits.pauses import pause_want
from odinsite.web.draining import RESTART
from tests.api.programs import BASE, token_text
from tests.api.shapes import message_faults, sent_faults
from tests.document_examples import json_examples
from tests.factories import play_out, play_until, seat_to_act, take_turn
from tests.games_laid import lay_game
from tests.live.following import Stream
from tests.live.pages import Page

ME: Final = f"{BASE}stream/me"


def test_the_stored_document_has_the_types() -> None:
    """`manage.py openapi` writes it."""
    assert FILE.read_text(encoding="utf-8") == document_text()


def test_every_reference_leads_somewhere() -> None:
    def references(value: Any) -> list[str]:
        if isinstance(value, dict):
            own = [value["$ref"]] if "$ref" in value else []
            return own + [each for inner in value.values() for each in references(inner)]
        return [each for inner in value for each in references(inner)] if isinstance(value, list) else []

    for reference in references(document()):
        place: Any = document()
        for part in reference.removeprefix("#/").split("/"):
            place = place[part]
        assert place, reference


def test_it_has_all_events() -> None:
    kinds = set(MESSAGES.values())
    assert kinds >= set(get_args(PersonEvent))
    assert kinds >= {TurnFacts if event is TurnEvent else event for event in get_args(TableEvent)}


def test_what_the_client_sends_is_heard() -> None:
    sent = json_examples("games/live/SOCKETS.md")[:3]
    for example, name in zip(sent, ("take_turn", "looking", "ping"), strict=True):
        assert message_faults(example, (name,)) == []
        assert name == "ping" or parse_frame(json.dumps(example))
    assert is_ping(json.dumps(sent[2]))
    assert sent_faults(json.loads(PONG)) == []


def test_every_close_code_has_its_meaning() -> None:
    assert set(CLOSES) == {RESTART, *Close}
    assert list(document()["x-close-codes"]) == [str(int(code)) for code in (RESTART, *Close)]


def test_a_message_with_a_wrong_missing_or_unknown_field_is_found() -> None:
    sound = {"type": "your_turn", "game": "k3VbX9aQ2m", "version": 18, "deadline_at": None}
    assert sent_faults(sound) == []
    for wrong in (
        {"version": "18"}, {"version": True}, {"game": None}, {"secret": ["B1"]}, {"type": "my_turn"},
    ):  # fmt: skip
        assert sent_faults(sound | wrong) != []
    assert sent_faults({"type": "your_turn", "game": "k3VbX9aQ2m", "version": 18}) == ["your_turn.deadline_at: missing"]


def test_no_message_of_a_program_has_the_facts_of_our_own_page() -> None:
    assert "page" not in document()["components"]["schemas"]["Turn"]["properties"]


@pytest.mark.django_db
def test_the_page_has_all_channels_and_messages(client: Client) -> None:
    text = client.get(f"{BASE}docs").content.decode()
    for channel in CHANNELS:
        assert channel.address in text
        for name in (*channel.sends, *channel.hears):
            assert f'id="message-{name}"' in text
    # The frame shows `messages` as notices to the reader.
    assert "DocumentedSchema" not in text
    assert client.get(f"{BASE}asyncapi.json").json() == document()
    turn = next(each for each in messages() if each.name == "turn")
    assert {value.name: value.type for value in turn.fields}["to_act"] == "integer or null"


@pytest.mark.asyncio
@pytest.mark.usefixtures("async_database")
async def test_all_of_a_whole_game_is_as_documented(alice: User, bob: User, charlie: User, rng: random.Random) -> None:
    """Each message is checked as it is heard."""
    new = NewGame(seats=3, target=None, pace="8h")
    game = await sync_to_async(lay_game)([alice, bob, charlie], new)
    token = await sync_to_async(token_text)(alice)
    stream = Stream(f"/api/v1/games/{game.public_id}/stream", await sync_to_async(token_text)(bob))
    async with Page(f"/ws/games/{game.public_id}/", token=token) as socket, stream, Stream(ME, token) as account:
        await socket.say({"type": "turn", "version": 0, "turn": "pass"})
        await socket.say({"type": "nothing"})
        await socket.say({"type": "ping"})
        await sync_to_async(played)(game, [alice, bob, charlie], rng)
        heard = [await stream.hear()]
        while heard[-1].get("status") != "finished":
            heard.append(await stream.hear())
        await socket.hear_all()
        assert (await account.hear())["type"] == "your_turn"
    kinds = {message["type"] for message in heard}
    assert kinds >= {"view", "turn", "hand", "game", "seat", "chat"}
    assert {message["type"] for message in socket.heard} >= kinds | {"refused", "error", "pong"}


def played(game: Game, people: list[User], rng: random.Random) -> None:
    """Play the game to its end with chat, an undo, a pause and a seat that a stand-in bot takes over."""
    public_id = game.public_id
    play_until(game, rng, lambda game: seat_to_act(game).user == people[0], brisk=False)
    take_turn(game, rng)
    turn_undo(public_id=public_id, user=people[0])
    game.refresh_from_db()
    take_turn(game, rng)
    line = chat_write(public_id=public_id, user=people[0], text="Well played, bob!")
    assert line.text
    # All want a pause, and then all want to go on.
    for user in [*people, *people]:
        pause_want(public_id=public_id, user=user, want=True)
    seat_resign(public_id=public_id, user=people[2])
    game.refresh_from_db()
    play_out(game, rng)
