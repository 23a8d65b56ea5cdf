"""The processes of one running site: web, worker and beat, started together, watched, and stopped together."""

import http.client
import os
import signal
import socket
import subprocess
import sys
import time
from collections import deque
from pathlib import Path
from urllib.parse import urlsplit

from odinsite.embedded import processes
from odinsite.embedded.errors import StartError
from odinsite.embedded.folder import BASE_DIR, Folder
from odinsite.embedded.interrupt import Interrupt
from odinsite.embedded.servers import Servers

TICK, WEB_TICK = 0.2, 0.02
WEB_PATIENCE = 60.0
STOP_PATIENCE = 10.0
# A process that ends this often within this many seconds does not get better by another start.
MANY_ENDS, ENDS_WITHIN = 4, 60.0
LOG_KEPT = 10_000_000


class Child:
    """One process of the site, which is started again when it ends by itself."""

    def __init__(self, name: str, command: list[str], log: Path, *, inherited: int | None = None) -> None:
        self.name = name
        self.command = command
        self.log = log
        self.inherited = inherited
        self.process: subprocess.Popen[bytes] | None = None
        self.ends: deque[float] = deque(maxlen=MANY_ENDS)

    def start(self) -> None:
        shorten(self.log)
        self.process = processes.start(self.command, log=self.log, folder=BASE_DIR, inherited=self.inherited)

    def watch(self) -> None:
        """Start the process again if it ended; raise StartError when it keeps ending."""
        if self.process is None or self.process.poll() is None:
            return
        now = time.monotonic()
        self.ends.append(now)
        if len(self.ends) == MANY_ENDS and now - self.ends[0] < ENDS_WITHIN:
            raise StartError(f"The {self.name} process keeps ending. {last_words(self.log)}")
        print(f"The {self.name} process ended (code {self.process.returncode}) and is started again; see {self.log}.")
        self.start()


class Site:
    """`run` starts everything and stays; whatever ends it, every process is stopped before it returns or raises."""

    def __init__(
        self, folder: Folder, servers: Servers | None, listener: socket.socket, address: str, interrupt: Interrupt
    ) -> None:
        """`servers` is None where the environment names others; `listener` goes on to the web process."""
        self.folder = folder
        self.servers = servers
        self.address = address
        self.pause = interrupt.pause
        python = [sys.executable, "-m"]
        celery = [*python, "celery", "-A", "odinsite", "--quiet"]
        self.web = Child(
            "web",
            [*python, "daphne", "-v", "0", "--fd", str(listener.fileno()), "odinsite.asgi:application"],
            folder.logs / "web.log",
            inherited=listener.fileno(),
        )
        self.worker = Child(
            "worker",
            [*celery, "worker", "-l", "warning", "-c", "2", "--without-gossip", "--without-mingle"],
            folder.logs / "worker.log",
        )
        self.beat = Child(
            "beat", [*celery, "beat", "-l", "warning", "-s", str(folder.beat_schedule)], folder.logs / "beat.log"
        )

    def run(self, *, demo: bool) -> None:
        children = (self.web, self.worker, self.beat)
        try:
            self._prepare(demo=demo)
            for child in children:
                child.start()
                if child is self.web:
                    # The others would only slow down what somebody is waiting for.
                    self._wait_for_web()
            print(*self._banner(), sep="\n", flush=True)
            while True:
                self.pause(TICK)
                for child in children:
                    child.watch()
                if self.servers is not None and not self.servers.alive():
                    raise StartError(f"The database servers have ended; see {self.folder.logs}.")
        finally:
            stop_all(children)

    def _prepare(self, *, demo: bool) -> None:
        """Make database and files ready in this process."""
        # Imported late, so that the servers start while Django loads.
        from odinsite.embedded import preparation

        preparation.prepare(self.folder, self.wait_for_servers, demo=demo)
        self.pause(0)

    def wait_for_servers(self) -> None:
        """Wait for servers of our own; those that the environment names are there or not."""
        if self.servers is not None:
            self.servers.wait(self.pause)

    def _wait_for_web(self) -> None:
        deadline = time.monotonic() + WEB_PATIENCE
        while not self._answers():
            self.web.watch()
            if time.monotonic() > deadline:
                raise StartError(f"The web process does not answer. {last_words(self.web.log)}")
            self.pause(WEB_TICK)

    def _answers(self) -> bool:
        """Ask for the site's health as a visitor would: with the public name, over the socket that we listen on."""
        here = urlsplit(self.address)
        public = urlsplit(os.environ.get("PUBLIC_URL") or self.address)
        connection = http.client.HTTPConnection(here.hostname or "127.0.0.1", here.port, timeout=10)
        try:
            connection.request("GET", "/healthz", headers={"Host": public.netloc})
            return connection.getresponse().status == http.HTTPStatus.OK
        except (OSError, http.client.HTTPException):
            return False
        finally:
            connection.close()

    def _banner(self) -> list[str]:
        public = os.environ.get("PUBLIC_URL") or self.address
        key = os.environ.get("MAILBOX_KEY")
        lines = ["", f"The site is ready:  {public}/"]
        if public != self.address:
            lines.append(f"It listens at:      {self.address}/")
        if key:
            lines.append(f"The mails it sends: {self.address}/mail/?key={key}")
        elif not os.environ.get("EMAIL_URL"):
            lines.append(f"The mails it sends: files in {self.folder.mail}, for EMAIL_URL names no mail server")
        return [*lines, f"Data and logs:      {self.folder.path}", "Ctrl-C stops it.", ""]


def stop_all(children: tuple[Child, ...]) -> None:
    """Ask all children to end at once, and wait for each."""
    running = [child.process for child in children if child.process is not None and child.process.poll() is None]
    for process in running:
        process.send_signal(signal.SIGTERM)
    deadline = time.monotonic() + STOP_PATIENCE
    for process in running:
        processes.wait_or_kill(process, deadline - time.monotonic())


def shorten(log: Path) -> None:
    """Put a long log aside at the start, in place of the one put aside before."""
    if log.exists() and log.stat().st_size > LOG_KEPT:
        log.rename(log.with_suffix(".old.log"))


def last_words(log: Path) -> str:
    """Return the last line that a process wrote, and where the rest is."""
    lines = log.read_text(encoding="utf-8", errors="replace").strip().splitlines() if log.exists() else []
    return f"Its last words: {lines[-1] if lines else 'none'} (see {log})."
