"""The process that keeps PostgreSQL and Redis for a data folder: `python -m odinsite.embedded DIR [SETTING...]`.

Whoever uses the servers holds the file `users.lock` shared. The keeper holds `keeper.lock`, writes into it how far
it is, and ends the servers as soon as nobody holds the first one any more. The kernel drops the lock of a killed
user, so nothing has to be counted. No Django here: this must start within a blink.
"""

import signal
import time
from pathlib import Path
from typing import IO

from odinsite.embedded.errors import StartError
from odinsite.embedded.folder import Folder
from odinsite.embedded.postgres import START_PATIENCE, Postgres
from odinsite.embedded.redis import Redis

TICK = 0.1
LOCK_PATIENCE = 2.0
READY, FAILED = "ready", "failed: "


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


def bring_up(servers: tuple[Postgres, Redis]) -> None:
    for server in reversed(servers):
        server.begin()
    deadline = time.monotonic() + START_PATIENCE
    while not all(server.ready() for server in servers):
        if time.monotonic() > deadline:
            raise StartError(f"PostgreSQL is not ready after {START_PATIENCE:.0f} seconds; see {servers[0].log}.")
        time.sleep(0.02)


def keep(folder: Folder, settings: tuple[str, ...]) -> int:
    lock = take_lock(folder)
    if lock is None:
        return 0
    report(lock, "")
    servers = (Postgres(folder, settings), Redis(folder.redis_socket, folder.logs / "redis.log"))
    users: IO[str] | None = None
    try:
        bring_up(servers)
        report(lock, READY)
        users = wait_for_last_user(folder, servers)
        report(lock, "")
    except Stopped:
        report(lock, FAILED + "The database servers were told to stop.")
    except (StartError, OSError) as error:
        report(lock, FAILED + str(error))
    finally:
        for server in servers:
            server.stop()
        # Held until here: a newcomer waits for that, and then starts a keeper of its own.
        if users is not None:
            users.close()
    return 0


def wait_for_last_user(folder: Folder, servers: tuple[Postgres, Redis]) -> IO[str]:
    """Return the users' lock once nobody else holds it; raise StartError when a server ends before."""
    while (users := folder.lock("users.lock")) is None:
        for server in servers:
            if server.child is None or server.child.poll() is not None:
                raise StartError(f"A server ended by itself; the reason is at the end of {server.log}.")
        time.sleep(TICK)
    return users


def stop_on_signal(number: int, frame: object) -> None:
    for each in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(each, signal.SIG_IGN)
    raise Stopped


def main(arguments: list[str]) -> int:
    """Run the keeper for the folder `arguments[0]`; the rest are settings of PostgreSQL as `name=value`."""
    for each in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(each, stop_on_signal)
    return keep(Folder(Path(arguments[0])), tuple(arguments[1:]))
