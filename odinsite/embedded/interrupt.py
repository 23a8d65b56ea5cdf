"""Stops on a signal where it is safe."""

import os
import signal
import time
from contextlib import suppress

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Interrupted(BaseException):
    """A BaseException, so that no error handler swallows it."""


class Interrupt:
    """Holds the first signal until the next `pause`; a second acts immediately."""

    def __init__(self) -> None:
        self.asked = False
        # Shells start `up &` with SIGINT ignored.
        for number in SIGNALS:
            signal.signal(number, self._handle)

    def pause(self, seconds: float) -> None:
        """Sleep. Raises Interrupted if a signal came or comes."""
        time.sleep(0 if self.asked else seconds)
        if self.asked:
            raise Interrupted

    def _handle(self, number: int, frame: object) -> None:
        if self.asked:
            raise Interrupted
        self.asked = True
        # The signal may have come amid a print, or because the terminal was closed.
        with suppress(OSError):
            os.write(1, b"\nStopping ...\n")
