"""The base of log handlers that report errors to somewhere else."""

from __future__ import annotations

import logging
import os
from concurrent.futures import ThreadPoolExecutor
from typing import Final

from odinsite.alarms.places import Places, place_of
from odinsite.logs.filters import AbsenceOnce, is_refusal

# Of this room: a report that fails is logged, not reported.
OWN: Final = "odinsite.alarms"
log = logging.getLogger(__name__)


class ReportHandler(logging.Handler):
    """Reports errors in a thread, because servers may be slow. The process waits for it at its end."""

    def __init__(self, places: Places) -> None:
        super().__init__(logging.ERROR)
        self.places = places
        self.addFilter(AbsenceOnce())
        self.addFilter(lambda record: not (is_refusal(record) or record.name.startswith(OWN)))
        self._threads: ThreadPoolExecutor | None = None
        self._process = 0

    def emit(self, record: logging.LogRecord) -> None:
        place = place_of(record)
        unreported = self.places.may_report(place)
        if unreported is None:
            return
        # The text names the present work, which the thread does not know.
        text = self.format(record)
        self._pool().submit(self._report_safely, record, place, text, unreported)

    def report(self, record: logging.LogRecord, place: str, text: str, unreported: int) -> None:
        """Report the error. `unreported`: how many more there were since the last report of this place."""
        raise NotImplementedError

    def _report_safely(self, record: logging.LogRecord, place: str, text: str, unreported: int) -> None:
        try:
            self.report(record, place, text, unreported)
        except Exception as error:
            log.warning("An error was not reported: %r", error)

    def _pool(self) -> ThreadPoolExecutor:
        """The thread of this process. A forked one has none of its parent's."""
        if self._threads is None or self._process != os.getpid():
            self._threads, self._process = ThreadPoolExecutor(1, thread_name_prefix="alarms"), os.getpid()
        return self._threads
