"""An error at any step of a turn leaves either nothing stored and nothing announced, or everything."""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

import pytest
from celery import current_app
from channels.layers import get_channel_layer

from accounts.models import User
from games.engine import legal_turns
from games.lobby.services import NewGame
from games.models import Game, Move, Notice
from games.play.turn import turn_play
from odinsite.settings import BASE_DIR
from tests.conftest import HOOKS_LOG
from tests.factories import seat_to_act, state_of
from tests.games_laid import Place, game_at, lay_game

pytestmark = pytest.mark.django_db(transaction=True)

ROOMS = tuple(str(BASE_DIR / name) for name in ("games/play", "games/outbox", "games/events.py", "games/on_commit.py"))
# One call in so many fails; a turn makes some hundred. Of the last ones, each does: most run after the commit.
STRIDE, LAST = 4, 8


class Injected(Exception):
    """The error that `failing` raises."""


@contextmanager
def failing(*, at: int) -> Iterator[list[str]]:
    """Make the call of number `at` of a function of the rooms of play fail. Yields the functions called so far."""
    called: list[str] = []

    def trace(frame: FrameType, event: str, _argument: Any) -> None:
        # Closing a generator that was left early is a call too, but no step.
        if event != "call" or frame.f_code.co_name == "<genexpr>" or not frame.f_code.co_filename.startswith(ROOMS):
            return
        called.append(frame.f_code.co_qualname)
        if len(called) == at + 1:
            raise Injected

    sys.settrace(trace)
    try:
        yield called
    finally:
        sys.settrace(None)


@pytest.fixture
def announced(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The messages that leave the process: "push" for each call that sends messages, else the task's name."""
    told: list[str] = []
    monkeypatch.setattr(logging.getLogger(HOOKS_LOG), "disabled", True)
    monkeypatch.setattr(get_channel_layer(), "publish", lambda _messages: told.append("push"))
    monkeypatch.setattr(current_app, "send_task", lambda name, *_args, **_options: told.append(name))
    return told


def away(alice: User, bob: User) -> Game:
    """A game whose next turn writes a notification, which is due."""
    return lay_game([alice, bob], NewGame(seats=2, undo=False))


def against_a_bot(alice: User, _bob: User) -> Game:
    first = game_at([alice], Place(1, 0), recorded="single_hand_with_bot")
    return game_at([alice], Place(1, 1), recorded="single_hand_with_bot") if first.bot_acts else first


def ends_the_hand(alice: User, bob: User) -> Game:
    return game_at([alice, bob], Place(1, -1), recorded="target_30_of_two")


def stored(game: Game) -> tuple[Any, ...]:
    row = Game.objects.filter(pk=game.pk).values_list("version", "to_act", "waiting_since").get()
    moves = Move.objects.filter(hand__game=game).values_list("hand__number", "number", "turn")
    return (*row, *moves, *Notice.objects.values_list("kind", "user", "version"))


def turn_of(game: Game) -> dict[str, Any]:
    game.refresh_from_db()
    text = str(legal_turns(state_of(game))[0])
    return {"public_id": game.public_id, "user": seat_to_act(game).user, "version": game.version, "text": text}


LAYS = (away, against_a_bot, ends_the_hand)


@pytest.mark.parametrize("lay", LAYS, ids=lambda lay: lay.__name__)
def test_it_stores_and_announces_all_or_nothing(
    alice: User, bob: User, announced: list[str], lay: Callable[[User, User], Game]
) -> None:
    game, every = lay(alice, bob), 10_000
    with failing(at=every) as called:
        turn_play(**turn_of(game))
    whole, outcomes = list(announced), []
    assert "push" in whole
    for step in sorted({*range(0, len(called), STRIDE), *range(len(called) - LAST, len(called))}):
        # Rename a stored game, because stored test games all have the same public id.
        Game.objects.filter(pk=game.pk).exclude(version=game.version).update(
            public_id=f"done{step}", anchor=f"{step:064}"
        )
        if not Game.objects.filter(public_id=game.public_id).exists():
            game = lay(alice, bob)
        announced.clear()
        asked, before, raised = turn_of(game), stored(game), False
        with failing(at=step):
            try:
                turn_play(**asked)
            except Injected:
                raised = True
        outcomes.append(raised)
        if raised:
            assert (announced, stored(game)) == ([], before)
        else:
            assert stored(game) != before
            # The hook that fails loses its own message alone.
            assert len(announced) >= len(whole) - 1
            assert set(announced) <= set(whole)
    assert set(outcomes) == {True, False}
