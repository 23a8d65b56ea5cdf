"""Real workers on the run's own Redis, whose queues are empty at first, and processes that crash."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from odinsite.celery import app
from tests.embedded.running import wait_until
from tests.live.children import ROOT, environment, running


@dataclass
class Workers:
    """`hold` is the file that holds their bots in mid-thought."""

    hold: Path
    log: Path

    def start(self, *options: str, **extra: str) -> AbstractContextManager[subprocess.Popen[bytes]]:
        return self._started(options, extra)

    @contextmanager
    def _started(self, options: tuple[str, ...], extra: dict[str, str]) -> Iterator[subprocess.Popen[bytes]]:
        ready = self._count(" ready.")
        command = ("-m", "tests.tasks.worker", *options)
        with running(*command, log=self.log, HOLD=str(self.hold), LOG_LEVEL="DEBUG", **extra) as process:
            wait_until(lambda: self._count(" ready.") > ready or process.poll() is not None, "a worker that is ready")
            assert process.poll() is None, self.log.read_text()
            yield process

    def _count(self, words: str) -> int:
        return self.log.read_text().count(words) if self.log.exists() else 0

    def hold_next_bot(self) -> None:
        """Let the next bot think without end."""
        self.hold.touch()

    def held(self) -> int:
        """Wait for the process in which a bot is held. No other bot will be."""
        wait_until(self.hold.read_text, "a bot that thinks")
        process = int(self.hold.read_text())
        self.hold.unlink()
        return process


class Crashes:
    """A process whose children crash, because each start takes seconds."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.tasks.crash"],
            cwd=ROOT,
            env=environment(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def happen(self, kind: str, *told: object) -> None:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps([kind, *told]) + "\n")
        self.process.stdin.flush()
        assert int(self.process.stdout.readline()) == -signal.SIGKILL


@pytest.fixture(scope="module")
def crashes(django_db_setup: None) -> Iterator[Crashes]:
    found = Crashes()
    yield found
    found.process.communicate()


@pytest.fixture
def workers(tmp_path: Path) -> Iterator[Workers]:
    app.control.purge()
    yield Workers(tmp_path / "hold", tmp_path / "worker.log")
    app.control.purge()
