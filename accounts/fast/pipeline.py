"""Several statements sent to PostgreSQL in one round trip.

psycopg's own pipeline writes to the socket and waits for it once per statement. This one queues all statements in libpq
and writes once, which saves more than a turn's game rules cost (README.md). It uses libpq through `psycopg.pq`, which
psycopg documents.
"""

from __future__ import annotations

import re
import select
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache, cached_property
from itertools import count
from typing import Any, Final
from weakref import WeakKeyDictionary

from django.db import connection
from psycopg import Connection, OperationalError
from psycopg.adapt import PyFormat, Transformer
from psycopg.errors import FeatureNotSupported, InvalidSqlStatementName, error_from_result
from psycopg.pq import ConnStatus, ExecStatus, TransactionStatus
from psycopg.pq.abc import PGconn, PGresult

from accounts.fast import switch
from accounts.tracing.spans import query_span
from accounts.tracing.work import queries_count

Row = tuple[Any, ...]
_DONE: Final = (ExecStatus.TUPLES_OK, ExecStatus.COMMAND_OK)


class Reply:
    """The answer to one statement. Within `pipeline`, its rows can be read only after the block."""

    def __init__(self, cursor: Any = None) -> None:
        self._cursor = cursor
        self.result: PGresult | None = None

    @cached_property
    def rows(self) -> list[Row]:
        if self._cursor is not None:
            with self._cursor:
                return list(self._cursor.fetchall())
        assert self.result is not None
        transformer = Transformer(connection.connection)
        transformer.set_pgresult(self.result)
        return transformer.load_rows(0, self.result.ntuples, tuple)


class _Statement:
    """A statement that waits for the end of its block. Without types, PostgreSQL infers those of the parameters."""

    def __init__(self, sql: str, parameters: Sequence[Any], *, typed: bool = False) -> None:
        self.sql: Final = sql
        self.parameters: Final = parameters
        self.typed: Final = typed
        self.reply: Final = Reply()


_waiting: ContextVar[list[_Statement] | None] = ContextVar("_waiting", default=None)


def execute(sql: str, parameters: Sequence[Any], *, typed: bool = True) -> Reply:
    """Execute a statement with `%s` for each parameter: within `pipeline` at the end of the block, otherwise now.

    With `typed`, PostgreSQL learns the types of the parameters, and prepares the statement once for each combination.
    Without, it infers them, for example from the columns to which they are assigned.
    """
    waiting = _waiting.get()
    if waiting is None:
        cursor = connection.cursor()
        cursor.execute(sql, parameters)
        return Reply(cursor)
    statement = _Statement(sql, parameters, typed=typed)
    waiting.append(statement)
    return statement.reply


@contextmanager
def pipeline() -> Iterator[None]:
    """Send the statements of the block in one round trip at its end, which is also where errors are raised. Outside a
    transaction, each statement sees the newest data.

    Statements run one after the other without the fast path, if something counts or watches queries, and in a
    transaction that other statements have begun.
    """
    link = _usable_link() if switch.FAST else None
    if link is None:
        yield
        return
    waiting: list[_Statement] = []
    token = _waiting.set(waiting)
    try:
        yield
    finally:
        _waiting.reset(token)
    if waiting:
        queries_count(len(waiting))
        with query_span(*(statement.sql for statement in waiting)), connection.wrap_database_errors:
            link.run(waiting)


_Key = tuple[str, Sequence[int] | None]


