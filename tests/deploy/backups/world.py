"""A site full of games and its backup."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import transaction

from accounts.mail.account_mails import account_mail_to
from games.lobby.queue import queue_join
from games.lobby.services import NewGame, game_create
from games.models import Game, Move, Notice
from games.models.hand import MAX_HAND_NUMBER
from games.play.deal import hand_deal, hand_void
from games.play.locking import LockedGame
from games.play.turn import wait_begin
from games.play.waits.pauses import pause_want
from games.restoring import SKIPPED
from tests.factories import make_person
from tests.games_laid import Place, finished_game, game_at

# Rows whose clocks stop until the restore.
CLOCKS = {"games_deadline", "games_game"}


@dataclass(frozen=True)
class World:
    """A backup, and a database with the same rows."""

    file: Path
    database: str


def populate() -> None:
    """Create games in every state, an offer, and charlie in the queue with a waiting email about the account."""
    alice, bob, charlie = (make_person(name) for name in ("alice", "bob", "charlie"))
    finished_game([alice, bob], recorded="single_hand_of_two", name="over")
    for name, people, recorded in (
        ("middle", [alice, bob], "target_10_of_two"),
        ("with bot", [alice, bob], "target_15_of_three_with_bot"),
        ("paused", [bob, charlie], "target_30_of_two"),
        ("end of chain", [alice, charlie], "target_of_two"),
    ):
        game_at(people, Place(hand=2, turn=2), recorded=recorded, name=name, pace="1d")
    for person in (bob, charlie):
        pause_want(public_id=named("paused").public_id, user=person, want=True)
    go_far(named("end of chain"), MAX_HAND_NUMBER - SKIPPED + 1)
    game_create(host=charlie, new=NewGame(seats=3, name="offer"))
    queue_join(user=charlie, seats=2, pace="1d")
    account_mail_to(charlie, "account/email/password_changed")


@transaction.atomic
def go_far(game: Game, number: int) -> None:
    locked = LockedGame(game)
    hand = locked.hand
    hand_void(locked)
    hand.save()
    locked.next_version()
    hand_deal(locked, number=number, leader=hand.leader)
    wait_begin(locked)


def named(name: str) -> Game:
    return Game.objects.get(name=name)


def restore(file: Path, *options: str) -> None:
    call_command("restore", str(file), *options, verbosity=0)


def assert_refused(words: str, file: Path, *options: str) -> None:
    before = state()
    with pytest.raises(CommandError, match=words) as refused:
        restore(file, *options)
    assert "\n" not in str(refused.value)
    assert state() == before


def state() -> list[tuple[int, int, str]]:
    games = Game.objects.order_by("pk").values_list("pk", "version", "status")
    return [*games, (Move.objects.count(), Notice.objects.count(), "")]
