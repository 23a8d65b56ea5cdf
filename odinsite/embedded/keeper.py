"""The process that keeps PostgreSQL and Redis for a data folder: `python -m odinsite.embedded DIR [SETTING...]`.

Whoever uses the servers holds the file `users.lock` shared. The keeper holds `keeper.lock`, writes into it how far
it is, starts a server that ended again, and ends both as soon as nobody holds the first one any more. The kernel
drops the lock of a killed user, so nothing has to be counted. No Django here: this must start within a blink.
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
# Failed: it never was ready. Gave up: what was ready once did not come back.
READY, FAILED, GAVE_UP = "ready", "failed: ", "gave up: "


class Stopped(BaseException):
    """Raised by a signal; a BaseException so that no handler for errors swallows it."""


def take_lock(folder: Folder) -> IO[str] | None:
    """Return the keeper's lock, or None when another keeper has it and keeps it."""
    deadline = time.monotonic() + LOCK_PATIENCE
    while (lock := folder.lock("keeper.lock")) is None:
        if time.monotonic() > deadline:
            return None
        time.sleep(TICK)
    return lock


def report(lock: IO[str], words: str) -> None:
    """Replace the lock file's content, which is how the waiting users learn of it."""
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
        # Held until here: a newcomer waits for that, and then starts a keeper of its own.
        if users is not None:
            users.close()
    return 0


def bring_up(folder: Folder, servers: tuple[Redis, Postgres]) -> IO[str] | None:
    """Return when both are ready; sooner, with the users' lock, when nobody waits for that any more.

    Raises StartError as soon as one of them ends: what never worked is not tried again.
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
    """Keep both running, and return the users' lock once nobody else holds it; raise GaveUp when one stays away."""
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
    """What the keeper has to say to the person at the terminal, who is another process's: lines in a file."""

    def __init__(self, folder: Folder) -> None:
        """What was told before is old."""
        self.file = folder.logs / "servers.log"
        self.read = self.file.stat().st_size if self.file.exists() else 0

    def tell(self, line: str) -> None:
        shorten(self.file)
        with open(self.file, "a", encoding="utf-8") as file:
            file.write(f"{time.strftime('%Y-%m-%d %H:%M:%S')}\t{line}\n")

    def lines(self) -> list[str]:
        """Return the lines told since the last time, without their dates."""
        size = self.file.stat().st_size if self.file.exists() else 0
        if size == self.read:
            return []
        with open(self.file, encoding="utf-8") as file:
            # A file shorter than what was read is another one.
            file.seek(self.read if size > self.read else 0)
            whole, end, _ = file.read().rpartition("\n")
            self.read = file.tell() - len(_.encode())
        return [line.partition("\t")[2] for line in (whole + end).splitlines()]


def stop_on_signal(number: int, frame: object) -> None:
    for each in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(each, signal.SIG_IGN)
    raise Stopped


def main(arguments: list[str]) -> int:
    """Run the keeper for the folder `arguments[0]`; the rest are settings of PostgreSQL as `name=value`."""
    for each in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(each, stop_on_signal)
    return keep(Folder(Path(arguments[0])), tuple(arguments[1:]))
