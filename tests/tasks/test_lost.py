"""Work that is lost by a killed worker, or a process that dies between commit and sending, is repeated."""

from __future__ import annotations

import os
import random
import signal
from collections.abc import Iterator
from datetime import timedelta
from functools import partial

import pytest
from asgiref.sync import sync_to_async
from django.utils import timezone

from accounts.models import User
from games.lobby.services import NewGame
from games.models import Deadline, Game, Move, Notice
from games.play.seats.resign import seat_resign
from games.sweeps import bots_sweep
from odinsite.celery import app
from tests.embedded.running import wait_until
from tests.factories import any_turn, make_game, seat_to_act
from tests.games_laid import game_where
from tests.live.children import kill
from tests.live.pages import Message, game_page
from tests.notices.mail_server import Server
from tests.tasks.conftest import Crashes, Workers

pytestmark = [pytest.mark.whole, pytest.mark.django_db(transaction=True)]

LONG_AGO = timedelta(minutes=10)


def bots_game(alice: User) -> Game:
    """A game of one hand that only bots play on."""
    game = make_game([alice], NewGame(seats=3, target=None, bots=["berserker", "berserker"]))
    seat_resign(public_id=game.public_id, user=alice)
    game.refresh_from_db()
    return game


def is_over(game: Game) -> bool:
    game.refresh_from_db()
    return game.status == Game.Status.FINISHED


def let_time_pass(game: Game) -> None:
    """Ten minutes, in which the game waited for its bot and its person was away."""
    Deadline.objects.filter(pk=game.pk, bot_since__isnull=False).update(bot_since=timezone.now() - LONG_AGO)
    game.seats.update(looked_at=None, acted_at=timezone.now() - LONG_AGO)
    Notice.objects.filter(game=game).update(due_at=timezone.now())


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with Server() as running:
        yield running


@pytest.fixture(scope="module")
def shared(django_db_setup: None, server: Server, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workers]:
    """A worker for all tests, once the first has killed its own."""
    place = tmp_path_factory.mktemp("worker")
    workers = Workers(place / "hold", place / "log")
    host, port = server.address
    app.control.purge()
    with workers.start(EMAIL_URL=f"smtp://{host}:{port}"):
        yield workers


def test_the_sweep_repairs_a_killed_worker_and_a_queue_that_forgot(
    alice: User, workers: Workers, request: pytest.FixtureRequest
) -> None:
    """A restart of the embedded Redis forgets, as it keeps nothing on disk."""
    workers.hold_next_bot()
    with workers.start() as worker:
        game = bots_game(alice)
        workers.held()
        kill(worker)
    stopped_at = Move.objects.filter(hand__game=game).count()
    let_time_pass(game)
    # Starts with empty queues.
    request.getfixturevalue("shared")
    assert bots_sweep() == 1
    wait_until(lambda: is_over(game), "the end of the game")
    numbers = list(Move.objects.filter(hand__game=game).order_by("number").values_list("number", flat=True))
    assert numbers == list(range(1, len(numbers) + 1))
    assert len(numbers) > stopped_at


def crash(crashes: Crashes, game: Game, rng: random.Random) -> None:
    """The person to act takes a turn in a process that dies between commit and send."""
    crashes.happen("turn", game.public_id, seat_to_act(game).user_id, game.version, str(any_turn(game, rng)))
    game.refresh_from_db()


def turn_mails(server: Server) -> list[str]:
    """The recipients of the emails about turns."""
    return [str(mail["To"]) for mail in server.mails if str(mail["Subject"]).startswith("Your turn")]


@pytest.mark.asyncio
@pytest.mark.usefixtures("async_database", "shared")
async def test_the_sweeps_bring_back_a_lost_mail_and_a_lost_update(
    game: Game, server: Server, crashes: Crashes, rng: random.Random
) -> None:
    # With take-backs the email about the next turn would wait for a minute.
    await sync_to_async(Game.objects.filter(pk=game.pk).update)(undo=False)
    async with await game_page(game.public_id) as page:
        known = (await page.hear())["version"]
        await sync_to_async(crash)(crashes, game, rng)
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
@pytest.mark.usefixtures("async_database", "shared")
async def test_the_sweeps_bring_back_a_bots_lost_turn(alice: User, crashes: Crashes, rng: random.Random) -> None:
    waits = partial(game_where, recorded="single_hand_with_bot", bots=["berserker"])
    game = await sync_to_async(waits)([alice], lambda state: state.to_act == 0)
    async with await game_page(game.public_id) as page:
        await page.hear()
        await sync_to_async(crash)(crashes, game, rng)
        await sync_to_async(let_time_pass)(game)
        assert await page.is_quiet()
        await sync_to_async(app.send_task)("games.tasks.bots_sweep")
        told = [await page.hear() for _ in range(2)]
    assert [(event["version"], event["by"]) for event in told] == [(game.version, "player"), (game.version + 1, "bot")]


def test_a_game_of_bots_ends_after_a_child_is_killed_in_mid_thought(alice: User, shared: Workers) -> None:
    """The worker itself puts the task back."""
    shared.hold_next_bot()
    game = bots_game(alice)
    os.kill(shared.held(), signal.SIGKILL)
    wait_until(lambda: is_over(game), "the end of the game")
