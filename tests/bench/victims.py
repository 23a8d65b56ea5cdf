"""Processes of a running `up` by their role, and restarting the site."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import psutil

from tests.embedded.running import Running
from tests.live.children import free_port

FOUND_S = 30.0
Is = Callable[[psutil.Process, list[str]], bool]


def has(*words: str) -> Is:
    return lambda _process, line: any(word in part for word in words for part in line)


def _is_worker(_process: psutil.Process, line: list[str]) -> bool:
    return "odinsite.queue" in line


def _is_worker_child(process: psutil.Process, line: list[str]) -> bool:
    parent = process.parent()
    return _is_worker(process, line) and parent is not None and _is_worker(parent, parent.cmdline())


def _is_head_worker(process: psutil.Process, line: list[str]) -> bool:
    return _is_worker(process, line) and not _is_worker_child(process, line)


def _is_postmaster(process: psutil.Process, line: list[str]) -> bool:
    return process.name() == "postgres" and "-D" in line


VICTIMS: dict[str, Is] = {
    "web": has("odinsite.asgi", "odinsite.web"),
    "worker": _is_head_worker,
    "worker child": _is_worker_child,
    "Redis": lambda process, _line: process.name() in ("redis-server", "valkey-server"),
    "postmaster": _is_postmaster,
    "keeper": lambda _process, line: "odinsite.embedded" in line,
}


class Site:
    """A running `up` on one port; `revive` restarts it after a kill."""

    def __init__(self, data: Path) -> None:
        self.data = data
        self.port = free_port()
        self.running = self._start()

    def _start(self) -> Running:
        return Running(self.data, "--port", str(self.port))

    def kill(self, victim: str) -> bool:
        """Kill a process once it exists, as it may be restarting; return whether it did."""
        deadline = time.monotonic() + FOUND_S
        while time.monotonic() < deadline:
            for process in self.running.family():
                with suppress(psutil.Error):
                    if VICTIMS[victim](process, process.cmdline()):
                        process.kill()
                        return True
            time.sleep(0.2)
        return False

    def has_ended(self) -> bool:
        return self.running.process.poll() is not None

    def revive(self) -> None:
        self._close_shell()
        self.running = self._start()

    def end(self) -> None:
        if self.has_ended():
            self._close_shell()
        else:
            self.running.end(signal.SIGTERM)

    def _close_shell(self) -> None:
        """The shell outlives the site and holds the data folder's servers."""
        self.running.shell_close()
