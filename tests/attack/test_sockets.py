"""Many sockets from one client: those within the limits are served, the others get a reason, and pages answer."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest
from asgiref.sync import sync_to_async

from games.live.base import Close
from games.models import Game
from odinsite.web.limits import SOCKETS_OF_A_SESSION, VISITORS_OF_A_NETWORK, connection_limits_within
from tests.attack import bodies, sockets
from tests.attack.local import PATIENCE_S, Site, Visitor, files_wanted
from tests.attack.sockets import many_open
from tests.embedded.running import PATIENCE, ROOT, wait_until
from tests.factories import make_person
from tests.games_laid import lay_game
from tests.live.children import Web
from tests.live.pages import Page, cookie_of

# More than there are descriptors; the program next to this file opens 2,000.
NUMBER = 1100
# Other descriptors that a process opens for a while: pools of PostgreSQL and Redis, and pages in progress.
BESIDES = 60
REFUSED_WITHOUT_WORDS = 403


@pytest.fixture
def game(transactional_db: None) -> Game:
    """A public game that everybody may watch."""
    return lay_game([make_person("alice"), make_person("bob")])


@pytest.mark.whole
@pytest.mark.asyncio
@pytest.mark.usefixtures("async_database")
async def test_more_sockets_than_descriptors_do_not_stop_the_site(served: Web, site: Site, game: Game) -> None:
    files_wanted(NUMBER)
    path = f"/ws/games/{game.public_id}/"
    with Visitor(site) as visitor:
        before = served.process.num_fds()
        async with many_open(site, path, NUMBER) as opened:
            assert served.process.num_fds() <= before + len(opened.held) + BESIDES
        assert len(opened.held) == VISITORS_OF_A_NETWORK, opened
        assert set(opened.closed) == {Close.TOO_MANY_SOCKETS}, opened
        assert opened.words == {"too_many_sockets": opened.closed[Close.TOO_MANY_SOCKETS]}
        assert set(opened.refused) <= {REFUSED_WITHOUT_WORDS}, opened
        assert not opened.failures, opened
        await held_again(site, path, 5)
    assert visitor.served, (visitor.statuses, visitor.failures)
    wait_until(lambda: served.process.num_fds() <= before + BESIDES, "descriptors given back")


async def held_again(site: Site, path: str, number: int) -> None:
    """Wait until so many sockets are open: the site notices each end a moment after the client."""
    async with asyncio.timeout(PATIENCE_S):
        while True:
            async with many_open(site, path, number) as opened:
                if len(opened.held) == number:
                    return
            assert set(opened.closed) == {Close.TOO_MANY_SOCKETS}, opened


@pytest.mark.whole
@pytest.mark.asyncio
@pytest.mark.usefixtures("async_database")
async def test_a_socket_costs_one_descriptor(served: Web, site: Site, game: Game) -> None:
    path = f"/ws/games/{game.public_id}/"
    # Everything that is opened once for all sockets.
    async with many_open(site, path, 8):
        pass
    before = served.process.num_fds()
    async with many_open(site, path, 80) as opened:
        assert len(opened.held) == 80, opened
        assert served.process.num_fds() <= before + 80 + 10


@pytest.mark.asyncio
@pytest.mark.usefixtures("async_database")
async def test_a_login_has_room_of_its_own_beside_visitors(game: Game) -> None:
    cookie = await sync_to_async(cookie_of)(await sync_to_async(make_person)("charlie"))
    pages = [Page("/ws/me/", cookie) for _ in range(SOCKETS_OF_A_SESSION + 1)]
    for page in pages:
        assert (await page.socket.connect())[0]
    assert (await pages[-1].hear())["error"] == "too_many_sockets"
    assert await pages[-1].close_code() == Close.TOO_MANY_SOCKETS
    for page in pages[:-1]:
        await page.socket.disconnect()
    async with Page("/ws/me/", cookie) as again:
        assert await again.is_quiet()


def test_half_of_the_descriptors_are_left_for_pages() -> None:
    for files in (256, 1024, 4096, 65_536):
        within = connection_limits_within(files)
        assert within.sockets <= files // 2
        assert within.sockets <= within.connections // 2
        assert within.visitors <= within.sockets // 2
        assert within.connections < files


@pytest.mark.parametrize("program", [sockets, bodies])
@pytest.mark.parametrize(
    "address", ["http://192.0.2.1:8000", "https://odin.example.org", "http://127.0.0.1.example.org"]
)
def test_only_this_computer_is_attacked(
    program: ModuleType, address: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", [program.__name__, "--base-url", address])
    with pytest.raises(SystemExit) as ended:
        program.main()
    assert ended.value.code == 2
    assert f"{address} is not an http address of this computer" in capsys.readouterr().err


@pytest.mark.whole
def test_it_can_be_run_by_hand(served: Web, game: Game, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tests.attack.sockets", "--base-url", f"http://{served.address}"]
    ended = subprocess.run(
        [*command, "--game", game.public_id, "--number", "20"],
        cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE, check=False,
    )  # fmt: skip
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert "20 held" in ended.stdout