class _Link:
    """A connection, and the names of the statements that it has prepared: by SQL and types of the parameters."""

    def __init__(self, opened: Connection[Any]) -> None:
        self._names: dict[_Key, bytes] = {}
        self._numbers = count(1)
        self._hooks: object = None
        # One made of the connection would keep it alive.
        self._transformer = Transformer.from_context(opened.adapters)
        self._readable, self._either = select.poll(), select.poll()
        self._readable.register(opened.pgconn.socket, select.POLLIN)
        self._either.register(opened.pgconn.socket, select.POLLIN | select.POLLOUT)

    def is_usable(self) -> bool:
        """Whether no transaction runs, or one that this link has begun and in which nothing was rolled back.

        After a rollback, psycopg makes the server forget what is prepared, and then a statement fails. If it begins a
        transaction, `run` sends it again. Django makes a new list of hooks at each rollback.
        """
        return _is_idle(connection.connection) or self._hooks is connection.run_on_commit

    def run(self, waiting: Sequence[_Statement]) -> None:
        """Send the statements and hand each its reply. Raises the first error."""
        opened: Connection[Any] = connection.connection
        idle = _is_idle(opened)
        begins = idle and not opened.autocommit
        if begins:
            self._hooks = connection.run_on_commit
        statements = [_Statement("BEGIN", ()), *waiting] if begins else waiting
        try:
            results = self._exchange(opened, statements)
        except (InvalidSqlStatementName, FeatureNotSupported):
            # The server has forgotten a statement, or a column's type has changed. Nothing was stored.
            self._names.clear()
            if not idle:
                raise
            opened.rollback()
            results = self._exchange(opened, statements)
        for statement, result in zip(statements, results, strict=True):
            statement.reply.result = result

    def _exchange(self, opened: Connection[Any], statements: Sequence[_Statement]) -> list[PGresult]:
        """Prepare what is new, and execute the statements. Returns their results. Raises the first error."""
        written = [self._write(statement) for statement in statements]
        new: dict[_Key, bytes] = {}
        for key, _texts in written:
            if key not in self._names and key not in new:
                new[key] = b"odin_%d" % next(self._numbers)
        names = self._names | new if new else self._names
        try:
            _send(opened.pgconn, new, [(names[key], texts) for key, texts in written])
            self._flush(opened.pgconn)
            results = list(self._results(opened.pgconn))
            opened.pgconn.exit_pipeline_mode()
        except BaseException:
            # Replies may still arrive.
            opened.close()
            raise
        # These stay prepared even if the transaction fails.
        self._names.update(pair for pair, result in zip(new.items(), results, strict=False) if result.status in _DONE)
        failed = next((result for result in results if result.status not in _DONE), None)
        if failed is not None:
            raise error_from_result(failed, opened.info.encoding)
        return results[len(new) :]

    def _write(self, statement: _Statement) -> tuple[_Key, Sequence[Any]]:
        parameters = statement.parameters
        texts = self._transformer.dump_sequence(parameters, [PyFormat.TEXT] * len(parameters))
        return (statement.sql, self._transformer.types if statement.typed else None), texts

    def _flush(self, pgconn: PGconn) -> None:
        while pgconn.flush():
            # The server may answer before it takes more.
            self._either.poll()
            pgconn.consume_input()

    def _results(self, pgconn: PGconn) -> Iterator[PGresult]:
        """Yield each result, up to that of the pipeline's end."""
        while True:
            while pgconn.is_busy():
                # libpq would wait without releasing the interpreter.
                self._readable.poll()
                pgconn.consume_input()
            result = pgconn.get_result()
            if result is None:
                # This follows each result; it is all that follows a lost connection.
                if pgconn.status == ConnStatus.BAD:
                    raise OperationalError("the server closed the connection")
            elif result.status == ExecStatus.PIPELINE_SYNC:
                return
            else:
                yield result


_links: Final[WeakKeyDictionary[Connection[Any], _Link]] = WeakKeyDictionary()


def _usable_link() -> _Link | None:
    """The link of this thread's connection, or None if statements must run one after the other."""
    connection.ensure_connection()
    if connection.queries_logged or connection.execute_wrappers:
        return None
    opened = connection.connection
    link = _links.get(opened)
    if link is None:
        link = _links[opened] = _Link(opened)
    return link if link.is_usable() else None


def _is_idle(opened: Connection[Any]) -> bool:
    return opened.pgconn.transaction_status == TransactionStatus.IDLE


def _send(pgconn: PGconn, new: Mapping[_Key, bytes], written: Sequence[tuple[bytes, Sequence[Any]]]) -> None:
    """Queue the statements in libpq: those to prepare, then those to execute."""
    pgconn.enter_pipeline_mode()
    for (sql, types), name in new.items():
        pgconn.send_prepare(name, _numbered(sql), types)
    for name, texts in written:
        pgconn.send_query_prepared(name, texts)
    pgconn.pipeline_sync()


@cache
def _numbered(sql: str) -> bytes:
    """The SQL with `$1`, `$2` … in place of `%s`, as PostgreSQL has it."""
    numbers = count(1)
    return re.sub("%[s%]", lambda found: f"${next(numbers)}" if found[0] == "%s" else "%", sql).encode()
