"""The scanner of secrets: no operation's answer holds a card that its account may not know."""

from __future__ import annotations

import random
from typing import Any, Final

import pytest

from accounts.models import User
from games.api.interface import document
from games.chat.services import chat_write
from games.engine import observe
from games.models import Game
from tests.api.programs import BASE, program_of
from tests.api.test_access import operations
from tests.api.test_playing import cards_in
from tests.factories import make_game, make_person, state_of, take_turn

pytestmark = pytest.mark.django_db

# What each operation with a body is sent, so that it acts.
BODIES: Final[dict[str, dict[str, Any]]] = {
    "create_game": {"seats": 2, "bots": ["skald"]},
    "contribute": {"contribution": "00"},
    "start_game": {"bots": ["skald"]},
    "challenge_player": {},
    "take_turn": {"version": 0, "turn": "pass"},
    "undo_turn": {},
    "resign_game": {},
    "pause_game": {},
    "import_record": {"format": "odin-game/1"},
    "write_chat": {"text": "Hello"},
    "become_bot": {"author": "Ada"},
    "change_bot": {"goat": False},
}


@pytest.fixture
def played(alice: User, bob: User, charlie: User, rng: random.Random) -> Game:
    game = make_game([alice, bob, charlie])
    for _turn in range(5):
        take_turn(game, rng)
    chat_write(public_id=game.public_id, user=alice, text="Hello")
    return game


def hidden_from(game: Game, user: User) -> set[str]:
    """The cards of others that nobody has seen them pick up, as text."""
    state = state_of(game)
    known = {str(card) for held in observe(state, None).known for card in held}
    held = {seat.user_id: set(map(str, state.hands[seat.number])) for seat in game.seats.all()}
    return set().union(*held.values()) - held.get(user.pk, set()) - known


def test_every_operation_with_a_body_is_sent_one() -> None:
    calls = [call for methods in document()["paths"].values() for call in methods.values()]
    assert {call["operationId"] for call in calls if "requestBody" in call} == set(BODIES)


@pytest.mark.parametrize(("operation", "method", "path"), operations())
@pytest.mark.parametrize("who", ["alice", "bob", "charlie", "dora"])
def test_no_answer_holds_a_hidden_card(operation: str, method: str, path: str, who: str, played: Game) -> None:
    user = User.objects.filter(handle=who).first() or make_person(who)
    program = program_of(user)
    address = path.removeprefix(BASE).replace("{game}", played.public_id).replace("{username}", "bob")
    answer = program.get(address) if method == "get" else program.post(address, BODIES.get(operation))
    assert program.status < 500
    assert not hidden_from(played, user) & cards_in(answer), answer
