"""Where an error happened, and how often it may be reported."""

from __future__ import annotations

import logging
import threading
import time
import traceback
from dataclasses import dataclass


def place_of(record: logging.LogRecord) -> str:
    """The kind of the exception and the line that raised it; without one, the logger and its message's template."""
    error = record.exc_info[1] if record.exc_info else None
    if error is None:
        return f"{record.name}: {record.msg}"
    frames = traceback.extract_tb(error.__traceback__, limit=-1)
    where = f"{frames[-1].filename}:{frames[-1].lineno}" if frames else record.name
    return f"{type(error).__name__} in {where}"


@dataclass(slots=True)
class _Place:
    reported_at: float
    unreported: int = 0


class Places:
    """Lets each place report once in `period_s`, and all of them `most` times. Thread-safe; one for each process."""

    def __init__(self, *, period_s: float, most: int) -> None:
        self.period_s = period_s
        self.most = most
        self._lock = threading.Lock()
        self._places: dict[str, _Place] = {}

    def may_report(self, place: str) -> int | None:
        """The number of errors there since the last report, which may be made now; None if it may not."""
        now = time.monotonic()
        with self._lock:
            known = self._places.get(place)
            if known is not None and now - known.reported_at < self.period_s:
                known.unreported += 1
                return None
            if known is None:
                self._forget(now)
                if len(self._places) >= self.most:
                    return None
            self._places[place] = _Place(now)
            return known.unreported if known is not None else 0

    def _forget(self, now: float) -> None:
        old = [place for place, known in self._places.items() if now - known.reported_at >= self.period_s]
        for place in old:
            del self._places[place]
