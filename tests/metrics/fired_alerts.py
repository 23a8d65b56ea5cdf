"""`python -m pytest -m "" -n0 tests/metrics/fired_alerts.py` fires ten of the deployment's alerts, each by its fault.

It needs root, and the program of Debian's package `prometheus`. It takes some minutes.
"""

from __future__ import annotations

import random
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import timedelta
from pathlib import Path
from typing import Any

import psutil
import pytest
from django.utils import timezone
from websockets.sync.client import connect
from websockets.typing import Origin

from accounts.models import AccountMail
from games.health import heartbeats, sweep_ends
from games.health.client import client
from games.lobby.services import NewGame
from games.models import Game
from odinsite.celery import app
from tests.embedded.running import Visitor, wait_until
from tests.factories import make_person, take_turn
from tests.games_laid import lay_game
from tests.live.children import Web, running, web
from tests.metrics.prometheus import Prometheus, alert_names, prometheus
from tests.metrics.reading import TOKEN
from tests.metrics.written_mail import mail_row

pytestmark = [pytest.mark.whole, pytest.mark.django_db(transaction=True)]

CELERY = ("-m", "celery", "-A", "odinsite")
ALONE = ("-c", "1", "--without-gossip", "--without-mingle", "-l", "warning")
# Those of servers that are away, of what follows from that, and of slow pages.
NOT_HERE = {
    "OdinAway",
    "OdinDatabaseAway",
    "OdinErrors",
    "OdinPoolFull",
    "OdinRedisAway",
    "OdinSlow",
    "OdinSocketsRefused",
}
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
        assert alarms.fired >= alert_names() - NOT_HERE


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


@contextmanager
def opened(site: Web, game: Game) -> Iterator[Any]:
    address = f"ws://{site.address}/ws/games/{game.public_id}/"
    with connect(address, origin=Origin(f"http://{site.address}"), open_timeout=20, close_timeout=2) as socket:
        yield socket
