"""Counts round trips to PostgreSQL."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import pairwise

from django.db import connection
from psycopg.pq import Trace

# Messages after which a client reads answers. When those come differs from run to run, what is sent does not.
WAITS = ("Query", "Sync", "Flush")
# psycopg ends a pipeline by both, which is one wait. What it prepares and drops depends on the tests before.
NOT_COUNTED = (("Sync", "Flush"), ("Parse", "Sync"), ("Close", "Sync"))


@dataclass
class RoundTrips:
    """A count of round trips; `count` is set at the block's end."""

    count: int = 0


@contextmanager
def round_trips() -> Iterator[RoundTrips]:
    """Count the times that this connection waits for an answer."""
    connection.ensure_connection()
    made, line = RoundTrips(), connection.connection.pgconn
    with tempfile.TemporaryFile("w+") as log:
        line.trace(log.fileno())
        line.set_trace_flags(Trace.SUPPRESS_TIMESTAMPS)
        try:
            yield made
        finally:
            line.untrace()
        log.seek(0)
        sent = ["", *(text.split("\t")[2].strip() for text in log if text.startswith("F\t"))]
    made.count = sum(name in WAITS and (before, name) not in NOT_COUNTED for before, name in pairwise(sent))
