"""Days and plays of shared hands."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime

import pytest
import time_machine

from accounts.models import User
from accounts.secret_box import seal
from games.daily.owner import Owner
from games.daily.selectors import solo_of
from games.daily.services import day_begin, day_turn
from games.daily.solo import Played, played
from games.engine import Turn, fairdeal, legal_turns
from games.models import DailyChain, HandPlay

TODAY = date(2026, 11, 28)
NOON = datetime(2026, 11, 28, 12, tzinfo=UTC)
FIRST_DAY = date(2026, 11, 1)
TOP = bytes(range(32))


@pytest.fixture(autouse=True)
def noon() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(NOON, tick=False) as traveller:
        yield traveller


@pytest.fixture(autouse=True)
def chain(db: None) -> DailyChain:
    """A chain that is the same in every run."""
    anchor = fairdeal.chain_anchor(TOP).hex()
    return DailyChain.objects.create(first_day=FIRST_DAY, anchor=anchor, sealed=seal(TOP), created_at=NOON)


def hand_of(play: HandPlay) -> Played:
    return played(solo_of(play.hand), play.turns)


def first_turn(hand: Played) -> Turn:
    """The play of most cards, so that a hand ends soon; the same for the same hand."""
    return max(legal_turns(hand.state), key=lambda turn: (len(turn.cards), str(turn)))


def turn_next(play: HandPlay, owner: Owner, day: date = TODAY) -> HandPlay:
    hand = hand_of(play)
    return day_turn(day=day, owner=owner, turns=len(hand.turns), text=str(first_turn(hand)))


def play_day(owner: Owner, day: date = TODAY) -> HandPlay:
    play = day_begin(day=day, owner=owner)
    while play.finished_at is None:
        play = turn_next(play, owner, day)
    return play


def member(user: User) -> Owner:
    return Owner(user)
