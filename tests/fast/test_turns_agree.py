"""Recorded games leave the same rows and announce the same messages, however their turns are stored."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

import pytest
import time_machine
from celery import current_app
from channels.layers import get_channel_layer

from accounts.fast import switch
from accounts.fast.caches import clear_all
from accounts.models import User
from games.models import Deadline, Game
from games.models.deadline import ACTIVE_STEP
from tests.factories import make_person, make_staff
from tests.games_laid import game_at
from tests.games_laid.steps import steps_of
from tests.games_laid.test_as_played import rows, take
from tests.recorded_games import Place, Recording, recording, recordings

pytestmark = pytest.mark.django_db(transaction=True)

START: Final = datetime.fromisoformat("2027-03-01T09:00:00Z")
# Bots that stand in choose by chance.
BY_CHANCE: Final = {"caretaker_took_turns"}
QUICK: Final = ("single_hand_of_two", "turns_taken_back")
GAMES: Final = [
    pytest.param(one.name, id=one.name, marks=() if one.name in QUICK else pytest.mark.whole)
    for one in recordings()
    if one.name not in BY_CHANCE
]
WAYS: Final = ("plain", "one statement", "cached")


@pytest.fixture
def messages(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What leaves the process, in order: messages to groups, and tasks."""
    sent: list[str] = []

    def publish(told: list[tuple[str, Any]]) -> None:
        sent.extend(json.dumps(one, sort_keys=True) for one in told)

    def send_task(name: str, args: tuple[int, ...], **options: Any) -> None:
        # Ids of rows differ from game to game.
        sent.append(json.dumps([name, args[1:], options["countdown"]]))

    monkeypatch.setattr(get_channel_layer(), "publish", publish)
    monkeypatch.setattr(current_app, "send_task", send_task)
    return sent


@dataclass(frozen=True, slots=True)
class Played:
    """`clocks`: after each step, when the deadline was to be looked at next, and since when the game was active."""

    rows: list[dict[str, list[dict[str, Any]]]]
    clocks: list[tuple[datetime | None, datetime | None]]
    messages: list[str]


@pytest.mark.parametrize("name", GAMES)
def test_each_way_leaves_the_same_rows_and_messages(
    name: str, messages: list[str], monkeypatch: pytest.MonkeyPatch, travel: time_machine.Traveller
) -> None:
    one = recording(name)
    people = [make_person(f"person{number}") for number in range(one.people)]
    moderator = make_staff("mona", "moderator")
    by_way = {}
    for way in WAYS:
        monkeypatch.setattr(switch, "FAST", way != "plain")
        messages.clear()
        found, clocks = play(one, people, moderator, travel, cached=way == "cached")
        by_way[way] = Played(found, clocks, list(messages))
    plain = by_way.pop("plain")
    for other in by_way.values():
        assert other.rows == plain.rows
        assert other.messages == plain.messages
        for fast, exact in zip(other.clocks, plain.clocks, strict=True):
            assert_good_enough(fast, exact)


def play(
    one: Recording, people: list[User], moderator: User, travel: time_machine.Traveller, *, cached: bool
) -> tuple[list[Any], list[Any]]:
    """Play all steps; return the rows after some of them and at the end, and the clocks after each."""
    found, clocks = [], []
    travel.move_to(START)
    game = game_at(people, Place(1, 0), recorded=one.name, moderator=moderator)
    for number, step in enumerate(steps_of(one.record, None)):
        travel.move_to(START + timedelta(microseconds=step.at - one.record.started_at))
        if not cached:
            clear_all()
        take(game, step, moderator)
        game.refresh_from_db()
        if step.kind != "turn" or number % 20 == 0:
            found.append(rows(game))
        clocks.append(Deadline.objects.filter(pk=game.pk).values_list("next_at", "active_at").get())
    found.append(rows(game))
    # The next way's game gets this one's public id.
    Game.objects.filter(pk=game.pk).update(public_id=f"was{game.pk}", anchor=f"{game.pk:064}")
    return found, clocks


def assert_good_enough(fast: tuple[Any, ...], exact: tuple[Any, ...]) -> None:
    """Indexed times stay as they were while they are early enough, or not too early."""
    for (kept, now), room in zip(zip(fast, exact, strict=True), (timedelta(days=999), ACTIVE_STEP), strict=True):
        assert (kept is None) == (now is None)
        assert kept is None or now - room <= kept <= now
