"""A whole site in the processes that a deployment has, on embedded servers, watched as `up` watches its own."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from http.client import HTTPConnection
from pathlib import Path
from typing import Any, Self
from urllib.parse import urlencode

import psutil

from odinsite.embedded import processes
from odinsite.embedded.child import Child, PolledRequest, stop_all
from odinsite.embedded.folder import Folder
from odinsite.embedded.servers import Servers
from odinsite.embedded.up import listen
from odinsite.embedded.watch import Supervised, Watch
from tests.bench.driver.http import TOKEN
from tests.embedded.running import environment
from tests.faults.mailserver import MailServer
from tests.live.children import free_port

TICK_S = 0.1
PATIENCE_S = 120.0
COMMAND_S = 180.0
CELERY = (sys.executable, "-m", "celery", "-A", "odinsite")
# As in docker/systemd.
WORKERS = {"clocks": ("clocks", 2), "bots": ("bots,background,idle", 2), "outward": ("mail,outward", 4)}


class Part(Child):
    """A process of the site. `root`: the code that it runs from its next start on."""

    def __init__(self, site: Site, name: str, command: list[str], *, listens: bool = False) -> None:
        port = site.port
        super().__init__(
            name,
            command,
            site.folder.logs / f"{name}.log",
            inherited=site.listener.fileno() if listens else None,
            answers=PolledRequest("127.0.0.1", port, "/livez", f"127.0.0.1:{port}") if listens else None,
        )
        self.role, self.site, self.root = name, site, site.root

    def begin(self) -> None:
        self.begun_at = time.monotonic()
        self.process = processes.start(
            self.command, log=self.log, folder=self.root, inherited=self.inherited, environment=self.site.environment
        )

    def ended(self) -> str | None:
        reason = super().ended()
        if reason is not None:
            self.site.ends.append(f"{self.role}: {reason}")
        return reason


class Site:
    """The running site, which ends with the context. Its parts are started again while `wait` waits.

    `environment`: of the parts and commands; `ends`: which parts have ended, and how.
    """

    def __init__(self, folder: Folder, root: Path, **extra: str) -> None:
        self.folder, self.root = folder, root
        self.listener = listen("127.0.0.1", 0)
        self.port: int = self.listener.getsockname()[1]
        self.mail = MailServer(free_port())
        self.ends: list[str] = []
        self.told: list[str] = []
        self.servers = Servers(self.folder)
        self.environment = environment(
            DATABASE_URL=self.folder.database_url,
            REDIS_URL=self.folder.redis_url,
            PUBLIC_URL=f"http://127.0.0.1:{self.port}",
            EMAIL_URL=f"smtp://127.0.0.1:{self.mail.port}",
            STATIC_ROOT=str(self.folder.static),
            DJANGO_SETTINGS_MODULE="odinsite.settings",
            DEBUG="false",
            BOT_PAUSE_S="0.2",
            PYTHONUNBUFFERED="1",
            **self.folder.secrets(),
            **extra,
        )
        self.parts = {part.role: part for part in self._parts()}
        self.watches: list[Watch] = []

    def _parts(self) -> Iterator[Part]:
        web = [sys.executable, "-m", "odinsite.web", "-v", "0", "--fd", str(self.listener.fileno())]
        yield Part(self, "web", web, listens=True)
        for name, (queues, count) in WORKERS.items():
            options = ["--queues", queues, "--concurrency", str(count), "--without-gossip", "--without-mingle"]
            yield Part(self, name, [*CELERY, "worker", "--hostname", f"{name}@%h", *options, "--loglevel", "INFO"])
        yield Part(self, "beat", self.beat_command("beat"))

    def beat_command(self, name: str) -> list[str]:
        return [*CELERY, "beat", "--loglevel", "WARNING", "--schedule", str(self.folder.path / name)]

    def __enter__(self) -> Self:
        try:
            self.mail.start()
            self.servers.wait()
            self.prepare()
            for part in self.parts.values():
                part.begin()
            watched: tuple[Supervised, ...] = (self.servers, *self.parts.values())
            self.watches = [Watch(each, self.told.append) for each in watched]
            self.until(lambda: all(watch.up for watch in self.watches), "the site's processes")
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        stop_all(tuple(self.parts.values()))
        self.servers.release()
        self.mail.stop()
        self.listener.close()

    def prepare(self) -> None:
        """Migrate the tables and collect static files, as deployments do."""
        self.manage("migrate", "--noinput", "-v", "0")
        self.manage("collectstatic", "--noinput", "-v", "0")

    def wait(self, seconds: float) -> None:
        """Wait, and start again what has ended."""
        until = time.monotonic() + seconds
        while True:
            for watch in self.watches:
                watch.look()
            if time.monotonic() >= until:
                return
            time.sleep(TICK_S)

    def until(self, met: Callable[[], object], what: str, within: float = PATIENCE_S) -> None:
        """Wait for something. Raises TimeoutError."""
        deadline = time.monotonic() + within
        while not met():
            if time.monotonic() > deadline:
                raise TimeoutError(f"after {within:.0f} seconds still awaited: {what}")
            self.wait(TICK_S)

    def replace(self, role: str) -> None:
        """Ask a part to end, and wait until its successor works."""
        part = self.parts[role]
        former = part.process
        assert former is not None
        former.terminate()
        watch = next(watch for watch in self.watches if watch.supervised is part)
        self.until(lambda: watch.up and part.process is not former, f"a new {role}")

    def family(self) -> list[psutil.Process]:
        """The keeper, the parts, and their descendants."""
        heads = [part.process for part in self.parts.values()]
        found = []
        for head in (self.servers.keeper, *heads):
            with suppress(psutil.Error):
                if head is not None:
                    process = psutil.Process(head.pid)
                    found += [process, *process.children(recursive=True)]
        return found

    def server(self, *names: str) -> psutil.Process | None:
        """The server's process of one of these names, None while there is none."""
        assert self.servers.keeper is not None
        with suppress(psutil.Error):
            children = psutil.Process(self.servers.keeper.pid).children()
            return next((child for child in children if child.name() in names), None)
        return None

    def mails_cause(self, count: int = 3) -> None:
        """Let people ask for links to set a new password."""
        for number in range(count):
            fields = urlencode({"email": f"program{number}a@example.org"})
            headers = {
                "Content-Type": "application/x-www-form-urlencoded",
                "Cookie": f"csrftoken={TOKEN}",
                "X-CSRFToken": TOKEN,
                "Origin": f"http://127.0.0.1:{self.port}",
            }
            connection = HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_S)
            connection.request("POST", "/accounts/password/reset/", fields, headers)
            connection.getresponse().read()
            connection.close()

    def manage(self, *arguments: str) -> str:
        """The output of a command, while the parts are watched. Raises CalledProcessError."""
        return self._run([sys.executable, "manage.py", *arguments])

    def ask(self, file: Path, call: str) -> Any:
        """The JSON that a call of this file's `main` prints in a shell of the site."""
        code = f"exec(compile(open({str(file)!r}).read(), 'faults', 'exec')); main({call})"
        return json.loads(self.manage("shell", "--no-imports", "-c", code).splitlines()[-1])

    def _run(self, command: list[str]) -> str:
        with tempfile.TemporaryFile("w+") as output:
            process = subprocess.Popen(command, cwd=self.root, env=self.environment, stdout=output)
            try:
                self.until(lambda: process.poll() is not None, " ".join(command[1:3]), COMMAND_S)
            finally:
                process.kill()
                process.wait()
            output.seek(0)
            text = output.read()
        if process.returncode:
            raise subprocess.CalledProcessError(process.returncode, command, text)
        return text
