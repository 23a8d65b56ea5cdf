"""The timetable in a worker's main process, for a site with one worker."""

import logging
from contextlib import suppress
from typing import Any

from odinsite.queue.heartbeats import BeatingScheduler, TimerStep

log = logging.getLogger(__name__)

# After a failure, such as a full disk.
AGAIN_AFTER_S = 5.0


class Ticking(BeatingScheduler):
    """Sends tasks by the worker's connections. With its own connection it would wait without end, and the worker's loop
    with it.
    """

    producer: Any = None


class WorkerTimetable(TimerStep):
    """Runs the timetable without a thread, so that a pool's process that is forked later inherits no held lock."""

    def __init__(self, consumer: Any, timetable: str = "", **options: Any) -> None:
        """Set the step up. `timetable`: the file with the time when each sweep was last sent; without it another
        process sends them.
        """
        self.file = timetable
        self.enabled = bool(timetable)
        self.scheduler: Ticking | None = None
        super().__init__(consumer, **options)

    def start(self, consumer: Any) -> None:
        self._tick(consumer)

    def shutdown(self, consumer: Any) -> None:
        self.stop(consumer)
        self._close()

    def _tick(self, consumer: Any) -> None:
        try:
            pause = self._send_due(consumer)
        except Exception:
            # A failed scheduler has forgotten the sweep that it was about to send.
            log.exception("the timetable failed and is read again")
            self._close()
            pause = AGAIN_AFTER_S
        self.timer = consumer.timer.call_after(pause, self._tick, (consumer,))

    def _send_due(self, consumer: Any) -> float:
        """Send the due tasks; return the seconds until the next is due."""
        if self.scheduler is None:
            self.scheduler = Ticking(consumer.app, schedule_filename=self.file)
        while (pause := self.scheduler.tick()) <= 0:
            pass
        return pause

    def _close(self) -> None:
        closed, self.scheduler = self.scheduler, None
        if closed is not None:
            with suppress(Exception):
                closed.close()
