"""The faults: what each does to the site, and why it can't be struck here, if so."""

from __future__ import annotations

import resource
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

import psutil

from odinsite.embedded import processes
from odinsite.embedded.folder import BASE_DIR
from odinsite.embedded.redis import ask
from tests.faults.site import Site
from tests.faults.surroundings import clock_set, earlier_lacks

FOUND_S = 30.0
FULL_S, MAIL_S, JUMP_S, TWICE_S = 8.0, 25.0, 12.0, 20.0
JUMP: Final = timedelta(days=2)


def lacks_nothing() -> str:
    return ""


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault. `strike` returns when it is over. `short`: whether the short form has it. `lacks`: what it needs and
    this machine does not have, "" if nothing.
    """

    name: str
    strike: Callable[[Site], None]
    short: bool = False
    lacks: Callable[[], str] = lacks_nothing


def part_killed(role: str) -> Callable[[Site], None]:
    def strike(site: Site) -> None:
        process = site.parts[role].process
        assert process is not None
        process.kill()

    return strike


def pool_killed(site: Site) -> None:
    """Kill one of the bots' worker's two processes for tasks."""
    head = site.parts["bots"].process
    assert head is not None
    psutil.Process(head.pid).children()[0].kill()


def server_killed(*names: str) -> Callable[[Site], None]:
    def strike(site: Site) -> None:
        site.until(lambda: site.server(*names), names[0], FOUND_S)
        found = site.server(*names)
        assert found is not None
        found.kill()

    return strike


def connection_killed(site: Site) -> None:
    """Kill the PostgreSQL process of one connection, after which the server restarts all."""
    server = site.server("postgres")
    assert server is not None
    found = [child for child in server.children() if " odin " in " ".join(child.cmdline())]
    found[0].kill()


def keeper_killed(site: Site) -> None:
    assert site.servers.keeper is not None
    site.servers.keeper.kill()


def redis_emptied(site: Site) -> None:
    ask(site.folder.redis_socket, b"FLUSHALL\r\n")


def disk_full(site: Site) -> None:
    """Let no process of the site but Redis write to a file."""
    with no_writing(site):
        site.wait(FULL_S)


@contextmanager
def no_writing(site: Site) -> Iterator[None]:
    def limit(size: int) -> None:
        for process in site.family():
            with suppress(psutil.Error, OSError):
                if process.name() != "valkey-server":
                    hard = process.rlimit(psutil.RLIMIT_FSIZE)[1]
                    process.rlimit(psutil.RLIMIT_FSIZE, (size, hard))

    limit(0)
    try:
        yield
    finally:
        # Children that a process started in between have its limit.
        limit(resource.RLIM_INFINITY)
        limit(resource.RLIM_INFINITY)


def mail_server(*, refuses: bool = False, hangs: bool = False, is_late: bool = False) -> Callable[[Site], None]:
    def strike(site: Site) -> None:
        room = site.mail.room
        room.refuses, room.hangs, room.is_late = refuses, hangs, is_late
        try:
            site.mails_cause()
            site.wait(MAIL_S)
        finally:
            room.refuses = room.hangs = room.is_late = False

    return strike


def clock_jumps(site: Site) -> None:
    """Put the clock of all processes but the servers' two days ahead, and back."""
    clock_set(site.folder, JUMP)
    try:
        site.wait(JUMP_S)
    finally:
        clock_set(site.folder)


def second_timetable(site: Site) -> None:
    """Let another beat send the timetable's tasks too."""
    command, log = site.beat_command("second-beat"), site.folder.logs / "second-beat.log"
    second = processes.start(command, log=log, folder=BASE_DIR, environment=site.environment)
    try:
        site.wait(TWICE_S)
    finally:
        processes.stop(second)


def updated(site: Site) -> None:
    """Migrate the tables under the running earlier version, then replace its processes one after the other."""
    site.root = BASE_DIR
    site.prepare()
    for role, part in site.parts.items():
        part.root = BASE_DIR
        site.replace(role)


FAULTS: Final = (
    # The first one: the site begins with the earlier version for it.
    Fault("update over a migration", updated, lacks=earlier_lacks),
    Fault("web killed", part_killed("web"), short=True),
    Fault("clocks' worker killed", part_killed("clocks")),
    Fault("bots' worker killed", part_killed("bots"), short=True),
    Fault("bots' task process killed", pool_killed),
    Fault("outward worker killed", part_killed("outward")),
    Fault("beat killed", part_killed("beat")),
    Fault("Redis killed", server_killed("valkey-server", "redis-server"), short=True),
    Fault("PostgreSQL killed", server_killed("postgres"), short=True),
    Fault("PostgreSQL connection killed", connection_killed),
    Fault("keeper of both servers killed", keeper_killed),
    Fault("Redis emptied", redis_emptied, short=True),
    Fault("disk full", disk_full),
    Fault("mail server refuses", mail_server(refuses=True)),
    Fault("mail server hangs", mail_server(hangs=True)),
    Fault("mail server late", mail_server(is_late=True)),
    Fault("clocks jump", clock_jumps),
    Fault("two beats", second_timetable),
)
