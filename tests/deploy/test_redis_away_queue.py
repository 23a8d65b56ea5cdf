"""Workers and the clock wait for Redis and go on."""

from __future__ import annotations

import random
import re
import time
from pathlib import Path

import pytest

from accounts.models import User
from games.lobby.services import NewGame
from games.models import Game
from tests.deploy.away import Absence
from tests.embedded.running import wait_until
from tests.factories import make_game, seat_to_act, take_turn
from tests.live.children import running

pytestmark = [pytest.mark.whole, pytest.mark.django_db(transaction=True)]

AWAY_S = 8.0
# Several a second each would be a flood.
MAX_LINES = 40


def bot_has_acted(game: Game) -> bool:
    game.refresh_from_db()
    return not seat_to_act(game).held_by.is_bot


def test_sweeps_go_on_when_redis_is_back(
    absence: Absence, tmp_path: Path, alice: User, bob: User, rng: random.Random
) -> None:
    extra = {"REDIS_URL": f"unix://{absence.redis.path}"}
    celery = ("-m", "celery", "-A", "odinsite", "--quiet")
    alone = ("--without-gossip", "--without-mingle")
    logs = [tmp_path / "worker.log", tmp_path / "beat.log"]
    # Kombu ends a worker that loses Redis during a task.
    watched = ("-m", "tests.deploy.restarting", *celery)
    worker = running(*watched, "worker", "-l", "warning", "-c", "1", *alone, log=logs[0], **extra)
    schedule = str(tmp_path / "schedule")
    beat = running(*celery, "beat", "-l", "warning", "-s", schedule, log=logs[1], **extra)
    game = make_game([alice, bob], NewGame(seats=3, bots=["greedy"]))
    with worker as takes, beat as ticks:
        wait_until(lambda: bot_has_acted(game), "a bot's turn")
        with absence.lasting():
            time.sleep(AWAY_S)
            while not seat_to_act(game).held_by.is_bot:
                take_turn(game, rng)
        wait_until(lambda: bot_has_acted(game), "a bot's turn after Redis came back")
        assert takes.poll() is None
        assert ticks.poll() is None
    for log in logs:
        words = log.read_text()
        assert len(re.findall(r"^\[", words, re.MULTILINE)) < MAX_LINES, words
