"""Heartbeats of workers and the clock, and who reads them."""

from __future__ import annotations

import json
import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
import redis
from django.conf import settings
from django.core.management import call_command

from games.heartbeats import DEAD_AFTER_S, KEY, heartbeats, queues_unserved, scheduler_is_alive
from games.queues import QUEUES
from odinsite.celery import app
from tests.embedded.running import wait_until
from tests.live.children import ROOT, environment, kill, running

CELERY = ("-m", "celery", "-A", "odinsite")
CLOCK = "the clock (celery beat) has been silent for 60 s or more"


@pytest.fixture(autouse=True)
def silence() -> Iterator[None]:
    """Forget heartbeats before and after."""
    app.control.purge()
    client = redis.Redis.from_url(settings.REDIS_URL)
    client.delete(KEY)
    yield
    client.delete(KEY)
    client.close()
    app.control.purge()


def let_a_minute_pass() -> None:
    """Living processes soon beat again."""
    client = redis.Redis.from_url(settings.REDIS_URL)
    heard: Any = client.hgetall(KEY)
    for name, said in heard.items():
        old = json.loads(said)
        client.hset(KEY, name, json.dumps(old | {"at": old["at"] - DEAD_AFTER_S - 1}))
    client.close()


def health() -> list[str]:
    """Only `ok` may exit with 0."""
    said, code = StringIO(), 0
    try:
        call_command("health", stdout=said)
    except SystemExit as ended:
        code = int(str(ended.code))
    lines = re.sub(r"\d+ s$", "60 s", said.getvalue(), flags=re.MULTILINE).splitlines()
    assert (code == 0) == (lines == ["ok"])
    return lines


def alive() -> set[str]:
    return {each.name.split("@")[0] for each in heartbeats() if each.is_alive}


@contextmanager
def worker(name: str, queues: str, folder: Path) -> Iterator[subprocess.Popen[bytes]]:
    options = ("-n", f"{name}@here", "-Q", queues, "-c", "1", "-l", "warning", "--without-gossip", "--without-mingle")
    file = str(folder / f"{name}.alive")
    with running(*CELERY, "worker", *options, log=folder / f"{name}.log", HEARTBEAT_FILE=file) as process:
        yield process


@pytest.mark.whole
@pytest.mark.django_db(transaction=True)
def test_a_dead_worker_and_a_dead_clock_are_told(tmp_path: Path) -> None:
    assert health() == [*(f"no worker takes the queue {name}" for name in QUEUES), f"{CLOCK}"]
    schedule = str(tmp_path / "schedule")
    with ExitStack() as site:
        first = site.enter_context(worker("first", "clocks,mail", tmp_path))
        second = site.enter_context(worker("second", "bots,background,idle,outward", tmp_path))
        beat = site.enter_context(running(*CELERY, "beat", "-l", "warning", "-s", schedule, log=tmp_path / "beat.log"))
        wait_until(lambda: alive() == {"first", "second", "beat"}, "all three to be heard")
        assert health() == ["ok"]
        assert (tmp_path / "first.alive").exists()
        kill(second)
        let_a_minute_pass()
        wait_until(lambda: alive() == {"first", "beat"}, "the living to be heard again")
        left = ["bots", "outward", "background", "idle"]
        silent = "second@here has been silent for 60 s"
        assert health() == [silent, *(f"no worker takes the queue {name}" for name in left)]
        kill(beat)
        let_a_minute_pass()
        wait_until(lambda: alive() == {"first"}, "the living to be heard again")
        assert health()[-1] == CLOCK
        first.terminate()
        first.wait(60)
        # A process that ended properly is not missed.
        assert {each.name for each in heartbeats()} == {"second@here", f"beat@{socket.gethostname()}"}


@pytest.mark.whole
@pytest.mark.django_db(transaction=True)
def test_a_worker_that_is_busy_lives(tmp_path: Path) -> None:
    log = tmp_path / "worker.log"
    with running("-m", "tests.tasks.worker", log=log, HOLD=str(tmp_path / "hold"), IDLE_S="600") as process:
        for _child in range(2):
            app.send_task("games.tasks.idle_turn_play", [0, 0])
        wait_until(lambda: log.read_text().count("idle_turn_play") >= 2, "the tasks to be taken")
        let_a_minute_pass()
        wait_until(alive, "the worker to be heard")
        assert queues_unserved(heartbeats()) == []
        assert not scheduler_is_alive(heartbeats())
        kill(process)


@contextmanager
def deaf_server() -> Iterator[int]:
    """Accepts connections and never answers."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield int(server.getsockname()[1])


@pytest.mark.whole
@pytest.mark.django_db
def test_servers_that_do_not_answer_are_told_without_waiting_for_them() -> None:
    with deaf_server() as port:
        servers = {"DATABASE_URL": f"postgres://a@127.0.0.1:{port}/a", "REDIS_URL": f"redis://127.0.0.1:{port}/0"}
        done = subprocess.run(
            [sys.executable, "manage.py", "health", "--json"],
            cwd=ROOT,
            env={**environment(), **servers},
            capture_output=True,
            timeout=60,
            check=False,
        )
    assert done.returncode == 1
    said = json.loads(done.stdout)
    assert said == {"ok": False, "wrong": ["no answer from: database", "no answer from: redis"], "processes": []}


@pytest.mark.whole
def test_a_container_knows_its_own_process(tmp_path: Path) -> None:
    """docker/healthcheck.py only looks at a file."""
    file = tmp_path / "heartbeat"
    command = [sys.executable, "docker/healthcheck.py", "heartbeat"]

    def code() -> int:
        environ = {**os.environ, "HEARTBEAT_FILE": str(file)}
        return subprocess.run(command, cwd=ROOT, env=environ, check=False).returncode

    assert code() == 1
    file.touch()
    assert code() == 0
    long_ago = time.time() - DEAD_AFTER_S - 5
    os.utime(file, (long_ago, long_ago))
    assert code() == 1
