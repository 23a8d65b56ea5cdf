"""Leaves the values of rows that PostgreSQL refuses out of its errors, which logs and reports show."""

from __future__ import annotations

from types import TracebackType
from typing import Any

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.utils import DatabaseErrorWrapper
from psycopg import Error


class RowlessErrors(DatabaseErrorWrapper):
    """Raises Django's errors with the server's main message alone. Details have whole rows, in any of its languages."""

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if isinstance(error, Error) and error.diag.message_primary is not None:
            error.args = (f"{error.diag.message_primary} ({error.sqlstate})",)
        super().__exit__(kind, error, trace)


def rows_hide(connection: BaseDatabaseWrapper, **_told: Any) -> None:
    """Leave rows out of the errors of a new connection."""
    connection.wrap_database_errors = RowlessErrors(connection)
