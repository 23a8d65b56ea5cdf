"""A worker that loses Redis with a task at hand connects again, or ends and can be started again."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import psutil
import pytest
import redis
from kombu import Connection

from odinsite.celery import app
from odinsite.embedded.redis import Redis
from odinsite.env import broker_url
from tests.embedded.running import gone, wait_until
from tests.live.children import PATIENCE_S, running

pytestmark = pytest.mark.whole


@dataclass
class Waiting:
    """A worker whose tasks wait, at a Redis that may go away."""

    folder: Path
    process: subprocess.Popen[bytes]
    server: Redis

    @property
    def log(self) -> str:
        return (self.folder / "log").read_text()

    def client(self) -> redis.Redis:
        return redis.Redis(unix_socket_path=str(self.server.path))

    def begin(self, name: str) -> None:
        """Queue a task, and wait until it waits."""
        with Connection(broker_url(f"unix://{self.server.path}")) as queues:
            app.send_task("tests.wait", [str(self.folder / name)], connection=queues)
        self.until((self.folder / name).exists, f"the task {name}")

    def end(self, name: str) -> None:
        (self.folder / f"{name}.end").touch()

    def until(self, met: Callable[[], object], what: str) -> None:
        wait_until(lambda: met() or self.process.poll() is not None, what)
        assert self.process.poll() is None, self.log

    def asks_for_tasks(self) -> bool:
        with self.client() as client:
            return any(each["cmd"] == "brpop" for each in client.client_list())


@pytest.fixture
def waiting(django_db_setup: None, own_redis: Redis, tmp_path: Path) -> Iterator[Waiting]:
    command = ("-m", "tests.deploy.waiting", str(tmp_path))
    with running(*command, log=tmp_path / "log", REDIS_URL=f"unix://{own_redis.path}") as process:
        worker = Waiting(tmp_path, process, own_redis)
        worker.begin("first")
        worker.until(worker.asks_for_tasks, "a worker that asks for more")
        yield worker


def test_it_connects_again_when_the_connection_for_commands_is_lost_before_that_for_tasks(waiting: Waiting) -> None:
    waiting.process.send_signal(signal.SIGSTOP)
    with waiting.client() as client:
        client.client_kill_filter(_type="pubsub")
    assert waiting.server.child is not None
    waiting.server.child.kill()
    waiting.server.child.wait()
    waiting.process.send_signal(signal.SIGCONT)
    waiting.until(lambda: "Cannot connect" in waiting.log, "a worker that has lost Redis")
    # Its acknowledgement would go to a connection that is gone.
    waiting.end("first")
    waiting.server.begin()
    waiting.until(waiting.server.ready, "Redis")
    waiting.begin("second")
    assert re.findall(r"CRITICAL|Traceback", waiting.log) == []


def test_it_ends_with_a_task_at_hand_where_it_cannot_go_on(waiting: Waiting) -> None:
    family = psutil.Process(waiting.process.pid).children()
    assert len(family) == 2
    (waiting.folder / "broken").touch()
    with waiting.client() as client:
        client.client_kill_filter(_type="pubsub")
    assert waiting.process.wait(PATIENCE_S) == 1
    assert "RuntimeError" in waiting.log
    assert gone(family)


def test_it_ends_though_its_processes_end_while_they_are_killed() -> None:
    command = [sys.executable, "-m", "tests.deploy.redis.ending_worker", "3"]
    assert subprocess.run(command, capture_output=True, check=False).returncode == 3
