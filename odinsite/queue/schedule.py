"""Celery beat's scheduler while Redis is away, and after the clock was wrong."""

import logging
from typing import Any

from celery.beat import PersistentScheduler, SchedulingError

from odinsite.redis.breaker import AWAY

logger = logging.getLogger(__name__)


class Scheduler(PersistentScheduler):
    """Celery's scheduler, without two faults. For each sweep that it cannot queue it would log several tracebacks a
    second. And if the clock was wrong, it would send no sweep before the wrong time at which it sent it last, which it
    also stores.
    """

    def tick(self, *args: Any, **options: Any) -> float:
        self._forget_the_future()
        pause: float = super().tick(*args, **options)
        return pause

    def _forget_the_future(self) -> None:
        """Set entries whose last run is in the future to now."""
        now = self.app.now()
        ahead = [entry for entry in self.schedule.values() if entry.last_run_at is not None and entry.last_run_at > now]
        for entry in ahead:
            entry.last_run_at = now
        if ahead:
            logger.warning("The clock was put back: %d sweeps are counted from now.", len(ahead))
            self.populate_heap()

    def apply_entry(self, entry: Any, producer: Any = None) -> None:
        """Queue a due sweep; after a failure it is due after its interval."""
        logger.debug("Sending due task %s (%s)", entry.name, entry.task)
        try:
            self.apply_async(entry, producer=producer, advance=False)
        except SchedulingError as error:
            if isinstance(error.__context__, AWAY):
                # The breaker logs it.
                logger.debug("%s", error)
            else:
                logger.exception("%s is not queued.", entry.task)
