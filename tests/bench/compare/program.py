"""A process of a server under measure."""

from __future__ import annotations

import http.client
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import psutil

from odinsite.embedded import processes
from tests.embedded.running import START_PATIENCE, wait_until

# The end of a log, in characters, shown when a program ends early.
LOG_SHOWN = 2000


@dataclass(slots=True)
class Program:
    """A program that is started again after a kill. `port` and `page` show when it answers."""

    command: Sequence[str]
    log: Path
    folder: Path
    environment: Mapping[str, str]
    port: int = 0
    page: str = "/"
    child: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def number(self) -> int:
        """The process's id."""
        assert self.child is not None
        return self.child.pid

    def resident(self) -> int:
        """The process's memory in bytes."""
        return int(psutil.Process(self.number).memory_info().rss)

    def begin(self) -> None:
        self.child = processes.start(self.command, log=self.log, environment=self.environment, folder=self.folder)

    def wait(self) -> None:
        wait_until(self._answers, f"an answer at {self.address}{self.page} (see {self.log})", START_PATIENCE)

    def kill(self) -> None:
        """Kill it, as a power cut would."""
        processes.kill(self.child)

    def end(self) -> None:
        if self.child is not None:
            processes.stop(self.child)

    def _answers(self) -> bool:
        reason = processes.exit_words(self.child)
        assert reason is None, f"{self.command}: {reason}: {self.log.read_text()[-LOG_SHOWN:]}"
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        try:
            connection.request("GET", self.page)
            return connection.getresponse().status == http.HTTPStatus.OK
        except (OSError, http.client.HTTPException):
            return False
        finally:
            connection.close()
