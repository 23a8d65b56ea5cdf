"""Keeps the log short while strangers send bad requests or the database is away."""

from __future__ import annotations

import logging
import time

from odinsite.database.away import is_database_away

SERVER_ERROR = 500
ABSENCE_S = 60.0
REFUSALS = "django.request"
# It warns of each failed attempt to connect to the database.
POOL = "psycopg.pool"
# A worker's attempts to connect to Redis.
QUEUE = "celery.worker.consumer.consumer"
# The libraries that send spans.
TRACES = "opentelemetry."


def is_refusal(record: logging.LogRecord) -> bool:
    """Whether the record is about a request with an error of its client."""
    return bool(getattr(record, "status_code", SERVER_ERROR) < SERVER_ERROR)


class BriefRefusals(logging.Filter):
    """Drops the tracebacks of refused requests: strangers would fill the log, and the line names the fault. Drops the
    whole line if the request has another, by odinsite.logs.middleware: if its page exists.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        if not is_refusal(record):
            return True
        record.exc_info = record.exc_text = None
        return record.name != REFUSALS or getattr(getattr(record, "request", None), "resolver_match", None) is None


class AbsenceOnce(logging.Filter):
    """Lets the process report once in ABSENCE_S that the database is away, that the queue is, and one message of each
    logger of the libraries that send spans, each in one line. Every request, task and attempt to connect would have a
    traceback.
    """

    def __init__(self) -> None:
        super().__init__()
        self._told: dict[str, float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        error = record.exc_info[1] if record.exc_info else None
        if record.name == QUEUE and record.levelno >= logging.WARNING:
            return self._told_again("queue") and _shorten(record, "")
        if record.name.startswith(TRACES):
            return self._told_again(record.name) and _shorten(record, "")
        if is_database_away(error) or record.name == POOL:
            return self._told_again("database") and _shorten(
                record, f": the database is away: {error}" if error else ""
            )
        return True

    def _told_again(self, server: str) -> bool:
        now = time.monotonic()
        if now - self._told.get(server, -ABSENCE_S) < ABSENCE_S:
            return False
        self._told[server] = now
        return True


def _shorten(record: logging.LogRecord, more: str) -> bool:
    """Make the record one line. The message may have percent signs of an address."""
    line = " ".join(f"{record.getMessage()}{more}".split())
    record.msg, record.args = "%s", (line,)
    record.exc_info = record.exc_text = None
    return True
