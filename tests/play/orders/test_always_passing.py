"""The preference to pass wherever one is stuck, without an order."""

from __future__ import annotations

import random
from functools import partial
from typing import Any

import pytest
import time_machine
from django.utils import timezone
from pytest_django.fixtures import DjangoCaptureOnCommitCallbacks

from accounts.models import User
from games import on_commit
from games.engine import PASS, legal_turns
from games.events import game_group
from games.lobby.services import NewGame
from games.models import Deadline, Game, Move, Notice, Preferences
from games.notices.claim import outbox_claim
from games.play.orders import decision
from games.play.undo.services import turn_undo
from tests.games_laid import game_where, lay_game
from tests.games_laid.cards import lay
from tests.play.orders.ordered import START, STUCK, give, take, wait_out

pytestmark = pytest.mark.django_db


def leaves_stuck(game: Game) -> None:
    """Alice's turn leaves Bob no play; nobody but him can see it."""
    lay(game, "R6 B6 K9 G1", "R1 B2 G3 K4", "O1 O2", to_act=0, table="R5", table_seat=2)


def test_always_passing_if_stuck_looks_like_a_planned_turn(
    alice: User, bob: User, charlie: User, travel: time_machine.Traveller, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All that others, staff and timetables read of the wait and the pass is equal, the while included."""
    Preferences.objects.create(user=bob)
    seen: list[list[Any]] = []
    for always in (False, True):
        travel.move_to(START)
        monkeypatch.setattr(decision, "_CHANCE", random.Random(7))
        Preferences.objects.filter(user=bob).update(pass_if_stuck=always)
        game = lay_game([alice, bob, charlie], NewGame(seats=3, target=30))
        leaves_stuck(game)
        if not always:
            give(game, bob, STUCK)
        take(game, alice, "R6<R5")
        wait = Deadline.objects.filter(pk=game.pk).values("order_at", "notice_at", "next_at", "due_at", "remind_at")
        notices = Notice.objects.filter(game=game, kind="turn", user=bob, version=game.version).values("due_at")
        seen.append([wait.get(), list(notices)])
        wait_out(game, travel)
        seats = game.seats.order_by("number").values("acted_at", "timeouts", "turns_in_time", "turns_late")
        move = Move.objects.filter(hand__game=game).order_by("-version").values("seat", "turn", "by", "actor")[0]
        seen[-1] += [move, list(seats), game.version, game.to_act]
    assert seen[0] == seen[1]
    assert seen[0][0]["order_at"] > START
    assert seen[0][2]["by"] == "auto"


def test_always_passing_if_stuck_needs_no_telling(
    game: Game,
    alice: User,
    bob: User,
    travel: time_machine.Traveller,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    Preferences.objects.create(user=bob, pass_if_stuck=True)
    leaves_stuck(game)
    with django_capture_on_commit_callbacks() as sent:
        take(game, alice, "R6<R5")
    calls: list[Any] = [call for call in sent if isinstance(call, partial) and call.func is on_commit._send]
    groups = [group for call in calls for group, _told in call.args[0]]
    assert groups == [game_group(game.public_id)]
    notice = Notice.objects.get(user=bob, kind="turn")
    wait_out(game, travel)
    travel.move_to(max(notice.due_at, timezone.now()))
    assert outbox_claim(notice_id=notice.pk) is None


def test_always_passing_if_stuck_asks_again_whether_it_is_on(
    game: Game, alice: User, bob: User, travel: time_machine.Traveller
) -> None:
    Preferences.objects.create(user=bob, pass_if_stuck=True)
    leaves_stuck(game)
    take(game, alice, "R6<R5")
    Preferences.objects.filter(user=bob).update(pass_if_stuck=False)
    wait_out(game, travel)
    assert (game.to_act, Deadline.objects.get(pk=game.pk).order_at) == (1, None)


def test_always_passing_if_stuck_leaves_a_pass_taken_back_to_its_player(alice: User, bob: User, charlie: User) -> None:
    Preferences.objects.create(user=bob, pass_if_stuck=True)
    game = game_where(
        [alice, bob, charlie],
        lambda state: state.to_act == 1 and legal_turns(state) == (PASS,),
        rated=False,
        undo=True,
        pace="1d",
    )
    take(game, bob, "pass")
    turn_undo(public_id=game.public_id, user=bob)
    game.refresh_from_db()
    assert (game.to_act, Deadline.objects.get(pk=game.pk).order_at) == (1, None)
