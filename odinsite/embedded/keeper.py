"""The process that keeps PostgreSQL and Redis: `python -m odinsite.embedded DIR [SETTING...]`.

Users of the servers hold `users.lock` shared. The keeper holds `keeper.lock`, writes its progress into it, restarts
servers that ended, and stops both once nobody holds the first lock. The kernel drops the locks of killed users, so
nothing is counted. Without Django, to start fast.
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
# Failed: was never ready. Gave up: was ready and did not come back.
READY, FAILED, GAVE_UP = "ready", "failed: ", "gave up: "


class Stopped(BaseException):
    """Raised by a signal; a BaseException, so that no error handler swallows it."""


def take_lock(folder: Folder) -> IO[str] | None:
    """The keeper's lock, or None if another keeper keeps it."""
    deadline = time.monotonic() + LOCK_PATIENCE
    while (lock := folder.lock("keeper.lock")) is None:
        if time.monotonic() > deadline:
            return None
        time.sleep(TICK)
    return lock


def report(lock: IO[str], words: str) -> None:
    """Replace the lock file's content, which waiting users read."""
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
        # Held until here: newcomers wait for it, and then start a keeper of their own.
        if users is not None:
            users.close()
    return 0


def bring_up(folder: Folder, servers: tuple[Redis, Postgres]) -> IO[str] | None:
    """Return when both are ready; earlier, with the users' lock, if all users have gone.

    Raises StartError when one ends: a first start is not repeated.
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
    """Keep both running; return the users' lock once nobody else holds it. Raises GaveUp."""
    news = News(folder)
    watches = [Watch(server, news.tell) for server in servers]
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


class News:
    """The keeper's messages for another process's terminal: lines in a file."""

    def __init__(self, folder: Folder) -> None:
        """Skip what was told before."""
        self.file = folder.logs / "servers.log"
        self.read = self.file.stat().st_size if self.file.exists() else 0

    def tell(self, line: str) -> None:
        shorten(self.file)
        with open(self.file, "a", encoding="utf-8") as file:
            file.write(f"{time.strftime('%Y-%m-%d %H:%M:%S')}\t{line}\n")

    def lines(self) -> list[str]:
        """The lines since the last call, without dates."""
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
    """Keep the folder `arguments[0]`; the rest are settings of PostgreSQL, `name=value`."""
    for each in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(each, stop_on_signal)
    return keep(Folder(Path(arguments[0])), tuple(arguments[1:]))
