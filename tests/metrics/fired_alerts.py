"""`python -m pytest -m "" -n0 tests/metrics/fired_alerts.py` fires all of the deployment's alerts, each by its fault.

It needs root, and the program of Debian's package `prometheus`. It takes some minutes.
"""

from __future__ import annotations

import random
import subprocess
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from threading import Event
from typing import Any

import psutil
import pytest
from django.db import connection, transaction
from django.utils import timezone
from websockets.sync.client import connect
from websockets.typing import Origin

from accounts.models import AccountMail
from games.health import heartbeats, sweep_ends
from games.health.client import client
from games.lobby.services import NewGame
from games.models import Game
from odinsite.celery import app
from odinsite.embedded.folder import Folder
from odinsite.embedded.postgres import Postgres
from odinsite.embedded.redis import Redis
from tests.embedded.prepared import data_folder
from tests.embedded.running import Visitor, wait_until
from tests.factories import make_person, take_turn
from tests.games_laid import lay_game
from tests.live.children import Web, running, web
from tests.metrics.prometheus import OK, PATIENCE_S, Prometheus, alert_names, prometheus
from tests.metrics.reading import TOKEN
from tests.metrics.written_mail import mail_row

pytestmark = [pytest.mark.whole, pytest.mark.django_db(transaction=True)]

CELERY = ("-m", "celery", "-A", "odinsite")
ALONE = ("-c", "1", "--without-gossip", "--without-mingle", "-l", "warning")
# Those of a whole site, or one of its servers, that is away.
AWAY = {"OdinAway", "OdinDatabaseAway", "OdinErrors", "OdinRedisAway"}
# Nothing listens there.
NO_MAIL = {"EMAIL_URL": "smtp://127.0.0.1:1"}


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of 1 MB, for temporary files."""
    folder = tmp_path / "disk"
    folder.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", folder], check=True)
    yield folder
    subprocess.run(["umount", "--lazy", folder], check=True)


@pytest.fixture
def site(small_disk: Path, tmp_path: Path) -> Iterator[Web]:
    app.control.purge()
    client().delete(heartbeats.KEY, sweep_ends.KEY)
    with web(tmp_path / "web.log", METRICS_TOKEN=TOKEN, DB_POOL_SIZE="2", TMPDIR=str(small_disk), DEBUG="1") as process:
        yield process
    client().delete(heartbeats.KEY, sweep_ends.KEY)
    app.control.purge()


@dataclass(frozen=True)
class OwnServers:
    """A PostgreSQL with the site's tables, and a Redis, which nothing else uses."""

    folder: Folder
    postgres: Postgres
    redis: Redis

    def addresses(self) -> dict[str, str]:
        return {"DATABASE_URL": self.folder.database_url, "REDIS_URL": self.folder.redis_url}


@pytest.fixture
def own_servers(tmp_path: Path) -> Iterator[OwnServers]:
    folder = Folder(data_folder(tmp_path / "data"))
    postgres, redis = Postgres(folder), Redis(folder.redis_socket, folder.logs / "redis.log")
    for server in (postgres, redis):
        server.begin()
    try:
        for server in (postgres, redis):
            wait_until(server.ready, server.name)
        yield OwnServers(folder, postgres, redis)
    finally:
        postgres.stop()
        redis.stop()


@contextmanager
def suspended(*processes: psutil.Process) -> Iterator[None]:
    for process in processes:
        process.suspend()
    try:
        yield
    finally:
        for process in processes:
            process.resume()


def test_alerts_fire_by_their_faults_and_none_without_one(site: Web, small_disk: Path, tmp_path: Path) -> None:
    with prometheus(tmp_path, site.address) as alarms:
        all_is_well(alarms, tmp_path)
        nothing_works_off_what_waits(alarms, small_disk)
        messages_and_tasks_fail(alarms, tmp_path)
        passwords_are_guessed(alarms, site)
        a_web_process_is_slow(alarms, tmp_path)
        queries_wait_for_a_lock(alarms, site)
        too_many_sockets_come(alarms, tmp_path)
        assert alarms.fired >= alert_names() - AWAY


def test_alerts_fire_while_the_site_or_a_server_is_away(own_servers: OwnServers, tmp_path: Path) -> None:
    addresses = own_servers.addresses()
    with (
        web(tmp_path / "web.log", METRICS_TOKEN=TOKEN, files=None, **addresses) as site,
        prometheus(tmp_path, site.address) as alarms,
    ):
        wait_until(lambda: alarms.scrapes() > 1, "answers")
        the_database_stops(alarms, site, own_servers.postgres)
        redis_stops(alarms, own_servers.redis)
        assert not alarms.firing() & AWAY
        site.process.kill()
        alarms.await_alerts("OdinAway")
        assert not alarms.firing() & (AWAY - {"OdinAway"})
        assert alarms.fired >= AWAY


def all_is_well(alarms: Prometheus, folder: Path) -> None:
    worker = (*CELERY, "worker", "-n", "all@here", *ALONE)
    beat = (*CELERY, "beat", "-l", "warning", "-s", str(folder / "schedule"))
    with running(*worker, log=folder / "all.log"), running(*beat, log=folder / "beat.log"):
        wait_until(lambda: alarms.scrapes() and not alarms.firing(), "a well site")
        before = alarms.scrapes()
        wait_until(lambda: alarms.scrapes() > before + 3, "more answers")
        assert alarms.firing() == set()


