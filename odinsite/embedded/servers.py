"""Using the embedded servers: bring them up or join those that run, and let go of them."""

import fcntl
import subprocess
import sys
import time
from collections.abc import Callable
from typing import IO, Self

from odinsite.embedded import postgres, processes, redis
from odinsite.embedded.errors import GaveUp, StartError
from odinsite.embedded.folder import BASE_DIR, Folder
from odinsite.embedded.keeper import FAILED, GAVE_UP, READY
from odinsite.embedded.watch import GIVE_UP_AFTER

PATIENCE = 90.0
TICK = 0.02


class Servers:
    """One user's hold on a folder's PostgreSQL and Redis. As a context manager it waits, and lets go at the end.

    For a user that stays it is also what a Watch keeps running: the keeper, whoever has started it.
    """

    name = "The keeper of PostgreSQL and Redis"
    # A keeper whose servers do not come back says so itself before that.
    patience = 2 * GIVE_UP_AFTER

    def __init__(self, folder: Folder, settings: tuple[str, ...] = ()) -> None:
        """Take hold and begin the start. `settings` are PostgreSQL's, as `name=value`, for servers not yet running."""
        self.folder = folder
        self.settings = settings
        self.log = folder.logs / "keeper.log"
        self.keeper: subprocess.Popen[bytes] | None = None
        folder.prepare()
        # Waits while a keeper that nobody used any more is putting its servers to bed.
        self.hold: IO[str] | None = folder.lock("users.lock", shared=True, wait=True)
        self._ensure_keeper()

    def __enter__(self) -> Self:
        try:
            self.wait()
        except BaseException:
            self.release()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.release()

    def alive(self) -> bool:
        """Tell whether somebody keeps the servers."""
        lock = self.folder.lock("keeper.lock", shared=True)
        if lock is not None:
            lock.close()
        return lock is None

    def wait(self, pause: Callable[[float], None] = time.sleep) -> None:
        """Return when the servers accept connections; raise StartError with the keeper's words when they do not.

        `pause` sleeps for some seconds between two looks; what it raises ends the wait.
        """
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            words = self._words()
            for end in (FAILED, GAVE_UP):
                if words.startswith(end):
                    raise StartError(words.removeprefix(end))
            if not self.alive():
                if self.keeper is not None and self.keeper.poll():
                    raise StartError(f"The database servers do not start; see {self.log}.")
                self._ensure_keeper()
            elif words == READY:
                return
            pause(TICK)
        raise StartError(f"The database servers are not ready after {PATIENCE:.0f} seconds; see {self.folder.logs}.")

    def release(self) -> None:
        """Let go. The last user waits until the servers have stopped; others leave them to the rest."""
        if self.hold is None:
            return
        # Not by closing alone: a process forked meanwhile would keep the lock with its copy of the file.
        fcntl.flock(self.hold, fcntl.LOCK_UN)
        self.hold.close()
        self.hold = None
        while self.alive():
            alone = self.folder.lock("users.lock")
            if alone is None:
                # Either the keeper has it and is stopping, or another user lives on.
                if self._others():
                    return
            else:
                alone.close()
            time.sleep(TICK)
        if self.keeper is not None:
            self.keeper.wait()
            self.keeper = None
        self._end_leftovers()

    def begin(self) -> None:
        """Start another keeper in the place of one that has ended; it ends what that one left running."""
        self._ensure_keeper()

    def ended(self) -> str | None:
        """Return why nobody keeps the servers, or None while somebody does; raise GaveUp when the keeper did."""
        if self.alive() or (self.keeper is not None and self.keeper.poll() is None):
            return None
        words = self._words()
        if words.startswith(GAVE_UP):
            raise GaveUp(words.removeprefix(GAVE_UP))
        if words.startswith(FAILED):
            return words.removeprefix(FAILED)
        return processes.end_of(self.keeper) if self.keeper is not None else "killed"

    def ready(self) -> bool:
        """Tell whether the servers were ready and are kept; one that is being started again has a Watch of its own."""
        return self.alive() and self._words() == READY

    def kill(self) -> None:
        processes.kill(self.keeper)

    def _words(self) -> str:
        """Return what the keeper last told."""
        return (self.folder.path / "keeper.lock").read_text(encoding="utf-8")

    def _end_leftovers(self) -> None:
        """End the servers of a keeper that was killed, where nobody keeps them by now."""
        lock = self.folder.lock("keeper.lock")
        if lock is not None:
            with lock:
                redis.end_leftover(self.folder.redis_socket)
                postgres.end_leftover(self.folder)

    def _ensure_keeper(self) -> None:
        if self.keeper is not None and self.keeper.poll() is None:
            return
        lock = self.folder.lock("keeper.lock")
        if lock is None:
            return
        # An earlier life's last words must not be taken for this one's.
        lock.truncate(0)
        lock.close()
        with open(self.log, "ab") as log:
            self.keeper = subprocess.Popen(
                [sys.executable, "-m", "odinsite.embedded", str(self.folder.path), *self.settings],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                cwd=BASE_DIR,
                # Of its own, so that a terminal's Ctrl-C ends us first and the servers after us.
                start_new_session=True,
            )

    def _others(self) -> bool:
        """Tell whether another user holds the servers; if not, the keeper has the lock for itself and is stopping."""
        lock = self.folder.lock("users.lock", shared=True)
        if lock is not None:
            lock.close()
        return lock is not None
