"""Logs exceptions that nothing caught, without secrets."""

from __future__ import annotations

import logging
import sys
import threading
from types import TracebackType

log = logging.getLogger(__name__)


def failures_log() -> None:
    """Log what would end the process or a thread."""
    sys.excepthook = _log_failure
    threading.excepthook = _log_thread_failure


def _log_failure(kind: type[BaseException], error: BaseException, trace: TracebackType | None, /) -> None:
    if issubclass(kind, Exception):
        log.critical("The process ends.", exc_info=(kind, error, trace))
    else:
        sys.__excepthook__(kind, error, trace)


def _log_thread_failure(failure: threading.ExceptHookArgs, /) -> None:
    error = failure.exc_value
    if isinstance(error, Exception):
        name = failure.thread.name if failure.thread else "unknown"
        log.critical("The thread %s ends.", name, exc_info=(failure.exc_type, error, failure.exc_traceback))
