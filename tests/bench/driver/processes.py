"""Processor time and memory of a site's processes, where they run on this machine."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

import psutil

WEB = ("odinsite.web", "odinsite.asgi", "tests.api.unlimited", "tests.bench.uncounted")
ROLES = ("web", "worker", "beat", "postgres", "redis")


@dataclass(frozen=True, slots=True)
class Processes:
    """The heads of the site's processes, by role; `environment` is the web process's."""

    heads: Mapping[str, list[psutil.Process]]
    environment: Mapping[str, str] = field(default_factory=dict)

    def seconds(self) -> Counter[str]:
        """Processor seconds since each process began, by role, with children that run or have ended."""
        return Counter({role: sum(map(_seconds, heads)) for role, heads in self.heads.items()})

    def resident(self, role: str = "web") -> int:
        """The memory in bytes."""
        return sum(int(process.memory_info().rss) for head in self.heads.get(role, []) for process in _family(head))


def site_processes(addresses: Iterable[str]) -> Processes:
    """The processes of the site whose web process listens at the first of these addresses; none if it runs elsewhere.
    Other web processes, workers and beat are recognised by the database in their environment, the servers by their
    socket.
    """
    port = urlsplit(next(iter(addresses))).port
    environments = [_environment(process) for process in _listeners(port)]
    environment = next((found for found in environments if "DATABASE_URL" in found), None)
    if environment is None:
        return Processes({})
    database = environment["DATABASE_URL"]
    heads: dict[str, list[psutil.Process]] = {role: [] for role in ROLES}
    ours = [process for process in psutil.process_iter() if _environment(process).get("DATABASE_URL") == database]
    for process in ours:
        role = _role(process)
        if role and not (process.parent() in ours and _role(process.parent()) == role):
            heads[role].append(process)
    heads["postgres"] = _servers("postgres", database_socket(database))
    queue = socket_of(environment.get("REDIS_URL", ""), 6379)
    heads["redis"] = [*_servers("redis-server", queue), *_servers("valkey-server", queue)]
    return Processes(heads, environment)


def server_processes(number: int, database: str | int | None) -> Processes:
    """A server's process as `web`, and the PostgreSQL that listens at this socket's path or port."""
    heads = {"web": heads_of(number)}
    return Processes(heads if database is None else {**heads, "postgres": _servers("postgres", database)})


def database_socket(url: str) -> str | int:
    """The path of the database's socket, or its port if it has none."""
    parts = urlsplit(url)
    folder = parse_qs(parts.query).get("host", [""])[0] or unquote(parts.hostname or "")
    port = parts.port or 5432
    return f"{folder}/.s.PGSQL.{port}" if folder.startswith("/") else port


def socket_of(url: str, usual: int) -> str | int:
    parts = urlsplit(url)
    return unquote(parts.path) if parts.scheme == "unix" else parts.port or usual


def heads_of(number: int) -> list[psutil.Process]:
    with suppress(psutil.Error):
        return [psutil.Process(number)]
    return []


def _role(process: psutil.Process) -> str:
    with suppress(psutil.Error):
        line = process.cmdline()
        if any(name in part for name in WEB for part in line):
            return "web"
        if any(Path(part).name == "celery" for part in line[:3]):
            return "beat" if "beat" in line else "worker" if "worker" in line else ""
    return ""


def _environment(process: psutil.Process) -> dict[str, str]:
    with suppress(psutil.Error):
        found: dict[str, str] = process.environ()
        return found
    return {}


def _listeners(port: int | None) -> list[psutil.Process]:
    """The processes that hold this port: besides web processes, `up`, which hands it to them."""
    found = []
    for process in psutil.process_iter():
        with suppress(psutil.Error):
            if any(c.status == psutil.CONN_LISTEN and c.laddr.port == port for c in process.net_connections("tcp")):
                found.append(process)
    return found


def _servers(name: str, place: str | int) -> list[psutil.Process]:
    """The servers of this name that listen at a socket's path or a port, without their children."""
    found = []
    for process in psutil.process_iter(["name"]):
        with suppress(psutil.Error):
            parent = process.parent()
            child = parent is not None and parent.name() == name
            if process.info["name"] == name and not child and _listens(process, place):
                found.append(process)
    return found


def _listens(process: psutil.Process, place: str | int) -> bool:
    if isinstance(place, str):
        return any(c.laddr == place for c in process.net_connections("unix"))
    return any(c.status == psutil.CONN_LISTEN and c.laddr.port == place for c in process.net_connections("tcp"))


def _family(head: psutil.Process) -> list[psutil.Process]:
    with suppress(psutil.Error):
        return [head, *head.children(recursive=True)]
    return []


def _seconds(head: psutil.Process) -> float:
    """The processor seconds of the head, its ended children and those that run."""
    total = 0.0
    for process in _family(head):
        with suppress(psutil.Error):
            times = process.cpu_times()
            total += times.user + times.system
            # Parents include the processor time of children that have ended.
            total += times.children_user + times.children_system
    return total
