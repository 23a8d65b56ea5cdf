"""A worker that ends soon after an error that it cannot recover from."""

import logging
import os
import sys
from contextlib import suppress
from threading import Timer
from typing import Any

import psutil
from celery.apps.worker import Worker
from django.core.exceptions import ImproperlyConfigured

from odinsite.database.pooler import sessions_check

log = logging.getLogger(__name__)

# Longer than a mail server may take to answer. Its tasks come back from the queue, or a sweep finds their work.
PATIENCE_S = 30.0


class EndingWorker(Worker):
    """A worker that kills its pool if it does not end in time after an error. Celery's waits for ever, even for tasks
    that the pool never got.
    """

    def emit_banner(self) -> None:
        """Print no banner, which would not be a line of the log."""

    def start(self) -> None:
        """Work until a signal. Exits with a sentence if the database's sessions are shared."""
        try:
            sessions_check()
        except ImproperlyConfigured as error:
            sys.exit(str(error))
        super().start()

    def stop(self, in_sighandler: bool = False, exitcode: int | None = None) -> None:  # noqa: FBT001, FBT002
        if exitcode:
            patience = Timer(PATIENCE_S, end, (exitcode,))
            patience.daemon = True
            patience.start()
        super().stop(in_sighandler, exitcode)


def end(exitcode: Any) -> None:
    """Kill the pool and exit."""
    log.critical("The worker still waits for its tasks after %.0f s, and ends.", PATIENCE_S)
    for process in psutil.Process().children(recursive=True):
        # One that ended since would leave the worker waiting for the others for ever.
        with suppress(psutil.NoSuchProcess):
            process.kill()
    os._exit(exitcode)
