"""Messages about requests, pauses and extra time."""

from __future__ import annotations

import pytest
from asgiref.sync import sync_to_async

from accounts.models import User
from games.models import Game
from games.play.waits.extra_time import time_grant
from games.play.waits.pauses import pause_want
from tests.games_laid import lay_slow_game
from tests.live.pages import game_page
from tests.play.slow_games import actor_and_other, person_acts

pytestmark = [pytest.mark.asyncio, pytest.mark.usefixtures("async_database")]


@sync_to_async
def wish(game: Game, user: User) -> None:
    pause_want(public_id=game.public_id, user=user, want=True)


async def test_a_pause_is_followed_from_the_first_wish_to_the_first_turn_after_it(alice: User, bob: User) -> None:
    game = await sync_to_async(lay_slow_game)([alice, bob])
    async with await game_page(game.public_id, bob) as page:
        known = (await page.hear())["version"]
        await wish(game, alice)
        wished = await page.hear()
        assert (wished["type"], wished["version"], wished["status"]) == ("seat", known, "running")
        await wish(game, bob)
        stopped = await page.hear()
        assert (stopped["type"], stopped["version"], stopped["status"]) == ("game", known + 1, "paused")
        assert stopped["you"]["legal"] == []
        assert (await page.hear())["status"] == "paused"
        await wish(game, bob)
        assert (await page.hear())["type"] == "seat"
        await wish(game, alice)
        goes_on = await page.hear()
        assert (goes_on["type"], goes_on["version"], goes_on["status"]) == ("game", known + 2, "running")
        assert (await page.hear())["type"] == "view"
        await sync_to_async(game.refresh_from_db)()
        await sync_to_async(person_acts)(game)
        assert (await page.hear())["version"] == known + 3
        assert await page.is_quiet()


async def test_more_time_is_announced_at_the_same_version(alice: User, bob: User) -> None:
    game = await sync_to_async(lay_slow_game)([alice, bob])
    acts, other = await sync_to_async(actor_and_other)(game)
    async with await game_page(game.public_id, acts) as page:
        known = (await page.hear())["version"]
        await sync_to_async(time_grant)(public_id=game.public_id, user=other, version=known)
        told = await page.hear()
        assert (told["type"], told["version"], told["seat"]) == ("seat", known, game.to_act)
        assert await page.is_quiet()
