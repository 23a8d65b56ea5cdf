"""What a crash loses is brought back: real workers that are killed, and a process that dies between commit and send."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
from datetime import timedelta
from functools import partial

import pytest
from asgiref.sync import sync_to_async
from django.utils import timezone

from accounts.models import User
from games.lobby.services import NewGame
from games.models import Game, Move, Notice
from games.play.seats.resign import seat_resign
from games.sweeps import bots_sweep
from odinsite.celery import app
from tests.embedded.running import wait_until
from tests.factories import any_turn, make_game, seat_to_act
from tests.games_laid import game_where
from tests.live.children import ROOT, environment, kill
from tests.live.pages import Message, game_page
from tests.notices.mail_server import Server
from tests.tasks.conftest import Workers

pytestmark = [pytest.mark.whole, pytest.mark.django_db(transaction=True)]

LONG_AGO = timedelta(minutes=10)


def bots_game(alice: User) -> Game:
    """A game of one hand that only bots play on."""
    game = make_game([alice], NewGame(seats=3, target=None, bots=["greedy", "greedy"]))
    seat_resign(public_id=game.public_id, user=alice)
    game.refresh_from_db()
    return game


def is_over(game: Game) -> bool:
    game.refresh_from_db()
    return game.status == Game.Status.FINISHED


def let_time_pass(game: Game) -> None:
    """The game has waited for its bot, and its person has been away, for ten minutes."""
    Game.objects.filter(pk=game.pk).update(waiting_since=timezone.now() - LONG_AGO)
    game.seats.update(looked_at=None, acted_at=timezone.now() - LONG_AGO)
    Notice.objects.filter(game=game).update(due_at=timezone.now())


def test_a_worker_plays_the_bots_of_a_whole_game(alice: User, workers: Workers) -> None:
    with workers.start():
        game = bots_game(alice)
        wait_until(lambda: is_over(game), "the end of the game")


def test_a_child_killed_in_mid_thought_does_not_stop_the_game(alice: User, workers: Workers) -> None:
    """Nothing but the worker itself puts the task back."""
    workers.hold_next_bot()
    with workers.start():
        game = bots_game(alice)
        os.kill(workers.held(), signal.SIGKILL)
        wait_until(lambda: is_over(game), "the end of the game")


def test_a_worker_killed_in_mid_thought_does_not_stop_the_game(alice: User, workers: Workers) -> None:
    workers.hold_next_bot()
    with workers.start() as worker:
        game = bots_game(alice)
        workers.held()
        kill(worker)
    stopped_at = Move.objects.filter(hand__game=game).count()
    let_time_pass(game)
    with workers.start():
        assert bots_sweep() == 1
        wait_until(lambda: is_over(game), "the end of the game")
    numbers = list(Move.objects.filter(hand__game=game).order_by("number").values_list("number", flat=True))
    assert numbers == list(range(1, len(numbers) + 1))
    assert len(numbers) > stopped_at


def crash(game: Game, rng: random.Random) -> None:
    """The person to act takes a turn in a process that dies between commit and send."""
    seat, turn = seat_to_act(game), any_turn(game, rng)
    told = [game.public_id, str(seat.user_id), str(game.version), str(turn)]
    died = subprocess.run([sys.executable, "-m", "tests.tasks.crash", *told], cwd=ROOT, env=environment(), check=False)
    assert died.returncode == -signal.SIGKILL
    game.refresh_from_db()


def turn_mails(server: Server) -> list[str]:
    """Whom the server took a turn's mail for."""
    return [str(mail["To"]) for mail in server.mails if str(mail["Subject"]).startswith("Your turn")]


@pytest.mark.asyncio
@pytest.mark.usefixtures("async_database")
async def test_the_sweeps_bring_back_a_lost_mail_and_a_lost_update(
    alice: User, bob: User, workers: Workers, rng: random.Random
) -> None:
    game = await sync_to_async(make_game)([alice, bob])
    app.control.purge()  # the mail to who leads
    with Server() as server:
        host, port = server.address
        with workers.start(EMAIL_URL=f"smtp://{host}:{port}"):
            async with await game_page(game.public_id) as page:
                known = (await page.hear())["version"]
                await sync_to_async(crash)(game, rng)
                await sync_to_async(let_time_pass)(game)
                waits = await sync_to_async(seat_to_act)(game)
                assert game.version == known + 1
                assert await page.is_quiet()
                assert server.mails == []
                await sync_to_async(app.send_task)("games.tasks.live_sweep")
                await sync_to_async(app.send_task)("games.tasks.outbox_sweep")
                told: Message = await page.hear()
                await sync_to_async(wait_until)(lambda: turn_mails(server), "the lost mail")
    assert (told["type"], told["version"]) == ("turn", game.version)
    assert turn_mails(server) == [waits.user.email]


@pytest.mark.asyncio
@pytest.mark.usefixtures("async_database")
async def test_the_sweeps_bring_back_a_bots_lost_turn(alice: User, workers: Workers, rng: random.Random) -> None:
    waits = partial(game_where, recorded="single_hand_with_bot", bots=["greedy"])
    game = await sync_to_async(waits)([alice], lambda state: state.to_act == 0)
    with workers.start():
        async with await game_page(game.public_id) as page:
            await page.hear()
            await sync_to_async(crash)(game, rng)
            await sync_to_async(let_time_pass)(game)
            assert await page.is_quiet()
            await sync_to_async(app.send_task)("games.tasks.bots_sweep")
            told = [await page.hear() for _ in range(2)]
    assert [(event["version"], event["by"]) for event in told] == [(game.version, "player"), (game.version + 1, "bot")]


def test_a_queue_that_forgot_everything_is_filled_again(alice: User, workers: Workers) -> None:
    """As after a restart of the embedded Redis, which keeps nothing on disk."""
    game = bots_game(alice)
    app.control.purge()
    let_time_pass(game)
    with workers.start():
        app.send_task("games.tasks.bots_sweep")
        wait_until(lambda: is_over(game), "the end of the game")
