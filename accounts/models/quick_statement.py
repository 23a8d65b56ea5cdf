"""Statements sent by libpq's own calls: through Django and psycopg, sending one takes longer than PostgreSQL needs."""

from __future__ import annotations

import re
import select
from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from typing import Any, Final, NamedTuple
from weakref import WeakKeyDictionary

from django.db import connection
from psycopg import Connection, OperationalError
from psycopg.adapt import PyFormat, Transformer
from psycopg.errors import FeatureNotSupported, InvalidSqlStatementName, error_from_result
from psycopg.pq import ConnStatus, ExecStatus, TransactionStatus
from psycopg.pq.abc import PGconn, PGresult

_DONE: Final = (ExecStatus.TUPLES_OK, ExecStatus.COMMAND_OK)


class QuickStatement:
    """SQL with `%s` for parameters. A connection prepares it at its first use, by `name`; without one it keeps nothing.
    Either it tells their types, or, `typed`, the values are always of the same.
    """

    def __init__(self, name: str | None, sql: str, *, typed: bool = False) -> None:
        numbers = count(1)
        self.name: Final = None if name is None else name.encode()
        self.sql: Final = re.sub("%[s%]", lambda found: f"${next(numbers)}" if found[0] == "%s" else "%", sql).encode()
        self.typed: Final = typed


Asked = tuple[QuickStatement, Sequence[Any]]


class _Message(NamedTuple):
    """A statement as a connection sends it."""

    name: bytes | None
    sql: bytes
    types: Sequence[int] | None
    texts: Sequence[Any]


class _Link:
    """What a connection has prepared, how it writes parameters, and how to wait for it."""

    def __init__(self, opened: Connection[Any]) -> None:
        self.prepared: set[bytes] = set()
        self.suffix = b""
        self._suffixes = count(1)
        self._lost = 0
        # From the connection itself it would keep that alive.
        self.transformer = Transformer.from_context(opened.adapters)
        self.readable, self.either = select.poll(), select.poll()
        self.readable.register(opened.pgconn.socket, select.POLLIN)
        self.either.register(opened.pgconn.socket, select.POLLIN | select.POLLOUT)

    def follow(self, opened: Connection[Any]) -> None:
        """Forget what psycopg has dropped: after a rollback all, if it had prepared something itself."""
        driver = opened._prepared
        lost = driver._prepared_idx - len(driver._names)
        # It drops single ones only where it has the most.
        if lost > self._lost and len(driver._names) < driver.prepared_max:
            self.forget()
        self._lost = lost

    def forget(self) -> None:
        """Prepare every statement again under a new name, as the server may still know the old one."""
        self.prepared.clear()
        self.suffix = b"_%d" % next(self._suffixes)


_links: Final[WeakKeyDictionary[Connection[Any], _Link]] = WeakKeyDictionary()


def sent_together(*asked: Asked) -> list[PGresult]:
    """Send statements with their parameters in one round trip, and return each one's rows, as text. They are a
    transaction of their own unless Django has sent a query of one that goes on. Raises DatabaseError.
    """
    connection.ensure_connection()
    opened = connection.connection
    with connection.wrap_database_errors:
        link = _links.get(opened)
        if link is None:
            link = _links[opened] = _Link(opened)
        link.follow(opened)
        try:
            return _sent(opened, link, asked)
        except (InvalidSqlStatementName, FeatureNotSupported):
            # Something else has dropped it, or a column's type has changed, and the server refuses what returns it.
            # Nothing was stored.
            link.forget()
            if opened.pgconn.transaction_status != TransactionStatus.IDLE:
                raise
            return _sent(opened, link, asked)


def rows_of(result: PGresult) -> list[tuple[Any, ...]]:
    """As Django's cursor returns them, if this thread's connection sent the statement."""
    # Not kept, as a transformer keeps its connection alive.
    transformer = Transformer(connection.connection)
    transformer.set_pgresult(result)
    return transformer.load_rows(0, result.ntuples, tuple)


def _sent(opened: Connection[Any], link: _Link, asked: Sequence[Asked]) -> list[PGresult]:
    written = [_message(link, statement, given) for statement, given in asked]
    fresh = {one.name: one for one in written if one.name is not None and one.name not in link.prepared}
    try:
        results = _exchanged(opened.pgconn, link, written, fresh)
    except BaseException:
        # Answers may be on their way still.
        opened.close()
        raise
    # What is prepared stays so, even if the transaction fails.
    link.prepared.update(name for name, result in zip(fresh, results, strict=False) if result.status in _DONE)
    failed = next((result for result in results if result.status not in _DONE), None)
    if failed is not None:
        raise error_from_result(failed, opened.info.encoding)
    return results[len(fresh) :]


def _message(link: _Link, statement: QuickStatement, given: Sequence[Any]) -> _Message:
    texts = link.transformer.dump_sequence(given, [PyFormat.TEXT] * len(given))
    name = None if statement.name is None else statement.name + link.suffix
    return _Message(name, statement.sql, link.transformer.types if statement.typed else None, texts)


def _exchanged(
    pgconn: PGconn, link: _Link, written: Sequence[_Message], fresh: Mapping[bytes, _Message]
) -> list[PGresult]:
    """Prepare the `fresh` statements and send those `written`. Returns the results in this order."""
    pgconn.enter_pipeline_mode()
    for name, one in fresh.items():
        pgconn.send_prepare(name, one.sql, one.types)
    for one in written:
        if one.name is None:
            pgconn.send_query_params(one.sql, one.texts, one.types)
        else:
            pgconn.send_query_prepared(one.name, one.texts)
    pgconn.pipeline_sync()
    while pgconn.flush():
        # The server may answer before it takes more.
        link.either.poll()
        pgconn.consume_input()
    results = list(_results(pgconn, link.readable))
    pgconn.exit_pipeline_mode()
    return results


def _results(pgconn: PGconn, readable: Any) -> Iterator[PGresult]:
    """Yield each statement's result, and that of the transaction's end if it fails."""
    while True:
        while pgconn.is_busy():
            # libpq would wait with the interpreter's lock.
            readable.poll()
            pgconn.consume_input()
        result = pgconn.get_result()
        if result is None:
            # After each statement; for ever, if the server is gone.
            if pgconn.status == ConnStatus.BAD:
                raise OperationalError("the server closed the connection")
        elif result.status == ExecStatus.PIPELINE_SYNC:
            return
        else:
            yield result
