"""A site in its own process, started with `manage.py up`."""

import json
import os
import re
import select
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any, Self
from urllib.error import HTTPError
from urllib.request import HTTPCookieProcessor, OpenerDirector, Request, build_opener

import psutil

ROOT = Path(__file__).resolve().parents[2]
LAST_LINE = "Ctrl-C stops it."
PATIENCE = 180.0
TICK = 0.05
START_PATIENCE = 300.0
OURS = (
    *("DATABASE_URL", "REDIS_URL", "SECRET_KEY", "CHAIN_KEY", "VAPID_PRIVATE_KEY"),
    *("STATIC_ROOT", "MAIL_DIR", "ODIN_EMBEDDED"),
    # Set by the browser's tests.
    "DJANGO_ALLOW_ASYNC_UNSAFE",
)

# Each line is code; each answer is its `result` or error.
SHELL = """
import contextlib, json, sys, traceback
from django.db import connections
for line in sys.stdin:
    names = {}
    try:
        with contextlib.redirect_stdout(sys.stderr):
            exec(json.loads(line), names)
        answer = {"result": names.get("result"), "error": ""}
    except Exception:
        answer = {"result": None, "error": traceback.format_exc()}
    connections.close_all()
    print(json.dumps(answer), flush=True)
"""


def environment(**extra: str) -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if name not in OURS} | extra


def manage(*arguments: str, patience: float = PATIENCE, **extra: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env=environment(**extra),
        capture_output=True,
        text=True,
        timeout=patience,
        check=False,
    )


class Shell:
    """A `manage.py shell` that stays open, as each start takes seconds."""

    def __init__(self, data: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "manage.py", "shell", "--no-imports", "-c", SHELL],
            cwd=ROOT,
            env=environment(ODIN_DATA=str(data)),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def do(self, code: str) -> Any:
        """Run code in the shell and return its `result`. An error or a time-out fails the test."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        timer = threading.Timer(PATIENCE, self.process.kill)
        timer.start()
        try:
            self.process.stdin.write(json.dumps(code) + "\n")
            self.process.stdin.flush()
            line = self.process.stdout.readline()
        finally:
            timer.cancel()
        assert line, f"the shell ended over:\n{code}"
        answer = json.loads(line)
        assert not answer["error"], answer["error"]
        return answer["result"]

    def close(self) -> None:
        try:
            self.process.communicate(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.communicate()


class Running:
    """A running site. `output` is what it printed until it was ready."""

    def __init__(
        self, data: Path, *arguments: str, ignore_interrupt: bool = False, root: Path = ROOT, **extra: str
    ) -> None:
        self.data = data
        self.process = subprocess.Popen(
            [sys.executable, "manage.py", "up", "--port", "0", "--data", str(data), *arguments],
            cwd=root,
            env=environment(PYTHONUNBUFFERED="1", **extra),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            # As shells do for `&`.
            preexec_fn=ignore_sigint if ignore_interrupt else None,
        )
        self.output = ""
        self._shell: Shell | None = None
        self._read_until_ready()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.end(signal.SIGTERM)

    @property
    def address(self) -> str:
        return self._printed(r"ready: +(\S+?)/$")

    @property
    def mailbox(self) -> str:
        return self._printed(r"mails it sends: (\S+)$")

    @property
    def password(self) -> str:
        return self._printed(r"password (\S+)")

    def do(self, code: str) -> Any:
        """Return the code's `result`, as in `manage.py shell -c`."""
        if self._shell is None or self._shell.process.poll() is not None:
            self._shell = Shell(self.data)
        return self._shell.do(code)

    def heard(self) -> str:
        assert self.process.stdout is not None
        while select.select([self.process.stdout], [], [], 0)[0]:
            # Reading the file would wait for a full buffer.
            piece = os.read(self.process.stdout.fileno(), 65536)
            if not piece:
                break
            self.output += piece.decode()
        return self.output

    def children(self) -> list[psutil.Process]:
        found: list[psutil.Process] = psutil.Process(self.process.pid).children()
        return found

    def family(self) -> list[psutil.Process]:
        """The process's descendants, down to the servers' workers."""
        found: list[psutil.Process] = psutil.Process(self.process.pid).children(recursive=True)
        return found

    def end(self, number: signal.Signals) -> int:
        """Send a signal, wait, return the exit code."""
        self.shell_close()
        self.process.send_signal(number)
        code = self.process.wait(PATIENCE)
        assert self.process.stdout is not None
        self.output += self.process.stdout.read()
        self.process.stdout.close()
        return code

    def shell_close(self) -> None:
        """The shell holds the data folder's servers; `do` opens another."""
        if self._shell is not None:
            self._shell.close()
            self._shell = None

    def _read_until_ready(self) -> None:
        """Kill the site if it is not ready in time."""
        assert self.process.stdout is not None
        timer = threading.Timer(START_PATIENCE, self._kill)
        timer.start()
        try:
            for line in self.process.stdout:
                self.output += line
                if LAST_LINE in line:
                    break
        finally:
            timer.cancel()
        assert LAST_LINE in self.output, f"not ready, at the latest after {START_PATIENCE:.0f} s:\n{self.output}"

    def _kill(self) -> None:
        for process in [*self.family(), psutil.Process(self.process.pid)]:
            # Others may have ended with it.
            with suppress(psutil.NoSuchProcess):
                process.kill()

    def _printed(self, pattern: str) -> str:
        found = re.search(pattern, self.output, re.MULTILINE)
        assert found, self.output
        return found[1]


def ignore_sigint() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def heed_sigint() -> None:
    """Heed SIGINT. A program that runs the tests in the background may ignore it, and children inherit that."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def gone(processes: list[psutil.Process], within: float = PATIENCE) -> bool:
    _, alive = psutil.wait_procs(processes, timeout=within)
    # A zombie has ended; its new parent has not yet waited for it.
    return not [process for process in alive if not has_ended(process)]


def has_ended(process: psutil.Process) -> bool:
    try:
        return bool(process.status() == psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return True


def wait_until(met: Callable[[], object], what: str, within: float = PATIENCE, *, tick: float = TICK) -> None:
    """Poll every `tick` seconds; after `within` seconds fail with `what`."""
    deadline = time.monotonic() + within
    while not met():
        assert time.monotonic() < deadline, f"after {within:.0f} seconds still awaited: {what}"
        time.sleep(tick)


class Visitor:
    """A visitor who keeps cookies and follows redirects."""

    def __init__(self) -> None:
        self.cookies = CookieJar()
        self._opener: OpenerDirector = build_opener(HTTPCookieProcessor(self.cookies))

    def get(self, url: str, **headers: str) -> tuple[int, str, dict[str, str]]:
        """Return status, text and headers (in lower case)."""
        request = Request(url, headers={name.replace("_", "-"): value for name, value in headers.items()})
        return self._open(request)

    def post(self, url: str, body: str, **headers: str) -> tuple[int, str, dict[str, str]]:
        return self._open(Request(url, body.encode(), {"Referer": url, **headers}))

    def _open(self, request: Request) -> tuple[int, str, dict[str, str]]:
        try:
            with self._opener.open(request, timeout=PATIENCE) as response:
                text = response.read().decode(errors="replace")
                return response.status, text, {name.lower(): value for name, value in response.headers.items()}
        except HTTPError as error:
            with error:
                return error.code, error.read().decode(errors="replace"), {}
