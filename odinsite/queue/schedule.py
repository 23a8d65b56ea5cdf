"""Celery beat's scheduler while Redis is away."""

import logging
from typing import Any

from celery.beat import PersistentScheduler, SchedulingError

from odinsite.redis.breaker import AWAY

logger = logging.getLogger(__name__)


class Scheduler(PersistentScheduler):
    """Celery's logs a traceback for each sweep it cannot queue, several a second."""

    def apply_entry(self, entry: Any, producer: Any = None) -> None:
        """Queue a due sweep; after a failure it is due after its interval."""
        logger.info("Sending due task %s (%s)", entry.name, entry.task)
        try:
            self.apply_async(entry, producer=producer, advance=False)
        except SchedulingError as error:
            if isinstance(error.__context__, AWAY):
                # The breaker logs it.
                logger.debug("%s", error)
            else:
                logger.exception("%s is not queued.", entry.task)
