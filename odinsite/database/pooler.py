"""Recognises a pooler between the site and PostgreSQL that gives each transaction another session."""

from __future__ import annotations

from contextlib import suppress
from typing import Any, Final

import psycopg
from django.core.exceptions import ImproperlyConfigured
from django.db import connection
from psycopg.errors import ProtocolViolation

# Another process may take a session between two questions.
TRIES: Final = 3
PATIENCE_S: Final = 5
TOLD: Final = (
    "The pooler in DATABASE_URL gives each transaction another session, but prepared queries and the locks of sweeps "
    "last as long as a session: set `pool_mode = session` for this site."
)


def sessions_check() -> None:
    """Raise ImproperlyConfigured if connections share sessions. Does nothing while the database does not answer. Costs
    two connections and nine queries.
    """
    with suppress(psycopg.OperationalError):
        if _sessions_are_shared():
            raise ImproperlyConfigured(TOLD)


def _sessions_are_shared() -> bool:
    """Whether a transaction gets the session of another connection, which is still open, or pushes it into another."""
    named: dict[str, Any] = connection.get_connection_params()
    named |= {"connect_timeout": PATIENCE_S, "prepare_threshold": None}
    with psycopg.connect(**named, autocommit=True) as one, psycopg.connect(**named, autocommit=True) as other:
        for _try in range(TRIES):
            before = _session(one)
            try:
                with other.transaction():
                    if _session(other) == before or _session(one) != before:
                        return True
            except ProtocolViolation:
                # A pooler of statements refuses transactions.
                return True
    return False


def _session(client: psycopg.Connection[Any]) -> int:
    """The number of the server's process, which a pooler does not change."""
    row = client.execute("SELECT pg_backend_pid()").fetchone()
    return int(row[0]) if row else 0
