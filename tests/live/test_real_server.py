"""Sockets over the network: a real web process, Redis and client."""

from __future__ import annotations

import asyncio
import json
import random
import re
import signal
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from asgiref.sync import sync_to_async
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.typing import Origin

from accounts.models import User
from accounts.site.state import SiteNow, site_keep
from games.live.base import Close
from games.lobby.services import NewGame, game_join, person_remove
from games.models import Game
from tests.embedded.running import wait_until
from tests.factories import any_turn, seat_to_act, take_turn
from tests.games_laid import lay_game
from tests.live.children import PATIENCE_S, Web, daphne, web
from tests.live.pages import Message, cookie_of
from tests.live.silent_proxy import silent_proxy

pytestmark = [pytest.mark.whole, pytest.mark.asyncio, pytest.mark.usefixtures("async_database")]

# Redis clients from version 8 on gave up after 5 idle seconds, and every page with them.
IDLE_S = 5.5


@pytest.fixture(scope="module")
def site(django_db_setup: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with web(tmp_path_factory.mktemp("web") / "log") as process:
        yield process.address


async def opened(site: str, path: str, user: User | None = None, origin: str | None = None) -> ClientConnection:
    cookies = {"Cookie": await sync_to_async(cookie_of)(user)} if user is not None else {}
    return await connect(
        f"ws://{site}{path}",
        origin=Origin(origin or f"http://{site}"),
        additional_headers=cookies,
        open_timeout=PATIENCE_S,
    )


async def hear(page: ClientConnection) -> Message:
    message: Message = json.loads(await asyncio.wait_for(page.recv(), PATIENCE_S))
    return message


def kept_by(site: Web) -> dict[str, int]:
    """The objects that the process holds, printed again on request."""
    site.process.send_signal(signal.SIGUSR1)
    told = re.findall(r"^kept: (.+)$", site.log.read_text(), re.MULTILINE)
    kept: dict[str, int] = json.loads(told[-1]) if told else {}
    return kept


async def test_after_idle_seconds_pushes_still_arrive(
    site: str, game: Game, alice: User, bob: User, rng: random.Random
) -> None:
    path = f"/ws/games/{game.public_id}/"
    first, second, visitor, mine = [
        await opened(site, path, alice),
        await opened(site, path, bob),
        await opened(site, path),
        await opened(site, "/ws/me/", alice),
    ]
    for page in (first, second, visitor):
        assert (await hear(page))["type"] == "view"
    await asyncio.sleep(IDLE_S)
    seat = await sync_to_async(seat_to_act)(game)
    turn = await sync_to_async(any_turn)(game, rng)
    acting, waiting = (first, second) if seat.user == alice else (second, first)
    await acting.send(json.dumps({"type": "turn", "version": game.version, "turn": str(turn)}))
    for page in (acting, waiting):
        told = await hear(page)
        assert (told["type"], told["turn"]) == ("turn", str(turn))
        assert bool(told["you"]["legal"]) == (page is waiting)
    assert "you" not in await hear(visitor)
    await sync_to_async(game.refresh_from_db)()
    if seat.user == alice:
        await sync_to_async(take_turn)(game, rng)
    assert (await hear(mine))["type"] == "your_turn"
    for page in (first, second, visitor, mine):
        await page.close()


async def test_a_page_of_another_site_is_refused(site: str, game: Game, alice: User) -> None:
    for origin in ("http://evil.example", "null"):
        with pytest.raises(InvalidStatus) as refused:
            await opened(site, f"/ws/games/{game.public_id}/", alice, origin)
        assert refused.value.response.status_code == 403


async def test_a_browser_can_tell_why_it_was_refused(site: str, private_game: Game, charlie: User) -> None:
    for path, code in ((f"/ws/games/{private_game.public_id}/", 4404), ("/ws/games/nosuchgame/", 4404)):
        page = await opened(site, path, charlie)
        with pytest.raises(ConnectionClosed) as closed:
            await hear(page)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == code
    page = await opened(site, "/ws/me/")
    with pytest.raises(ConnectionClosed) as closed:
        await hear(page)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4401


async def test_garbage_does_not_end_the_connection(site: str, game: Game) -> None:
    page = await opened(site, f"/ws/games/{game.public_id}/")
    await hear(page)
    for frame in ("", "{", b"", b"\x00" * 1000, "x" * 300_000):
        await page.send(frame)
        assert (await hear(page))["error"] in ("malformed", "too_large")
    await page.close()
    assert page.close_code == 1000


async def test_a_message_of_more_than_a_megabyte_ends_the_connection(site: str, game: Game) -> None:
    page = await opened(site, f"/ws/games/{game.public_id}/")
    await hear(page)
    # The site may close before all of it is sent.
    with suppress(ConnectionClosed):
        await page.send("x" * 1_100_000)
    with pytest.raises(ConnectionClosed) as closed:
        await hear(page)
    assert closed.value.rcvd is None or closed.value.rcvd.code == 1009


async def test_a_site_closed_by_another_process_ends_what_is_open_here(site: str, game: Game) -> None:
    page = await opened(site, f"/ws/games/{game.public_id}/")
    await hear(page)
    await sync_to_async(site_keep)(SiteNow(closed=True))
    try:
        with pytest.raises(ConnectionClosed) as closed:
            await look_on(page)
        with pytest.raises(InvalidStatus):
            await opened(site, f"/ws/games/{game.public_id}/")
    finally:
        await sync_to_async(site_keep)(SiteNow())
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == Close.TRY_LATER
    await open_again(site, game)


async def look_on(page: ClientConnection) -> None:
    async with asyncio.timeout(PATIENCE_S):
        while True:
            await page.send(json.dumps({"type": "looking"}))
            await asyncio.sleep(0.1)


async def open_again(site: str, game: Game) -> None:
    async with asyncio.timeout(PATIENCE_S):
        while True:
            with suppress(InvalidStatus):
                page = await opened(site, f"/ws/games/{game.public_id}/")
                await page.close()
                return
            await asyncio.sleep(0.1)


async def test_daphne_itself_serves_the_site(game: Game, tmp_path: Path) -> None:
    with daphne(tmp_path / "log") as site:
        page = await opened(site, f"/ws/games/{game.public_id}/")
        assert (await hear(page))["type"] == "view"
        await page.close()


async def test_a_page_that_answers_nothing_any_more_is_forgotten(game: Game, tmp_path: Path) -> None:
    """The site pings by the protocol, which browsers and libraries answer by themselves."""
    path = f"/ws/games/{game.public_id}/page/"
    # A page of a busy machine may answer after more than a second.
    pings = ("--ping-interval", "1", "--ping-timeout", "4")
    with web(tmp_path / "log", *pings) as site, silent_proxy(site.address) as proxy:
        silent = await opened(proxy.address, path)
        await hear(silent)
        page = await opened(site.address, path)
        assert (await hear(page))["watching"] == "2 watching"
        proxy.fall_silent()
        assert await hear(page) == {"type": "watching", "watching": "1 watching"}
        await page.close()
        silent.transport.abort()


async def test_an_open_socket_keeps_nothing_of_its_handshake(game: Game, alice: User, tmp_path: Path) -> None:
    with web(tmp_path / "log", program="tests.live.telling_objects") as site:
        pages = [await opened(site.address, f"/ws/games/{game.public_id}/", alice) for _page in range(3)]
        for page in pages:
            assert (await hear(page))["type"] == "view"
        # daphne forgets an ended request at its next look, seconds later.
        nothing = {"sockets": 3, "channels": 0, "requests": 0, "headers": 0}
        await sync_to_async(wait_until)(lambda: kept_by(site) == nothing, "nothing kept", tick=0.2)
        for page in pages:
            await page.close()


async def test_a_removed_player_hears_nothing_of_later_seats(site: str, alice: User, bob: User, charlie: User) -> None:
    game = await sync_to_async(lay_game)([alice, bob], NewGame(seats=3, visibility=Game.Visibility.PRIVATE))
    page = await opened(site, f"/ws/games/{game.public_id}/", bob)
    await hear(page)
    await sync_to_async(person_remove)(public_id=game.public_id, host=alice, seat_number=1)
    await sync_to_async(game_join)(public_id=game.public_id, user=charlie, token=game.invite_token)
    with pytest.raises(ConnectionClosed) as closed:
        await hear(page)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4404
