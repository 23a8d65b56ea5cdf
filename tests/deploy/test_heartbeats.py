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
from contextlib import contextmanager
from datetime import datetime
from functools import partial
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
import redis
from django.conf import settings
from django.core.management import call_command

from games.health import sweep_ends
from games.health.heartbeats import DEAD_AFTER_S, GONE_AFTER_S, KEY, heartbeats
from games.queues import QUEUES
from odinsite.celery import app
from tests.embedded.running import PATIENCE, wait_until
from tests.live.children import ROOT, Web, environment, kill, running, web

Process = subprocess.Popen[bytes]

CELERY = ("-m", "celery", "-A", "odinsite")
CLOCK = "the clock (celery beat) has been silent for 60 s or more"
PAGES = "no web process (python -m odinsite.web) sends heartbeats"


@pytest.fixture(autouse=True)
def silence() -> Iterator[None]:
    """Forget heartbeats before and after."""
    app.control.purge()
    client = redis.Redis.from_url(settings.REDIS_URL)
    client.delete(KEY, sweep_ends.KEY)
    yield
    client.delete(KEY, sweep_ends.KEY)
    client.close()
    app.control.purge()


def let_a_minute_pass(name: str, seconds: float = DEAD_AFTER_S) -> None:
    """Age the heartbeat of this process, which is dead, by a second more than that."""
    client = redis.Redis.from_url(settings.REDIS_URL)
    said: Any = client.hget(KEY, name)
    old = json.loads(said)
    client.hset(KEY, name, json.dumps(old | {"at": old["at"] - seconds - 1}))
    client.close()


def health() -> list[str]:
    """The output of `health`; only `ok` may exit with 0."""
    said, code = StringIO(), 0
    try:
        call_command("health", stdout=said)
    except SystemExit as ended:
        code = int(str(ended.code))
    lines = re.sub(r"\d+ s$", "60 s", said.getvalue(), flags=re.MULTILINE).splitlines()
    assert (code == 0) == (lines == ["ok"])
    return lines


def beats() -> dict[str, datetime]:
    """The time of each process's last heartbeat."""
    return {each.name: each.at for each in heartbeats()}


def unserved(*queues: str) -> list[str]:
    return [f"no worker takes the queue {name}" for name in queues]


@contextmanager
def processes(folder: Path) -> Iterator[tuple[Process, Process, Process, Web]]:
    """The workers `first` and `second`, whose tasks take ten minutes, the clock, and a web process."""
    alone = ("-c", "1", "--without-gossip", "--without-mingle")
    one = (*CELERY, "worker", "-n", "first@here", "-Q", "clocks,mail", "-l", "warning", *alone)
    other = ("-m", "tests.tasks.worker", "-n", "second@here", "-Q", "bots,background,idle,outward", *alone)
    clock = (*CELERY, "beat", "-l", "warning", "-s", str(folder / "schedule"))
    busy = {"HOLD": str(folder / "hold"), "IDLE_S": "600"}
    with (
        running(*one, log=folder / "first.log", HEARTBEAT_FILE=str(folder / "first.alive")) as first,
        running(*other, log=folder / "second.log", **busy) as second,
        running(*clock, log=folder / "beat.log") as beat,
        web(folder / "web.log", DEBUG="1") as pages,
    ):
        yield first, second, beat, pages


@pytest.mark.whole
@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("health_of_deaf_servers")
def test_the_living_are_heard_again_and_the_dead_are_told(tmp_path: Path) -> None:
    assert health() == [PAGES, *unserved(*QUEUES), CLOCK]
    host = socket.gethostname()
    with processes(tmp_path) as (first, second, beat, pages):
        names = "first@here", "second@here", f"beat@{host}", f"web@{host}:{pages.address.rpartition(':')[2]}"
        silent = [f"{name} has been silent for 60 s" for name in names]
        app.send_task("games.tasks.idle_turn_play", [0, 0])
        log = tmp_path / "second.log"
        wait_until(lambda: log.exists() and "idle_turn_play" in log.read_text(), "a busy worker")
        wait_until(lambda: beats().keys() == set(names), "all four to be heard")
        assert health() == ["ok"]
        assert (tmp_path / "first.alive").exists()
        before = beats()
        for name in (*names[:2], names[3]):
            wait_until(partial(lambda name: beats()[name] > before[name], name), f"{name} to be heard again")
        kill(second)
        pages.process.suspend()
        for name in (names[1], names[3]):
            let_a_minute_pass(name)
        assert health() == [silent[3], *unserved("bots", "outward", "background", "idle")]
        let_a_minute_pass(names[3], GONE_AFTER_S)
        assert health() == [PAGES, *unserved("bots", "outward", "background", "idle")]
        pages.process.resume()
        first.terminate()
        wait_until(lambda: beats()[names[2]] > before[names[2]], "the clock to be heard again")
        kill(beat)
        let_a_minute_pass(names[2])
        first.wait(PATIENCE)
        pages.process.terminate()
        pages.process.wait(PATIENCE)
        # Processes that ended properly are not missed.
        assert beats().keys() == {names[1], names[2]}
        assert health() == [PAGES, *unserved(*QUEUES), CLOCK]


@contextmanager
def deaf_server() -> Iterator[int]:
    """Accepts connections and never answers."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield int(server.getsockname()[1])


@pytest.fixture(scope="module")
def health_of_deaf_servers(django_db_setup: None) -> Iterator[Process]:
    """`manage.py health`, which runs at the same time as the other tests, because it waits for the servers."""
    with deaf_server() as port:
        servers = {"DATABASE_URL": f"postgres://a@127.0.0.1:{port}/a", "REDIS_URL": f"redis://127.0.0.1:{port}/0"}
        with subprocess.Popen(
            [sys.executable, "manage.py", "health", "--json"],
            cwd=ROOT,
            env={**environment(), **servers},
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        ) as process:
            yield process


@pytest.mark.whole
def test_silent_servers_are_reported_without_waiting(
    health_of_deaf_servers: Process,
) -> None:
    said, _errors = health_of_deaf_servers.communicate(timeout=PATIENCE)
    assert health_of_deaf_servers.returncode == 1
    assert json.loads(said) == {
        "ok": False,
        "wrong": ["no answer from: database", "no answer from: redis (REDIS_URL)"],
        "processes": [],
        "sweeps": {},
    }


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
