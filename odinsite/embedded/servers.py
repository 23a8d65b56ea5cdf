"""Starts, joins and releases the embedded servers."""

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
# Keepers started here that others still use. Python complains of a child that it forgets before its end.
_left: list[subprocess.Popen[bytes]] = []


class Servers:
    """A hold on a folder's PostgreSQL and Redis; the context manager waits and releases. A Watch keeps it running."""

    name = "The keeper of PostgreSQL and Redis"
    # The keeper gives up sooner.
    patience = 2 * GIVE_UP_AFTER

    def __init__(self, folder: Folder, settings: tuple[str, ...] = ()) -> None:
        """Take hold and begin the start. `settings`: a new PostgreSQL's, `name=value`."""
        self.folder = folder
        self.settings = settings
        self.log = folder.logs / "keeper.log"
        self.keeper: subprocess.Popen[bytes] | None = None
        folder.prepare()
        # Waits while a keeper without users stops.
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
        lock = self.folder.lock("keeper.lock", shared=True)
        if lock is not None:
            lock.close()
        return lock is None

    def wait(self, pause: Callable[[float], None] = time.sleep) -> None:
        """Wait until the servers are ready. Raises StartError with the keeper's words. `pause` sleeps between looks; an
        exception that it raises ends the wait.
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
        """Release the servers. The last user waits until they have stopped."""
        if self.hold is None:
            return
        # A forked process would keep the lock of a closed file.
        fcntl.flock(self.hold, fcntl.LOCK_UN)
        self.hold.close()
        self.hold = None
        while self.alive():
            alone = self.folder.lock("users.lock")
            if alone is None:
                # The keeper is stopping, or there are other users.
                if self._others():
                    self._leave()
                    return
            else:
                alone.close()
            time.sleep(TICK)
        if self.keeper is not None:
            self.keeper.wait()
            self.keeper = None
        self._end_leftovers()

    def _leave(self) -> None:
        _left[:] = [keeper for keeper in (*_left, self.keeper) if keeper is not None and keeper.poll() is None]

    def begin(self) -> None:
        self._ensure_keeper()

    def ended(self) -> str | None:
        """Why the keeper ended; None while one runs. Raises GaveUp if it gave up."""
        if self.alive() or (self.keeper is not None and self.keeper.poll() is None):
            return None
        words = self._words()
        if words.startswith(GAVE_UP):
            raise GaveUp(words.removeprefix(GAVE_UP))
        if words.startswith(FAILED):
            return words.removeprefix(FAILED)
        return processes.exit_words(self.keeper) if self.keeper is not None else "killed"

    def ready(self) -> bool:
        """Whether the servers were ready and a keeper runs; each has its own Watch."""
        return self.alive() and self._words() == READY

    def kill(self) -> None:
        processes.kill(self.keeper)

    def _words(self) -> str:
        return (self.folder.path / "keeper.lock").read_text(encoding="utf-8")

    def _end_leftovers(self) -> None:
        """End servers that a killed keeper left, unless another keeper runs them."""
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
        # Former last words must not count as new.
        lock.truncate(0)
        lock.close()
        with open(self.log, "ab") as log:
            self.keeper = subprocess.Popen(
                [sys.executable, "-m", "odinsite.embedded", str(self.folder.path), *self.settings],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                cwd=BASE_DIR,
                # So that Ctrl-C ends us first, then the servers.
                start_new_session=True,
            )

    def _others(self) -> bool:
        """Whether there are other users. If not, the keeper is stopping."""
        lock = self.folder.lock("users.lock", shared=True)
        if lock is not None:
            lock.close()
        return lock is not None
