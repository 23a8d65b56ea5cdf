"""Starting and ending processes so that none is left behind."""

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
    """Return what a new process calls so that the kernel sends it `number` when its parent dies, even by SIGKILL.

    Linux alone has this; elsewhere a killed parent's servers are found and taken over at the next start.
    """
    parent = os.getpid()
    # Loaded here because little is safe between fork and exec.
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
    """Start a child in a process group of its own, so that a terminal's Ctrl-C reaches it only through us.

    `log` None lets it write to this process's own streams; `inherited` is a file descriptor that it keeps. Call
    this from the main thread: the kernel's watch over the parent is a watch over the thread that started the child.
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
    """Ask a child to end, wait for it, and after `patience` seconds end its whole group by force."""
    if child.poll() is None:
        child.send_signal(number)
        wait_or_kill(child, patience)


def wait_or_kill(child: subprocess.Popen[bytes], patience: float) -> None:
    """Wait for a child that was asked to end, and after `patience` seconds end its whole group by force."""
    try:
        child.wait(max(patience, 0))
    except subprocess.TimeoutExpired:
        kill_group(child)
        child.wait()


def kill_group(child: subprocess.Popen[bytes]) -> None:
    """End a child and all that it started in its group by force; raise ProcessLookupError when none of them is left."""
    os.killpg(child.pid, signal.SIGKILL)


def kill(child: subprocess.Popen[bytes] | None) -> None:
    """End a child and its group by force, and wait for the child."""
    if child is not None:
        with suppress(ProcessLookupError):
            kill_group(child)
        child.wait()


def end_of(child: subprocess.Popen[bytes] | None) -> str | None:
    """Return in words how a child ended, or None while it runs."""
    if child is None:
        return "not started"
    code = child.poll()
    if code is None or code >= 0:
        return None if code is None else f"exit code {code}"
    try:
        return f"killed by {signal.Signals(-code).name}"
    except ValueError:
        return f"killed by signal {-code}"
