"""Statements sent by libpq's own calls: through Django and psycopg, sending one takes longer than PostgreSQL needs."""

from __future__ import annotations

import re
import select
from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from typing import Any, Final
from weakref import WeakKeyDictionary

from django.db import connection
from psycopg import Connection, OperationalError
from psycopg.adapt import PyFormat, Transformer
from psycopg.errors import error_from_result
from psycopg.pq import ConnStatus, ExecStatus
from psycopg.pq.abc import PGconn, PGresult

_DONE: Final = (ExecStatus.TUPLES_OK, ExecStatus.COMMAND_OK)


class QuickStatement:
    """SQL with `%s` for parameters, whose types it must tell. A connection prepares it at its first use, by `name`."""

    def __init__(self, name: str, sql: str) -> None:
        numbers = count(1)
        self.name: Final = name.encode()
        self.sql: Final = re.sub("%s", lambda _found: f"${next(numbers)}", sql).encode()


Asked = tuple[QuickStatement, Sequence[Any]]


class _Line:
    """What a connection has prepared, how it writes parameters, and how to wait for it."""

    def __init__(self, line: Connection[Any]) -> None:
        self.prepared: set[bytes] = set()
        self.transformer = Transformer.from_context(line)
        self.readable, self.either = select.poll(), select.poll()
        self.readable.register(line.pgconn.socket, select.POLLIN)
        self.either.register(line.pgconn.socket, select.POLLIN | select.POLLOUT)


_lines: Final[WeakKeyDictionary[Connection[Any], _Line]] = WeakKeyDictionary()


def sent_together(*asked: Asked) -> list[PGresult]:
    """Send statements with their parameters in one round trip, and return each one's rows, as text. They are a
    transaction of their own unless one has begun. Raises DatabaseError.
    """
    connection.ensure_connection()
    line = connection.connection
    known = _lines.get(line)
    if known is None:
        known = _lines[line] = _Line(line)
    fresh = {statement.name: statement.sql for statement, _parameters in asked if statement.name not in known.prepared}
    with connection.wrap_database_errors:
        try:
            results = _exchanged(line.pgconn, known, asked, fresh)
        except BaseException:
            # Answers may be on their way still.
            line.close()
            raise
        # What is prepared stays so, even if the transaction fails.
        known.prepared.update(name for name, result in zip(fresh, results, strict=False) if result.status in _DONE)
        failed = next((result for result in results if result.status not in _DONE), None)
        if failed is not None:
            raise error_from_result(failed, line.info.encoding)
    return results[len(fresh) :]


def _exchanged(pgconn: PGconn, known: _Line, asked: Sequence[Asked], fresh: Mapping[bytes, bytes]) -> list[PGresult]:
    """First those of preparing the `fresh` statements, by name."""
    pgconn.enter_pipeline_mode()
    for name, sql in fresh.items():
        pgconn.send_prepare(name, sql)
    for statement, parameters in asked:
        texts = known.transformer.dump_sequence(parameters, [PyFormat.TEXT] * len(parameters))
        pgconn.send_query_prepared(statement.name, texts)
    pgconn.pipeline_sync()
    while pgconn.flush():
        # The server may answer before it takes more.
        known.either.poll()
        pgconn.consume_input()
    results = list(_results(pgconn, known.readable))
    pgconn.exit_pipeline_mode()
    return results


def _results(pgconn: PGconn, readable: Any) -> Iterator[PGresult]:
    """Until the pipeline's end. The end of the transaction may have an error of its own."""
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
