"""Database cursors that count queries, and make a span of each if the process sends spans. Django's wrappers of queries
would switch pipelines off.
"""

from __future__ import annotations

from typing import Any, Self

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.postgresql.base import ServerBindingCursor
from psycopg import Cursor, ServerCursor

from accounts.tracing.spans import query_span, spans_sent
from accounts.tracing.work import queries_count


class CountingCursor(ServerBindingCursor, Cursor[Any]):
    def execute(self, query: Any, *args: Any, **options: Any) -> Self:
        """Execute and count a query. The check of a pooled connection sends an empty one."""
        if query:
            queries_count()
        return super().execute(query, *args, **options)

    def executemany(self, *args: Any, **options: Any) -> None:
        queries_count()
        super().executemany(*args, **options)


class CountingServerCursor(ServerCursor[Any]):
    """The cursor of `QuerySet.iterator`."""

    def execute(self, *args: Any, **options: Any) -> Self:
        queries_count()
        return super().execute(*args, **options)


class SpanCursor(CountingCursor):
    def execute(self, query: Any, *args: Any, **options: Any) -> Self:
        if not query:
            return super().execute(query, *args, **options)
        with query_span(query):
            return super().execute(query, *args, **options)

    def executemany(self, query: Any, *args: Any, **options: Any) -> None:
        with query_span(query):
            super().executemany(query, *args, **options)


class SpanServerCursor(CountingServerCursor):
    def execute(self, query: Any, *args: Any, **options: Any) -> Self:
        with query_span(query):
            return super().execute(query, *args, **options)


def connection_counts(connection: BaseDatabaseWrapper, **_told: Any) -> None:
    """Make a new connection count its queries."""
    sends = spans_sent() is not None
    connection.connection.cursor_factory = SpanCursor if sends else CountingCursor
    connection.connection.server_cursor_factory = SpanServerCursor if sends else CountingServerCursor
