"""`manage.py up` outlives its servers and processes: each is killed in turn, and the game goes on.

The tests share one site and run in this order; the last one ends it.
"""

import json
import os
import re
import signal
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import psutil
import pytest
from redis import Redis
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from games.live.base import Close
from odinsite.embedded.folder import Folder
from tests.embedded.playing import Table
from tests.embedded.prepared import data_folder
from tests.embedded.running import PATIENCE, Running, Visitor, gone, wait_until

pytestmark = pytest.mark.whole

# Name at the terminal, log, and program or a word of the command line.
KEEPER = ("The keeper of PostgreSQL and Redis", "keeper.log", "odinsite.embedded")
POSTGRES = ("PostgreSQL", "postgres.log", "-D")
REDIS = ("Redis", "redis.log", "valkey-server")
WEB = ("The web process", "web.log", "--fd")
WORKER = ("The worker process", "worker.log", "odinsite.queue")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with Running(data_folder(tmp_path_factory.mktemp("survival") / "data")) as running:
        yield running


@pytest.fixture(scope="module")
def table(site: Running) -> Table:
    return Table(site, "alice")


def found(site: Running, word: str) -> psutil.Process | None:
    """The process with this word in its command, or None; the site's own come first."""
    for process in (*site.children(), *site.family()):
        try:
            if word in (process.name(), *process.cmdline()):
                return process
        except psutil.Error:
            continue
    return None


def kill(site: Running, which: tuple[str, str, str], when: str = ".+") -> None:
    name, log, word = which
    victim = found(site, word)
    assert victim is not None, word
    family = [victim, *victim.children(recursive=True)]
    before = len(site.heard())
    victim.kill()
    assert gone(family)
    line = rf"^{name}: ended \(killed by SIGKILL\)\. Starting it again {when}\. Log: {site.data / 'logs' / log}$"
    wait_until(lambda: re.search(line, site.heard()[before:], re.MULTILINE) is not None, line)


def wait_until_back(site: Running, which: tuple[str, str, str], before: int) -> None:
    wait_until(lambda: f"{which[0]}: back after " in site.heard()[before:], f"the return of {which[0]}")


def kill_and_wait(site: Running, which: tuple[str, str, str], when: str = ".+") -> None:
    before = len(site.heard())
    kill(site, which, when)
    wait_until_back(site, which, before)
    assert Visitor().get(f"{site.address}/healthz")[:2] == (200, "ok\n")


def queued(queues: Redis) -> int:
    keys = [bytes(key) for key in queues.scan_iter(_type="list")]
    return sum(int(str(queues.llen(key.decode()))) for key in keys)


def wait_for_beat(site: Running) -> None:
    """Wait until the worker's main process queues sweeps while its pool takes nothing more."""
    worker = found(site, WORKER[2])
    assert worker is not None
    wait_until(worker.children, "a worker's pool")
    pool = worker.children()
    for process in pool:
        process.suspend()
    try:
        with Redis(unix_socket_path=str(Folder(site.data).redis_socket)) as queues:
            before = queued(queues)
            wait_until(lambda: queued(queues) > before, "a sweep in the queue")
    finally:
        for process in pool:
            process.resume()


def open_socket(site: Running, table: Table) -> ClientConnection:
    return connect(
        f"{site.address.replace('http', 'ws')}/ws/games/{table.game}/",
        origin=Origin(site.address),
        additional_headers={"Cookie": f"sessionid={table.session}"},
        open_timeout=PATIENCE,
    )


@contextmanager
def open_socket_again(site: Running, table: Table) -> Iterator[ClientConnection]:
    """Retry until a socket opens and gets the view."""
    opened: list[ClientConnection] = []
    with ExitStack() as stack:

        def opens() -> bool:
            with suppress(InvalidStatus, ConnectionClosed):
                page = stack.enter_context(open_socket(site, table))
                assert json.loads(page.recv(PATIENCE))["type"] == "view"
                opened.append(page)
            return bool(opened)

        wait_until(opens, "a socket")
        yield opened[0]


def test_a_power_cut_takes_nothing_that_was_acknowledged(site: Running) -> None:
    code = """
from django.db import connection
with connection.cursor() as cursor:
    cursor.execute("SELECT name, setting FROM pg_settings WHERE name IN ('fsync', 'synchronous_commit', "
                   "'full_page_writes')")
    result = dict(cursor.fetchall())
"""
    assert site.do(code) == {"fsync": "on", "synchronous_commit": "on", "full_page_writes": "on"}


def test_redis_comes_back_and_with_it_queue_beat_and_open_pages(site: Running, table: Table) -> None:
    table.play()
    with open_socket(site, table) as page:
        assert json.loads(page.recv(PATIENCE))["type"] == "view"
        kill_and_wait(site, REDIS)
        with pytest.raises(ConnectionClosed) as closed:
            page.recv(PATIENCE)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == Close.TRY_LATER
    with open_socket_again(site, table) as page:
        table.play()
        assert json.loads(page.recv(PATIENCE))["type"] == "turn"
    wait_for_beat(site)
    table.play()


@pytest.mark.parametrize("which", [POSTGRES, KEEPER, WORKER], ids=["postgres", "keeper", "worker"])
def test_what_is_killed_comes_back_and_the_game_goes_on(
    site: Running, table: Table, which: tuple[str, str, str]
) -> None:
    if which is KEEPER:
        # The bot's turn is lost with both servers; a sweep finds it.
        table.act()
    kill_and_wait(site, which)
    table.play()
    if which is WORKER:
        # Its main process has the timetable.
        wait_for_beat(site)
    table.play()


def test_the_web_process_comes_back_each_time(site: Running, table: Table) -> None:
    """tests/embedded/test_watch.py has all pauses."""
    for when in ("now", "in 1 s"):
        kill_and_wait(site, WEB, when)
        table.play()


def test_a_signal_in_a_pause_ends_everything(site: Running) -> None:
    kill(site, WEB, "in 2 s")
    family = site.family()
    assert family
    assert site.end(signal.SIGTERM) == 0
    assert gone(family, within=0)
    assert site.output.endswith("Stopped.\n")
    assert not leftovers(site.data)


def leftovers(data: Path) -> list[psutil.Process]:
    left = []
    for process in psutil.process_iter():
        try:
            if process.pid != os.getpid() and any(str(data) in word for word in (*process.cmdline(), process.cwd())):
                left.append(process)
        except psutil.Error:
            continue
    return left
