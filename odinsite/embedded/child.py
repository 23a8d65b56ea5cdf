"""A process of the site: web or worker."""

import os
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from odinsite.embedded import processes
from odinsite.embedded.folder import BASE_DIR

# Without `answers`, a process counts as working after these seconds.
SETTLED_AFTER = 3.0
START_PATIENCE = 60.0
STOP_PATIENCE = 10.0
GOOD = b"HTTP/1.1 200"
LOG_MAX_BYTES = 10_000_000


class Child:
    """A process in its own group; `answers` shows whether it works."""

    patience = START_PATIENCE

    def __init__(
        self,
        name: str,
        command: list[str],
        log: Path,
        *,
        inherited: int | None = None,
        answers: Callable[[], bool] | None = None,
    ) -> None:
        self.name = f"The {name} process"
        self.command = command
        self.log = log
        self.inherited = inherited
        self.answers = answers
        self.process: subprocess.Popen[bytes] | None = None
        self.begun_at = 0.0

    def begin(self) -> None:
        shorten(self.log)
        self.begun_at = time.monotonic()
        self.process = processes.start(self.command, log=self.log, folder=BASE_DIR, inherited=self.inherited)

    def ended(self) -> str | None:
        """Why it ended, or None; kills the rest of its group, such as a worker's pool."""
        reason = processes.exit_words(self.process)
        if reason is not None:
            processes.kill(self.process)
        return reason

    def ready(self) -> bool:
        if self.answers is not None:
            return self.answers()
        return time.monotonic() - self.begun_at >= SETTLED_AFTER

    def kill(self) -> None:
        processes.kill(self.process)


class PolledRequest:
    """A request that never blocks; one at a time."""

    def __init__(self, host: str, port: int, path: str, name: str) -> None:
        """Prepare the request; `name` is its Host header."""
        self.place = (host, port)
        self.request = f"GET {path} HTTP/1.1\r\nHost: {name}\r\nConnection: close\r\n\r\n".encode()
        self.connection: socket.socket | None = None

    def __call__(self) -> bool:
        """Whether a good answer has begun."""
        try:
            if self.connection is None:
                self.connection = socket.create_connection(self.place, timeout=1)
                self.connection.sendall(self.request)
                self.connection.setblocking(False)
            heard = self.connection.recv(16).startswith(GOOD)
        except BlockingIOError:
            return False
        except OSError:
            heard = False
        if self.connection is not None:
            self.connection.close()
            self.connection = None
        return heard


def stop_all(children: tuple[Child, ...]) -> None:
    running = [child.process for child in children if child.process is not None and child.process.poll() is None]
    for process in running:
        process.send_signal(signal.SIGTERM)
    deadline = time.monotonic() + STOP_PATIENCE
    for process in running:
        processes.wait_or_kill(process, deadline - time.monotonic())


def shorten(log: Path) -> None:
    """Rename a long log that no process has open."""
    if log.exists() and log.stat().st_size > LOG_MAX_BYTES:
        log.rename(log.with_suffix(".old.log"))


def shorten_open(log: Path) -> None:
    """Empty a long log that processes append to, after copying it."""
    with suppress(OSError):
        if log.stat().st_size > LOG_MAX_BYTES:
            shutil.copyfile(log, log.with_suffix(".old.log"))
            os.truncate(log, 0)


def last_words(log: Path) -> str:
    """The last line of the log, with the log's path."""
    lines = log.read_text(encoding="utf-8", errors="replace").strip().splitlines() if log.exists() else []
    return f"Its last words: {lines[-1] if lines else 'none'} (see {log})."
