"""Pings by which a page finds out that its socket is silent but open."""

from __future__ import annotations

import asyncio
from threading import Event

import pytest
from asgiref.sync import sync_to_async

from accounts.models import User
from accounts.site import state
from games.live.frames import BURST, MAX_DROPPED
from games.live.threads import THREADS, run_in_pool
from games.models import Game
from tests.live.pages import Page, cookie_of

pytestmark = [pytest.mark.asyncio, pytest.mark.usefixtures("async_database")]

PING = {"type": "ping"}
PONG = {"type": "pong"}


@pytest.mark.parametrize("path", ["/ws/games/{}/", "/ws/games/{}/page/", "/ws/me/"])
async def test_each_socket_answers_though_every_thread_is_busy(
    path: str, game: Game, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The answer costs no query and no request to Redis, even when the site's state is due to be read."""
    monkeypatch.setattr(state, "FRESH_S", 60.0)
    done = Event()
    async with Page(path.format(game.public_id), await sync_to_async(cookie_of)(alice)) as page:
        await page.hear_all()
        work = [asyncio.create_task(run_in_pool(done.wait)) for _thread in range(THREADS)]
        try:
            # Waits for a thread, but for the person's socket, which takes none.
            await page.say({"type": "turn", "version": 0, "turn": "pass"})
            if path == "/ws/me/":
                assert (await page.hear())["type"] == "error"
            else:
                assert await page.is_quiet()
            monkeypatch.setattr(state, "_copy", None)
            for text in ('{"type":"ping"}', '{ "type": "ping" }'):
                await page.socket.send_to(text_data=text)
                assert await page.hear() == PONG
        finally:
            done.set()
            await asyncio.gather(*work)
        if path != "/ws/me/":
            assert (await page.hear())["type"] == "refused"


async def test_pings_count_as_frames(game: Game) -> None:
    async with Page(f"/ws/games/{game.public_id}/") as page:
        await page.hear_all()
        for _ping in range(BURST * 2):
            await page.say(PING)
        while (told := await page.hear()) == PONG:
            pass
        assert told["error"] == "too_fast"
        for _ping in range(MAX_DROPPED * 2):
            await page.say(PING)
        assert await page.last_words() == 4429
        assert await page.is_quiet()
