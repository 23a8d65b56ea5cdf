"""The site's processes, started on the test run's database and Redis."""

from __future__ import annotations

import os
import resource
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from itertools import cycle, islice
from pathlib import Path
from urllib.parse import urlsplit

import psutil
from django.db import connection

ROOT = Path(__file__).resolve().parents[2]
PATIENCE_S = 120.0
PORTS = range(20_000, 32_000)
# Processes that run tests begin at different ports.
_ports = islice(cycle(PORTS), os.getpid() * 97 % len(PORTS), None)


def environment(**extra: str) -> dict[str, str]:
    name = connection.settings_dict["NAME"]
    url = urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{name}").geturl()
    return {**os.environ, "DATABASE_URL": url, "PYTHONUNBUFFERED": "1", **extra}


@contextmanager
def running(*command: str, log: Path, **extra: str) -> Iterator[subprocess.Popen[bytes]]:
    """A Python process in a group of its own, killed with all its children afterwards."""
    with started(command, log, extra) as process:
        yield process


@contextmanager
def started(
    command: Sequence[str], log: Path, extra: Mapping[str, str], *, files: int | None = None
) -> Iterator[subprocess.Popen[bytes]]:
    """A process like `running`, with at most `files` open files."""
    with log.open("ab") as output:
        process = subprocess.Popen(
            [sys.executable, *command],
            cwd=ROOT,
            env=environment(**extra),
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            start_new_session=True,
            preexec_fn=None if files is None else partial(resource.setrlimit, resource.RLIMIT_NOFILE, (files, files)),
        )
    try:
        yield process
    finally:
        end(process)


def end(process: subprocess.Popen[bytes]) -> None:
    """End a process and its children, gently if possible."""
    if process.poll() is None:
        process.terminate()
        try:
            process.wait(15)
        except subprocess.TimeoutExpired:
            kill(process)
    process.wait()


def kill(process: subprocess.Popen[bytes]) -> None:
    """End a process and its children as a power cut would."""
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def free_port() -> int:
    """A port at which a program can listen, another one at each call.

    Connections take no port below 32768, so none takes this one before the program listens (Linux's
    `ip_local_port_range`). Raises `OSError` if all are taken.
    """
    for port in islice(_ports, len(PORTS)):
        with socket.socket() as probe:
            # As servers do: connections that were closed just now do not count.
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            with suppress(OSError):
                probe.bind(("127.0.0.1", port))
                return port
    raise OSError("no port is free")


@dataclass(frozen=True)
class Web:
    """A running web process; `address` is without scheme."""

    address: str
    process: psutil.Process
    log: Path


@contextmanager
def web(
    log: Path, *options: str, program: str = "odinsite.web", files: int | None = None, **extra: str
) -> Iterator[Web]:
    """A web process with at most `files` open files."""
    port = free_port()
    address = f"127.0.0.1:{port}"
    command = ("-m", program, "-b", "127.0.0.1", "-p", str(port), *options)
    with started(command, log, {"PUBLIC_URL": f"http://{address}", **extra}, files=files) as process:
        wait_for_port(port, process, log)
        yield Web(address, psutil.Process(process.pid), log)


@contextmanager
def daphne(log: Path, **extra: str) -> Iterator[str]:
    """A web process started by daphne; its address without scheme."""
    port = free_port()
    address = f"127.0.0.1:{port}"
    arguments = ("-m", "daphne", "-b", "127.0.0.1", "-p", str(port), "odinsite.asgi:application")
    with running(*arguments, log=log, PUBLIC_URL=f"http://{address}", **extra) as process:
        wait_for_port(port, process, log)
        yield address


def wait_for_port(port: int, process: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + PATIENCE_S
    while time.monotonic() < deadline:
        assert process.poll() is None, log.read_text()
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.1)
    raise AssertionError(f"no answer at port {port}: {log.read_text()}")
