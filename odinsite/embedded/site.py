"""Starts, watches and stops web and worker."""

import os
import socket
import sys
import time
from contextlib import closing, suppress
from urllib.parse import urlsplit

from odinsite.embedded.changes import Changes
from odinsite.embedded.child import START_PATIENCE, Child, PolledRequest, last_words, shorten_open, stop_all
from odinsite.embedded.errors import StartError
from odinsite.embedded.folder import Folder
from odinsite.embedded.interrupt import Interrupt
from odinsite.embedded.keeper import ServerLog
from odinsite.embedded.preparing import Preparing
from odinsite.embedded.servers import Servers
from odinsite.embedded.watch import Watch

TICK, WEB_TICK, LOGS_TICK = 0.2, 0.02, 10.0
# Processes write to them without end.
OPEN_LOGS = ("web.log", "worker.log", "keeper.log", "postgres.log", "redis.log")


class Site:
    """The site's processes. `run` stops them all before it returns or raises."""

    def __init__(
        self, folder: Folder, servers: Servers | None, listener: socket.socket, address: str, interrupt: Interrupt
    ) -> None:
        """Set the site up. `servers`: None if the environment names others; the web process inherits `listener`."""
        self.folder = folder
        self.servers = servers
        self.address = address
        self.pause = interrupt.pause
        python = [sys.executable, "-m"]
        self.web = Child(
            "web",
            [*python, "odinsite.web", "-v", "0", "--fd", str(listener.fileno())],
            folder.logs / "web.log",
            inherited=listener.fileno(),
            # By the public name, over our socket.
            answers=PolledRequest(*self._here(), "/livez", self._public_name()),
        )
        self.worker = Child(
            "worker", [*python, "odinsite.queue", str(folder.beat_schedule)], folder.logs / "worker.log"
        )

    def run(self, *, demo: bool, reload: bool = False) -> None:
        children = (self.web, self.worker)
        try:
            self._prepare(demo=demo)
            for child in children:
                child.begin()
                if child is self.web:
                    # Pages first: the other would slow the web process's start.
                    self._wait_for_web()
            print(*self._banner(), sep="\n", flush=True)
            self._watch(children, Changes() if reload else None)
        finally:
            stop_all(children)

    def _watch(self, children: tuple[Child, ...], changes: Changes | None) -> None:
        """Run until a signal. Raises GaveUp."""
        servers: list[Watch] = []
        server_log: ServerLog | None = None
        if self.servers is not None:
            servers = [Watch(self.servers, say)]
            server_log = ServerLog(self.folder)
        watches = [Watch(child, say) for child in children]
        shortened_at = time.monotonic()
        while True:
            self.pause(TICK)
            for line in server_log.lines() if server_log else []:
                say(line)
            changed = changes.changed() if changes else []
            if changed:
                watches = _restarted(children, changed)
            for watch in (*servers, *watches):
                watch.look()
            if time.monotonic() - shortened_at > LOGS_TICK:
                shortened_at = time.monotonic()
                for log in OPEN_LOGS:
                    shorten_open(self.folder.logs / log)

    def _prepare(self, *, demo: bool) -> None:
        with closing(Preparing(self.folder, demo=demo)) as preparing:
            self.wait_for_servers()
            preparing.finish(self.pause)
        self.pause(0)

    def wait_for_servers(self) -> None:
        if self.servers is not None:
            self.servers.wait(self.pause)

    def _wait_for_web(self) -> None:
        deadline = time.monotonic() + START_PATIENCE
        while not self.web.ready():
            reason = self.web.ended()
            if reason is not None:
                raise StartError(f"The web process does not start ({reason}). {last_words(self.web.log)}")
            if time.monotonic() > deadline:
                raise StartError(f"The web process does not answer. {last_words(self.web.log)}")
            self.pause(WEB_TICK)

    def _here(self) -> tuple[str, int]:
        here = urlsplit(self.address)
        return here.hostname or "127.0.0.1", here.port or 80

    def _public_name(self) -> str:
        return urlsplit(os.environ.get("PUBLIC_URL") or self.address).netloc

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


def _restarted(children: tuple[Child, ...], changed: list[str]) -> list[Watch]:
    """Restart processes with changed code. The socket stays, so pages wait."""
    more = f" and {len(changed) - 1} more" if changed[1:] else ""
    say(f"{changed[0]}{more} changed: starting web and worker again.")
    stop_all(children)
    for child in children:
        child.begin()
    return [Watch(child, say) for child in children]


def say(line: str) -> None:
    """Print a line. A closed terminal must not end the site."""
    with suppress(OSError):
        print(line, flush=True)
