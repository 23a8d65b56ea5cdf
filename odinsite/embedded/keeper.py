"""Runs PostgreSQL and Redis: `python -m odinsite.embedded DIR [SETTING...]`.

Users hold `users.lock` shared. The keeper holds `keeper.lock`, writes its progress into it, restarts ended servers, and
stops both once `users.lock` is free, which the kernel also drops for killed users. It doesn't load Django, for a fast
start.
"""

import signal
import time
from pathlib import Path
from typing import IO

from odinsite.embedded.child import shorten
from odinsite.embedded.errors import GaveUp, StartError
from odinsite.embedded.folder import Folder
from odinsite.embedded.postgres import Postgres
from odinsite.embedded.redis import Redis
from odinsite.embedded.watch import Watch

TICK, START_TICK = 0.1, 0.02
LOCK_PATIENCE = 2.0
# Failed: never ready. Gave up: was ready and did not come back.
READY, FAILED, GAVE_UP = "ready", "failed: ", "gave up: "


class Stopped(BaseException):
    """A BaseException, so that no error handler swallows it."""


def take_lock(folder: Folder) -> IO[str] | None:
    """The keeper's lock; None if another keeper has it."""
    deadline = time.monotonic() + LOCK_PATIENCE
    while (lock := folder.lock("keeper.lock")) is None:
        if time.monotonic() > deadline:
            return None
        time.sleep(TICK)
    return lock


def report(lock: IO[str], words: str) -> None:
    """Write the keeper's words for waiting users."""
    lock.seek(0)
    lock.truncate()
    lock.write(words)
    lock.flush()


def keep(folder: Folder, settings: tuple[str, ...]) -> int:
    lock = take_lock(folder)
    if lock is None:
        return 0
    report(lock, "")
    servers = (Redis(folder.redis_socket, folder.logs / "redis.log"), Postgres(folder, settings))
    users: IO[str] | None = None
    try:
        users = bring_up(folder, servers) or watch_over(folder, servers, lock)
        report(lock, "")
    except Stopped:
        report(lock, FAILED + "The database servers were told to stop.")
    except GaveUp as error:
        report(lock, GAVE_UP + str(error))
    except (StartError, OSError) as error:
        report(lock, FAILED + str(error))
    finally:
        for server in reversed(servers):
            server.stop()
        # Take this one first: otherwise the last user, seeing it held and the other free, would mistake a newcomer for
        # another user.
        lock.close()
        # Held until here, so that newcomers wait, then start a keeper.
        if users is not None:
            users.close()
    return 0


def bring_up(folder: Folder, servers: tuple[Redis, Postgres]) -> IO[str] | None:
    """Start both servers. Returns None when they are ready, or the users' lock if all users left earlier. Raises
    StartError when one ends: a first start is not repeated.
    """
    for server in servers:
        server.begin()
    deadline = time.monotonic() + servers[1].patience
    while not all(server.ready() for server in servers):
        if (users := folder.lock("users.lock")) is not None:
            return users
        if time.monotonic() > deadline:
            raise StartError(f"PostgreSQL is not ready after {servers[1].patience:.0f} seconds; see {servers[1].log}.")
        time.sleep(START_TICK)
    return None


def watch_over(folder: Folder, servers: tuple[Redis, Postgres], lock: IO[str]) -> IO[str]:
    """Keep both running; return the users' lock once it is free. Raises GaveUp."""
    server_log = ServerLog(folder)
    watches = [Watch(server, server_log.add) for server in servers]
    told = ""
    while (users := folder.lock("users.lock")) is None:
        for watch in watches:
            watch.look()
        words = READY if all(watch.up for watch in watches) else ""
        if words != told:
            report(lock, words)
            told = words
        time.sleep(TICK)
    return users


class ServerLog:
    """The reports of the servers' keeper, for a terminal."""

    def __init__(self, folder: Folder) -> None:
        """Open the log, and skip earlier lines."""
        self.file = folder.logs / "servers.log"
        self.read = self.file.stat().st_size if self.file.exists() else 0

    def add(self, line: str) -> None:
        shorten(self.file)
        with open(self.file, "a", encoding="utf-8") as file:
            file.write(f"{time.strftime('%Y-%m-%d %H:%M:%S')}\t{line}\n")

    def lines(self) -> list[str]:
        """The new lines, without dates."""
        size = self.file.stat().st_size if self.file.exists() else 0
        if size == self.read:
            return []
        with open(self.file, encoding="utf-8") as file:
            # A shorter file is a new one.
            file.seek(self.read if size > self.read else 0)
            whole, end, _ = file.read().rpartition("\n")
            self.read = file.tell() - len(_.encode())
        return [line.partition("\t")[2] for line in (whole + end).splitlines()]


def stop_on_signal(number: int, frame: object) -> None:
    for each in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(each, signal.SIG_IGN)
    raise Stopped


def main(arguments: list[str]) -> int:
    """Run the servers. `arguments`: the folder, then PostgreSQL settings, `name=value`."""
    for each in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(each, stop_on_signal)
    return keep(Folder(Path(arguments[0])), tuple(arguments[1:]))
