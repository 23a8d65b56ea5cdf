"""Restarts what ends, after growing pauses."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from odinsite.embedded.errors import GaveUp, StartError

# Seconds before each restart; the last repeats.
PAUSES = (0.0, 1.0, 2.0, 4.0, 8.0, 16.0, 30.0)
HEALTHY_AFTER = 60.0
GIVE_UP_AFTER = 600.0

Clock = Callable[[], float]


class Restarts:
    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self._tries = 0
        self._up_since: float | None = None
        self._in_vain_since: float | None = None

    def up(self) -> None:
        """Record a start. After a minute up, pauses begin again."""
        self._up_since = self.clock()
        self._in_vain_since = None

    def pause(self) -> float | None:
        """Seconds to wait, or None after ten minutes of failures."""
        now = self.clock()
        if self._up_since is not None and now - self._up_since >= HEALTHY_AFTER:
            self._tries = 0
        self._up_since = None
        if self._in_vain_since is None:
            self._in_vain_since = now
        elif now - self._in_vain_since >= GIVE_UP_AFTER:
            return None
        pause = PAUSES[min(self._tries, len(PAUSES) - 1)]
        self._tries += 1
        return pause


class Supervised(Protocol):
    """A process or group of servers that a Watch restarts."""

    @property
    def name(self) -> str:
        """The name that begins sentences about it."""

    @property
    def log(self) -> Path: ...

    @property
    def patience(self) -> float:
        """Seconds from `begin` to `ready`."""

    def begin(self) -> None:
        """Start it. Raises StartError or OSError."""

    def ended(self) -> str | None:
        """Why it ended; None while it runs. Raises GaveUp if restarting is pointless."""

    def ready(self) -> bool:
        """Whether it works. Raises StartError if it ended."""

    def kill(self) -> None:
        """Kill it, and wait for its end."""


class Watch:
    """Call `look` regularly; it never waits."""

    def __init__(self, supervised: Supervised, tell: Callable[[str], None], clock: Clock = time.monotonic) -> None:
        self.supervised = supervised
        self.tell = tell
        self.clock = clock
        self.restarts = Restarts(clock)
        self.up = False
        self._begun_at = clock()
        self._next_start: float | None = None
        self._down_since: float | None = None

    def look(self) -> None:
        """Check it, and restart it if needed. Raises GaveUp."""
        if self._next_start is not None:
            if self.clock() >= self._next_start:
                self._begin()
            return
        reason = self._failure()
        if reason is not None:
            self._fall(reason)

    def _failure(self) -> str | None:
        """Why it failed; None if it is well. Counts as up once ready."""
        reason = self.supervised.ended()
        if reason is not None or self.up:
            return reason
        try:
            if self.supervised.ready():
                self._rise()
                return None
        except StartError as error:
            return str(error)
        if self.clock() - self._begun_at < self.supervised.patience:
            return None
        self.supervised.kill()
        return f"not ready after {self.supervised.patience:.0f} seconds"

    def _rise(self) -> None:
        self.up = True
        self.restarts.up()
        if self._down_since is not None:
            self.tell(f"{self.supervised.name}: back after {self.clock() - self._down_since:.1f} seconds.")
            self._down_since = None

    def _fall(self, reason: str) -> None:
        what = "ended" if self.up else "did not start"
        self.up = False
        if self._down_since is None:
            self._down_since = self.clock()
        pause = self.restarts.pause()
        reason = reason.rstrip(".")
        if pause is None:
            minutes = GIVE_UP_AFTER / 60
            raise GaveUp(
                f"{self.supervised.name}: not back after {minutes:.0f} minutes of trying ({reason}).{self._where()}"
            )
        when = f"in {pause:.0f} s" if pause else "now"
        self.tell(f"{self.supervised.name}: {what} ({reason}). Starting it again {when}.{self._where()}")
        self._next_start = self.clock() + pause
        if not pause:
            self._begin()

    def _where(self) -> str:
        return f" Log: {self.supervised.log}"

    def _begin(self) -> None:
        self._next_start = None
        self._begun_at = self.clock()
        try:
            self.supervised.begin()
        except (StartError, OSError) as error:
            self._fall(str(error))
