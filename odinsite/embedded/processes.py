"""Starts and ends processes, leaving none behind."""

import ctypes
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

PR_SET_PDEATHSIG = 1
STOP_PATIENCE = 20.0


def end_with_parent(number: signal.Signals) -> Callable[[], None]:
    """A function for a new process to call: the kernel sends it `number` when its parent dies, even by SIGKILL. Linux
    only; elsewhere the next start takes over a killed parent's servers.
    """
    parent = os.getpid()
    # Loaded here, as little is safe between fork and exec.
    prctl = ctypes.CDLL(None, use_errno=True).prctl if sys.platform == "linux" else None

    def ask_kernel() -> None:
        if prctl is not None:
            prctl(PR_SET_PDEATHSIG, int(number), 0, 0, 0)
            if os.getppid() != parent:
                os.kill(os.getpid(), number)

    return ask_kernel


def start(
    command: Sequence[str],
    *,
    log: Path | None,
    farewell: signal.Signals = signal.SIGTERM,
    environment: Mapping[str, str] | None = None,
    user: str | None = None,
    group: int | None = None,
    inherited: int | None = None,
    folder: Path,
) -> subprocess.Popen[bytes]:
    """Start a child in its own process group, out of reach of Ctrl-C, from the main thread: the kernel watches the
    starting thread. Without `log` it writes to our streams; it keeps the descriptor `inherited`.
    """
    output = open(log, "ab") if log else None  # noqa: SIM115 - closed below, after the child has its copy
    try:
        return subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT if output else None,
            env=environment,
            user=user,
            group=group,
            extra_groups=[] if user else None,
            cwd=folder,
            pass_fds=() if inherited is None else (inherited,),
            process_group=0,
            preexec_fn=end_with_parent(farewell),
        )
    finally:
        if output:
            output.close()


def stop(
    child: subprocess.Popen[bytes], number: signal.Signals = signal.SIGTERM, patience: float = STOP_PATIENCE
) -> None:
    """Ask a child to end; kill its group after `patience` seconds."""
    if child.poll() is None:
        child.send_signal(number)
        wait_or_kill(child, patience)


def wait_or_kill(child: subprocess.Popen[bytes], patience: float) -> None:
    try:
        child.wait(max(patience, 0))
    except subprocess.TimeoutExpired:
        kill_group(child)
        child.wait()


def kill_group(child: subprocess.Popen[bytes]) -> None:
    """Kill the process's group. Raises ProcessLookupError for an empty one."""
    os.killpg(child.pid, signal.SIGKILL)


def kill(child: subprocess.Popen[bytes] | None) -> None:
    """Kill the whole group; wait for the child."""
    if child is not None:
        with suppress(ProcessLookupError):
            kill_group(child)
        child.wait()


def exit_words(child: subprocess.Popen[bytes] | None) -> str | None:
    """Words about the process's end; None while it runs."""
    if child is None:
        return "not started"
    code = child.poll()
    if code is None or code >= 0:
        return None if code is None else f"exit code {code}"
    try:
        return f"killed by {signal.Signals(-code).name}"
    except ValueError:
        return f"killed by signal {-code}"
