"""A real worker on the run's own Redis, with nothing left in its queue from earlier."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from odinsite.celery import app
from tests.embedded.running import wait_until
from tests.live.children import running


@dataclass
class Workers:
    """Starts workers; `hold` is the file by which their bots are held in mid-thought, `log` what they say."""

    hold: Path
    log: Path

    def start(self, **extra: str) -> AbstractContextManager[subprocess.Popen[bytes]]:
        return self._started(extra)

    @contextmanager
    def _started(self, extra: dict[str, str]) -> Iterator[subprocess.Popen[bytes]]:
        ready = self._count(" ready.")
        with running("-m", "tests.tasks.worker", log=self.log, HOLD=str(self.hold), **extra) as process:
            wait_until(lambda: self._count(" ready.") > ready or process.poll() is not None, "a worker that is ready")
            assert process.poll() is None, self.log.read_text()
            yield process

    def _count(self, words: str) -> int:
        return self.log.read_text().count(words) if self.log.exists() else 0

    def hold_next_bot(self) -> None:
        """Have the next bot that thinks think for ever."""
        self.hold.touch()

    def held(self) -> int:
        """The process in which a bot is held, once there is one; later ones think in peace."""
        wait_until(self.hold.read_text, "a bot that thinks")
        process = int(self.hold.read_text())
        self.hold.unlink()
        return process


@pytest.fixture
def workers(tmp_path: Path) -> Iterator[Workers]:
    app.control.purge()
    yield Workers(tmp_path / "hold", tmp_path / "worker.log")
    app.control.purge()
