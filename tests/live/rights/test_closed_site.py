"""A closed site has no open sockets but the staff's."""

from __future__ import annotations

import random

import pytest
from asgiref.sync import sync_to_async

from accounts.models import User
from accounts.site.state import SiteNow, site_keep
from games.live.base import Close
from games.models import Game
from tests.factories import any_turn, make_staff, seat_to_act
from tests.live.pages import Page, game_page

pytestmark = [pytest.mark.asyncio, pytest.mark.usefixtures("async_database")]


async def is_refused(page: Page) -> bool:
    connected, _code = await page.socket.connect()
    return not connected


async def test_it_opens_none_and_ends_what_was_open(game: Game, alice: User, rng: random.Random) -> None:
    staff = await sync_to_async(make_staff)("mara")
    seat = await sync_to_async(seat_to_act)(game)
    async with await game_page(game.public_id, staff) as looks, await game_page(game.public_id, seat.user) as plays:
        await looks.hear()
        await plays.hear()
        await sync_to_async(site_keep)(SiteNow(closed=True))
        for user in (alice, None):
            assert await is_refused(await game_page(game.public_id, user))
        turn = {"type": "turn", "version": game.version, "turn": str(await sync_to_async(any_turn)(game, rng))}
        await plays.say(turn)
        assert await plays.last_words() == Close.TRY_LATER
        await sync_to_async(game.refresh_from_db)()
        assert not await sync_to_async(game.hands.filter(turns_count__gt=0).exists)()
        async with await game_page(game.public_id, staff) as again:
            assert (await again.hear())["type"] == "view"
    await sync_to_async(site_keep)(SiteNow())
    async with await game_page(game.public_id, alice) as page:
        assert (await page.hear())["type"] == "view"
