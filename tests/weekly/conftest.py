"""Weeks and their hands."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime

import pytest
import time_machine

from accounts.models import User
from accounts.secret_box import seal
from games.engine import fairdeal
from games.models import HandPlay, WeeklyChain
from games.weekly.services import weekly_begin, weekly_turn
from tests.daily.conftest import first_turn, hand_of

WEEK = date(2026, 11, 23)
NOON = datetime(2026, 11, 28, 12, tzinfo=UTC)
MONDAY = datetime(2026, 11, 30, tzinfo=UTC)
FIRST = date(2026, 11, 9)
TOP = bytes(range(32))


@pytest.fixture(autouse=True)
def noon() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(NOON, tick=False) as traveller:
        yield traveller


@pytest.fixture(autouse=True)
def chain(db: None) -> WeeklyChain:
    """A chain that is the same in every run."""
    anchor = fairdeal.chain_anchor(TOP).hex()
    return WeeklyChain.objects.create(first_day=FIRST, anchor=anchor, sealed=seal(TOP), created_at=NOON)


def turn_next(play: HandPlay, user: User, number: int, week: date = WEEK, *, worst: bool = False) -> HandPlay:
    hand = hand_of(play)
    turn = "pass" if worst and hand.state.table else str(first_turn(hand))
    return weekly_turn(week=week, number=number, user=user, turns=len(hand.turns), text=turn)


def play_hand(user: User, number: int, week: date = WEEK, *, worst: bool = False) -> HandPlay:
    """Play the hand to its end; `worst`: pass wherever it is allowed."""
    play = weekly_begin(week=week, number=number, user=user)
    while play.finished_at is None:
        play = turn_next(play, user, number, week, worst=worst)
    return play


def play_week(user: User, week: date = WEEK, *, worst: bool = False) -> int:
    """Play all hands. Returns the points."""
    return sum(play_hand(user, number, week, worst=worst).points or 0 for number in range(1, 9))
