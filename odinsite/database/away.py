"""Recognises that the database is away: it does not answer, starts, stops, or takes no more connections."""

from __future__ import annotations

from django.db import InterfaceError, OperationalError
from psycopg import Error

# Classes of SQLSTATE: connections, lack of resources such as connections, and what an operator did.
AWAY_CLASSES = ("08", "53", "57P")


def is_database_away(error: BaseException | None) -> bool:
    if not isinstance(error, OperationalError | InterfaceError):
        return False
    cause = error.__cause__
    state = cause.sqlstate if isinstance(cause, Error) else None
    # The library's own errors, such as a connection that it lost, have no state.
    return state is None or state.startswith(AWAY_CLASSES)
