"""The reference clients play as bots from outside: challenges by people, and rated games that the site begins."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connections

from accounts.models import User
from games.ladder.services import ladder_sweep
from games.lobby.challenges import game_challenge
from games.lobby.services import NewGame, game_contribute
from games.models import Game, Pool, RatingChange
from games.outside_bots.services import TakenGames, bot_change
from games.play.selectors import visible_game
from games.ratings.settlement import game_settle
from tests.api.programs import token_text
from tests.factories import seat_to_act, take_brisk_turn
from tests.live.children import running, web

pytestmark = [pytest.mark.whole, pytest.mark.django_db(transaction=True)]
CLIENTS = settings.BASE_DIR / "docker" / "clients"
SHORT = TakenGames(author="Ada", seats=[2], targets=[None], goat=False, paces=["3m"], ready=False)
LIMIT_S = 180


def finished(game: Game, person: User | None = None) -> bool:
    """Whether the game is over; takes the person's turn if it waits for them."""
    game.refresh_from_db()
    if person is not None and game.status == Game.Status.RUNNING and seat_to_act(game).user == person:
        take_brisk_turn(game, random.Random(game.version))
    return game.status == Game.Status.FINISHED


def wait_for(game: Game, person: User | None = None) -> None:
    end = time.monotonic() + LIMIT_S
    while not finished(game, person):
        assert time.monotonic() < end, visible_game(game.public_id, person).status
        time.sleep(0.2)


@pytest.mark.parametrize("client", ["odin_bot.py", "odin_bot.mjs"])
def test_a_client_plays_a_challenge_and_a_game_of_the_ladder(
    client: str, alice: User, mimir: User, tmp_path: Path
) -> None:
    bot_change(user=mimir, takes=SHORT)
    queue = ("-m", "odinsite.queue", str(tmp_path / "timetable"))
    with (
        running(*queue, log=tmp_path / "worker.log", BOT_PAUSE_S="0"),
        web(tmp_path / "web.log", DEBUG="1", BOT_PAUSE_S="0") as process,
    ):
        site = f"http://{process.address}"
        token = {"ODIN_TOKEN": token_text(mimir), "PATH": os.environ["PATH"]}
        command = [sys.executable, str(CLIENTS / client), site, "--serve", "--games", "2"]
        if client.endswith(".mjs"):
            command = ["node", str(CLIENTS / client), site, "serve", "2"]
        challenge = game_challenge(host=alice, handle="mimir", new=NewGame(seats=2, target=None, pace="3m"))
        game_contribute(public_id=challenge.public_id, user=alice, contribution=None)
        program = subprocess.Popen(command, env=token)
        try:
            wait_for(challenge, alice)
            # Not before, as the worker's own sweep, too, begins games of the ladder.
            bot_change(user=mimir, takes=replace(SHORT, ready=True))
            ladder_sweep()
            ladder = Game.objects.get(from_queue=True)
            wait_for(ladder)
            assert program.wait(LIMIT_S) == 0
        finally:
            program.kill()
    game_settle(game_id=ladder.pk)
    assert set(RatingChange.objects.values_list("pool", flat=True)) == {Pool.BOTS}
    connections.close_all()
