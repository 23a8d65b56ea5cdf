"""Stopping on a signal, at a place where stopping is safe."""

import signal
import time

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Interrupted(BaseException):
    """Somebody wants us to stop; a BaseException so that no handler for errors swallows it."""


class Interrupt:
    """Remembers the first signal until the next `pause`; a second one does not wait for that."""

    def __init__(self) -> None:
        self.asked = False
        # Explicitly, because a shell starts `up &` with SIGINT ignored.
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
