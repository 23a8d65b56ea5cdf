"""Stopping on a signal, where it is safe."""

import signal
import time

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Interrupted(BaseException):
    """A signal to stop; a BaseException, so that no error handler swallows it."""


class Interrupt:
    """Remembers the first signal until the next `pause`; a second one acts immediately."""

    def __init__(self) -> None:
        self.asked = False
        # A shell starts `up &` with SIGINT ignored.
        for number in SIGNALS:
            signal.signal(number, self._handle)

    def pause(self, seconds: float) -> None:
        """Sleep; raise Interrupted when a signal came before or meanwhile."""
        time.sleep(0 if self.asked else seconds)
        if self.asked:
            raise Interrupted

    def _handle(self, number: int, frame: object) -> None:
        if self.asked:
            raise Interrupted
        self.asked = True
        print("\nStopping ...", flush=True)
