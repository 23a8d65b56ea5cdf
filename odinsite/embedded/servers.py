"""Using the embedded servers: bring them up or join those that run, and let go of them."""

import fcntl
import subprocess
import sys
import time
from collections.abc import Callable
from typing import IO, Self

from odinsite.embedded.errors import StartError
from odinsite.embedded.folder import BASE_DIR, Folder
from odinsite.embedded.keeper import FAILED, READY

PATIENCE = 90.0
TICK = 0.02


class Servers:
    """One user's hold on a folder's PostgreSQL and Redis. As a context manager it waits, and lets go at the end."""

    def __init__(self, folder: Folder, settings: tuple[str, ...] = ()) -> None:
        """Take hold and begin the start. `settings` are PostgreSQL's, as `name=value`, for servers not yet running."""
        self.folder = folder
        self.settings = settings
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
            words = (self.folder.path / "keeper.lock").read_text(encoding="utf-8")
            if words.startswith(FAILED):
                raise StartError(words.removeprefix(FAILED))
            if not self.alive():
                if self.keeper is not None and self.keeper.poll():
                    raise StartError(f"The database servers do not start; see {self.folder.logs / 'keeper.log'}.")
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

    def _ensure_keeper(self) -> None:
        if self.keeper is not None and self.keeper.poll() is None:
            return
        lock = self.folder.lock("keeper.lock")
        if lock is None:
            return
        # An earlier life's last words must not be taken for this one's.
        lock.truncate(0)
        lock.close()
        with open(self.folder.logs / "keeper.log", "ab") as log:
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
