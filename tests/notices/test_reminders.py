"""Reminders are sent only while their clock runs."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta

import pytest
import time_machine

from accounts.models import User
from games.lobby.services import NewGame
from games.models import Deadline, Game, Notice, Preferences
from games.play import timeouts
from games.play.waits.extra_time import time_grant
from tests.factories import seat_to_act, take_turn
from tests.games_laid import lay_game
from tests.notices.mail_server import Server
from tests.notices.outbox import make_due, send

pytestmark = pytest.mark.django_db

Status = Notice.Status
START = datetime(2027, 3, 1, 9, 0, tzinfo=UTC)


@pytest.fixture
def slow(travel: time_machine.Traveller, alice: User, bob: User) -> Game:
    return lay_game([alice, bob], NewGame(seats=2, pace="1d"))


def reminded(game: Game) -> Notice:
    timeouts.wait_attend(game_id=game.pk)
    return Notice.objects.filter(game=game, kind=Notice.Kind.REMINDER).latest("pk")


@pytest.fixture
def row(slow: Game, travel: time_machine.Traveller) -> Notice:
    travel.move_to(START + timedelta(hours=18))
    return reminded(slow)


def outcome(row: Notice) -> tuple[str, str]:
    make_due(row)
    row = send(row)
    return row.status, row.reason


def test_one_that_holds_is_sent(server: Server, row: Notice) -> None:
    assert outcome(row) == (Status.SENT, "")
    (mail,) = server.mails
    assert mail["Subject"] == f"Play in {row.of_game.title} by Tue 2 Mar, 09:00"


def test_none_after_the_turn(server: Server, row: Notice, slow: Game, rng: random.Random) -> None:
    take_turn(slow, rng)
    assert outcome(row) == (Status.DROPPED, "the turn was played")
    assert server.mails == []


def test_none_in_the_persons_next_turn(server: Server, row: Notice, slow: Game, rng: random.Random) -> None:
    take_turn(slow, rng)
    take_turn(slow, rng)
    assert seat_to_act(slow).user == row.user
    assert outcome(row) == (Status.DROPPED, "the turn was played")


def test_none_when_more_time_was_given(server: Server, row: Notice, slow: Game) -> None:
    other = slow.seats.exclude(user=row.user).get().user
    time_grant(public_id=slow.public_id, user=other, version=slow.version)
    assert outcome(row) == (Status.DROPPED, "there’s more time now")


def test_none_while_the_clock_is_stopped(server: Server, row: Notice) -> None:
    Deadline.objects.update(due_at=None)
    assert outcome(row) == (Status.DROPPED, "there’s more time now")


def test_none_in_a_pause(server: Server, row: Notice) -> None:
    Game.objects.update(status=Game.Status.PAUSED)
    assert outcome(row) == (Status.DROPPED, "the game is paused")


def test_one_that_waited_too_long_is_not_sent(server: Server, row: Notice, travel: time_machine.Traveller) -> None:
    travel.move_to(START + timedelta(hours=24, minutes=1))
    assert outcome(row) == (Status.DROPPED, "the time ran out")


def test_repeated_ones_are_rows_of_their_own(server: Server, slow: Game, travel: time_machine.Traveller) -> None:
    Preferences.objects.create(user=seat_to_act(slow).user, remind_repeat=True)
    rows = []
    for hours in (18, 21, 22.5):
        travel.move_to(START + timedelta(hours=hours))
        rows.append(reminded(slow))
        assert outcome(rows[-1]) == (Status.SENT, "")
    assert [row.number for row in rows] == [0, 1, 2]
    assert len({mail["Message-ID"] for mail in server.mails}) == 3
