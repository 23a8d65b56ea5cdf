"""Both servers as in production, each with a PostgreSQL cluster of its own with the same settings."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Protocol, Self

from odinsite.embedded.folder import Folder
from odinsite.embedded.servers import Servers
from tests.bench.compare.program import Program
from tests.bench.compare.tokens import CODE as TOKENS
from tests.bench.driver.processes import Processes, database_socket, server_processes, site_processes
from tests.embedded.running import PATIENCE, ROOT, environment
from tests.live.children import free_port

PEER = ROOT / "tests" / "bench" / "peer"
LOCK, INSTALLED = PEER / "package-lock.json", PEER / "node_modules" / ".package-lock.json"
QUEUES = "clocks,bots,background,idle,mail,outward"
CELERY = (sys.executable, "-m", "celery", "-A", "odinsite")
# In one process; a folder kept from an earlier run has both.
PREPARE = """
import sys
from pathlib import Path
from odinsite.embedded.folder import Folder
from odinsite.embedded.preparation import bring_up_to_date, collect_static
bring_up_to_date()
collect_static(Folder(Path(sys.argv[1])))
"""


class Server(Protocol):
    """A side's server. `web`: the processes that people reach; `in_memory`: games end with them."""

    web: list[Program]
    in_memory: bool

    def processes(self) -> Processes:
        """The processes that run now. Looks through all of the machine's."""
        ...


class Site:
    """Our production form: web processes, a worker for all queues, beat, PostgreSQL, Redis. Ends with the context."""

    in_memory = False

    def __init__(self, path: Path, webs: int) -> None:
        self.folder = Folder(path)
        ports = [free_port() for _number in range(webs)]
        self.environment = environment(
            DATABASE_URL=self.folder.database_url,
            REDIS_URL=self.folder.redis_url,
            PUBLIC_URL=f"http://127.0.0.1:{ports[0]}",
            TRUSTED_PROXIES="127.0.0.1",
            STATIC_ROOT=str(self.folder.static),
            MAIL_DIR=str(self.folder.mail),
            DJANGO_SETTINGS_MODULE="odinsite.settings",
            DEBUG="false",
            PYTHONUNBUFFERED="1",
        )
        self.web = [self._web(port) for port in ports]
        self.others = [
            self._program("worker", *CELERY, "worker", "--queues", QUEUES, "--concurrency", "2",
                          "--without-gossip", "--without-mingle", "--loglevel", "WARNING"),
            self._program("beat", *CELERY, "beat", "--loglevel", "WARNING",
                          "--schedule", str(self.folder.beat_schedule)),
        ]  # fmt: skip
        self._stack = ExitStack()

    def __enter__(self) -> Self:
        with ExitStack() as stack:
            stack.enter_context(Servers(self.folder))
            self.environment |= self.folder.secrets()
            prepare = [sys.executable, "-c", PREPARE, str(self.folder.path)]
            subprocess.run(prepare, cwd=ROOT, env=self.environment, check=True)
            for program in (*self.web, *self.others):
                program.begin()
                stack.callback(program.end)
            for program in self.web:
                program.wait()
            self._stack = stack.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def processes(self) -> Processes:
        return site_processes([self.web[0].address])

    def tokens(self, sessions: Sequence[str]) -> list[str]:
        """A token for the person of each login."""
        make = [sys.executable, "-c", TOKENS]
        asked = json.dumps(sessions)
        done = subprocess.run(
            make,
            cwd=ROOT,
            env=self.environment,
            input=asked,
            capture_output=True,
            text=True,
            check=True,
            timeout=PATIENCE,
        )
        found: list[str] = json.loads(done.stdout)
        return found

    def _web(self, port: int) -> Program:
        # The few people of a bench send more requests than the interface lets one account send.
        command = ["-m", "tests.api.unlimited", "--verbosity", "0", "--bind", "127.0.0.1", "--port", str(port)]
        found = self._program(f"web-{port}", sys.executable, *command)
        found.port, found.page = port, "/livez"
        return found

    def _program(self, name: str, *command: str) -> Program:
        return Program(command, self.folder.logs / f"{name}.log", ROOT, self.environment)


class Peer:
    """boardgame.io with `NODE_ENV=production`, on PostgreSQL or (`in_memory`) without. Ends with the context."""

    def __init__(self, path: Path, *, in_memory: bool) -> None:
        self.folder = Folder(path)
        self.in_memory = in_memory
        database = {} if in_memory else {"PGHOST": str(self.folder.sockets), "PGUSER": "odin", "PGDATABASE": "odin"}
        port = free_port()
        settings = environment(NODE_ENV="production", **database)
        log = self.folder.logs / "peer.log"
        self.web = [Program(["node", "server.js", str(port)], log, PEER, settings, port, "/games")]
        self._stack = ExitStack()

    def __enter__(self) -> Self:
        peer_install()
        self.folder.prepare()
        with ExitStack() as stack:
            if not self.in_memory:
                stack.enter_context(Servers(self.folder))
            self.web[0].begin()
            stack.callback(self.web[0].end)
            self.web[0].wait()
            self._stack = stack.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def processes(self) -> Processes:
        return server_processes(
            self.web[0].number, None if self.in_memory else database_socket(self.folder.database_url)
        )


def peer_lacks() -> str:
    """The programs that the peer needs and this machine lacks; "" if none."""
    missing = [program for program in ("node", "npm") if shutil.which(program) is None]
    return f"boardgame.io is left out: no {' and no '.join(missing)} here" if missing else ""


def peer_install() -> None:
    """Install the peer by package-lock.json, unless it is installed."""
    if not INSTALLED.exists() or INSTALLED.stat().st_mtime < LOCK.stat().st_mtime:
        install = ["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--silent"]
        subprocess.run(install, cwd=PEER, check=True)