def nothing_works_off_what_waits(alarms: Prometheus, disk: Path) -> None:
    """No worker, no timetable, and a full disk."""
    app.send_task("games.tasks.bot_turn_play", (0, 0))
    mail_row(make_person("late"), due_at=timezone.now() - timedelta(minutes=5))
    with suppress(OSError):
        (disk / "large").write_bytes(b"0" * 2_000_000)
    alarms.await_alerts(
        *("OdinSchedulerAway", "OdinQueueUnserved", "OdinQueueLate", "OdinSweepLate", "OdinWorkLate", "OdinDiskFull")
    )
    (disk / "large").unlink()
    AccountMail.objects.all().delete()


def messages_and_tasks_fail(alarms: Prometheus, folder: Path) -> None:
    """The mail server is away, and a task gets what it does not understand."""
    worker = (*CELERY, "worker", "-n", "mail@here", "-Q", "mail,bots", *ALONE)
    rows = [mail_row(make_person(f"person{number}")) for number in range(10)]
    with running(*worker, log=folder / "mail.log", **NO_MAIL):
        app.send_task("games.tasks.notice_send", (0,))
        alarms.await_value('odin_tasks_total{task="notice_send",outcome="failed"}', 0)
        for _task in rows:
            app.send_task("games.tasks.notice_send", ())
        alarms.await_alerts("OdinTasksFail")
        for row in rows:
            app.send_task("accounts.tasks.mail_send", (row.pk,))
        alarms.await_alerts("OdinMessagesFail")


def passwords_are_guessed(alarms: Prometheus, site: Web) -> None:
    address = f"http://{site.address}/accounts/login/"
    guesser = Visitor()
    guesser.get(address)
    token = next(cookie.value for cookie in guesser.cookies if cookie.name == "csrftoken")
    for guess in range(60):
        guesser.post(address, f"csrfmiddlewaretoken={token}&login=person1&password=guess{guess}")
    alarms.await_alerts("OdinPasswordsGuessed")


def a_web_process_is_slow(alarms: Prometheus, folder: Path) -> None:
    people = [make_person("alice"), make_person("bob")]
    game = lay_game(people, NewGame(seats=2, visibility=Game.Visibility.PUBLIC, pace="1d"))
    with web(folder / "slow.log", METRICS_TOKEN=TOKEN) as slow, opened(slow, game) as page:
        page.recv(20)
        with suspended(slow.process):
            take_turn(game, random.Random(4))
            waits = alarms.scrapes()
            wait_until(lambda: alarms.scrapes() > waits, "some seconds to pass")
        page.recv(20)
        alarms.await_alerts("OdinTurnsToldLate")


def queries_wait_for_a_lock(alarms: Prometheus, site: Web) -> None:
    """More pages than the pool has connections. Probes are as fast as ever, and many more than slow pages."""
    slow, fast = f"http://{site.address}/games/", f"http://{site.address}/livez"
    for address in (slow, fast):
        assert Visitor().get(address)[0] == OK
    # Pages may have been slow before on a busy machine.
    wait_until(lambda: "OdinSlow" not in alarms.firing(), "quick pages", PATIENCE_S, tick=1.0)
    alarms.fired.discard("OdinSlow")
    with visited(slow, 4), locked("games_seat"):
        alarms.await_alerts("OdinPoolFull")
        assert "OdinDatabaseAway" not in alarms.firing()
    for _time in range(300):
        Visitor().get(fast)
    alarms.await_alerts("OdinSlow")


@contextmanager
def locked(table: str) -> Iterator[None]:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(f"LOCK TABLE {table} IN ACCESS EXCLUSIVE MODE")
        yield


@contextmanager
def visited(address: str, visitors: int) -> Iterator[None]:
    """Visitors load the page again and again."""
    ended = Event()

    def load() -> None:
        while not ended.is_set():
            Visitor().get(address)

    with ThreadPoolExecutor(visitors) as pool:
        loads = [pool.submit(load) for _visitor in range(visitors)]
        try:
            yield
        finally:
            ended.set()
    for each in loads:
        each.result()


def too_many_sockets_come(alarms: Prometheus, folder: Path) -> None:
    """In one moment: the site had refused none before."""
    people = [make_person("carol"), make_person("dave")]
    game = lay_game(people, NewGame(seats=2, visibility=Game.Visibility.PUBLIC, pace="1d"))
    with web(folder / "sockets.log", files=300, METRICS_TOKEN=TOKEN) as site, ExitStack() as sockets:
        for _page in range(90):
            sockets.enter_context(opened(site, game))
        alarms.await_alerts("OdinSocketsRefused")


def the_database_stops(alarms: Prometheus, site: Web, postgres: Postgres) -> None:
    with visited(f"http://{site.address}/games/", 4):
        postgres.stop()
        alarms.await_alerts("OdinDatabaseAway", "OdinErrors")
        waits = alarms.scrapes()
        wait_until(lambda: alarms.scrapes() > waits + 4, "more answers", PATIENCE_S)
        assert not alarms.firing() & {"OdinAway", "OdinRedisAway", "OdinPoolFull"}
    postgres.begin()
    wait_until(postgres.ready, "PostgreSQL again")
    wait_until(lambda: not alarms.firing() & AWAY, "an end of the alarms", PATIENCE_S, tick=1.0)


def redis_stops(alarms: Prometheus, redis: Redis) -> None:
    redis.stop()
    alarms.await_alerts("OdinRedisAway")
    assert not alarms.firing() & {"OdinAway", "OdinDatabaseAway"}
    redis.begin()
    wait_until(redis.ready, "Redis again")
    wait_until(lambda: not alarms.firing() & AWAY, "an end of the alarm", PATIENCE_S, tick=1.0)


@contextmanager
def opened(site: Web, game: Game) -> Iterator[Any]:
    address = f"ws://{site.address}/ws/games/{game.public_id}/"
    with connect(address, origin=Origin(f"http://{site.address}"), open_timeout=20, close_timeout=2) as socket:
        yield socket
