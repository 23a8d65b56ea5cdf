"""Querysets compiled once a process: compiling takes longer than the database needs to answer."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, date, datetime
from functools import cached_property
from hashlib import sha256
from typing import Any, ClassVar, Final, Generic, TypeVar, cast
from weakref import WeakSet

from django.db import connection, connections, models
from django.db.models.base import ModelState
from django.db.transaction import TransactionManagementError
from psycopg.pq import PipelineStatus
from psycopg.pq.abc import PGresult
from psycopg.types.numeric import Int8

from accounts.models.quick_statement import QuickStatement, rows_of, sent_together

M = TypeVar("M")
Parameter = int | str | date | list[int]
_DATABASE = "default"
# Stand for an id, another one, ids, a small number, a day and a time.
SAMPLE_ID: Final = 2_000_000_011
OTHER_SAMPLE_ID: Final = 2_000_000_012
SAMPLE_IDS: Final = [2_000_000_013]
SAMPLE_SMALL: Final = 32_011
SAMPLE_DAY: Final = date(9990, 1, 2)
SAMPLE_TIME: Final = datetime(9990, 1, 2, 3, 4, 5, tzinfo=UTC)


class PreparedQuery(Generic[M]):
    """Fetches model instances, or tuples of `values_list`, like the queryset that `make` returns, with other parameters
    each time.

    `samples` stand for the parameters while compiling; each must be of its parameter's type and occur nowhere else in
    the query. Prefetches are ignored.
    """

    registry: ClassVar[WeakSet[PreparedQuery[Any]]] = WeakSet()
    """All of the process, which a test compares with their querysets."""

    def __init__(self, make: Callable[..., models.QuerySet[Any, M]], **samples: Parameter) -> None:
        self.make: Final = make
        self.samples: Final = samples
        self._was_sent = False
        self.registry.add(self)

    def fetch(self, **values: Parameter) -> list[M]:
        """One round trip."""
        return self.send(**values).fetch()

    def send(self, **values: Parameter) -> Sent[M]:
        """Within `pipeline` or `reads`, the rows can be fetched after it. Raises TransactionManagementError for a lock
        without a transaction.
        """
        compiled = self._compiled
        if compiled.locks and connection.get_autocommit():
            raise TransactionManagementError("This query locks rows and needs a transaction.")
        parameters = [make(values) for make in compiled.parameters]
        # A connection keeps what it prepares, which is not for queries that are asked once.
        again, self._was_sent = self._was_sent, True
        waiting = _waiting.get()
        if waiting is not None:
            waiting.append((Sent(compiled), compiled.statement if again else compiled.asked_once(), parameters))
            return waiting[-1][0]
        if again and _unwatched():
            return _sent_alone(compiled, parameters)
        cursor = connection.cursor()
        cursor.execute(compiled.sql, parameters)
        return Sent(compiled, cursor)

    @cached_property
    def _compiled(self) -> Compiled[M]:
        return Compiled(self.make(**self.samples), self.samples)


def any_of(column: str, ids: list[int]) -> models.Func:
    """A condition: the same statement for any number of ids."""
    return models.Func(
        models.F(column),
        models.Value(ids),
        template="%(expressions)s::bigint[])",
        arg_joiner=" = ANY(",
        output_field=models.BooleanField(),
    )


def prefetched(parent: models.Model, name: str, rows: list[Any]) -> None:
    """Makes `rows` what the parent's `name.all()` returns, as Django's prefetch does."""
    manager = getattr(parent, name)
    for row in rows:
        setattr(row, manager.field.name, parent)
    found = manager.get_queryset()
    found._result_cache, found._prefetch_done = rows, True
    parent.__dict__.setdefault("_prefetched_objects_cache", {})[name] = found


class Compiled(Generic[M]):
    def __init__(self, queryset: models.QuerySet[Any, M], samples: Mapping[str, Parameter]) -> None:
        compiler = queryset.query.get_compiler(_DATABASE)
        self.locks = queryset.query.select_for_update
        # Compiling a lock demands a transaction; `send` checks for one each time.
        self.sql, parameters = compiler.as_sql()
        self.parameters = [_parameter(value, samples) for value in parameters]
        self.statement = QuickStatement(f"odin_{sha256(self.sql.encode()).hexdigest()[:24]}", self.sql, typed=True)
        columns = [column[0] for column in compiler.select]
        self._converters = compiler.get_converters(columns)
        # `values_list` has named fields.
        named = queryset._fields is not None  # type: ignore[attr-defined]
        self._shape: Callable[[Sequence[Any]], Any] = tuple if named else _Shape(compiler.klass_info, columns).instance
        self._annotations: dict[str, int] = {} if named else compiler.annotation_col_map or {}

    def asked_once(self) -> QuickStatement:
        return QuickStatement(None, self.sql, typed=True)

    def instance(self, row: Sequence[Any]) -> M:
        values = list(row)
        for place, (converters, expression) in self._converters.items():
            for convert in converters:
                values[place] = convert(values[place], expression, connection)
        instance: M = self._shape(values)
        for name, place in self._annotations.items():
            setattr(instance, name, values[place])
        return instance


def _parameter(value: Any, samples: Mapping[str, Parameter]) -> Callable[[Mapping[str, Parameter]], Any]:
    name = next((name for name, sample in samples.items() if value == sample), None)
    if name is None:
        return lambda _values: value
    # The driver gives a plain integer the size of its value. What is prepared with the first one's must take them all.
    if isinstance(value, list):
        return lambda values: [Int8(one) for one in cast("list[int]", values[name])]
    kind: type[Any] = Int8 if type(value) is int else type(value)
    return (lambda values: kind(values[name])) if isinstance(value, int | str) else lambda values: values[name]


class _Shape:
    """Which columns of a row make a model's instance, and those of what `select_related` names."""

    def __init__(self, info: Any, columns: Sequence[Any]) -> None:
        self._info = info
        self._model: type[models.Model] = info["model"]
        self._places: list[int] = info["select_fields"]
        self._names = [columns[place].target.attname for place in self._places]
        self._key = self._places[self._names.index(self._model._meta.pk.attname)]
        self._related = [_Shape(related, columns) for related in info.get("related_klass_infos", ())]

    def instance(self, values: Sequence[Any]) -> Any:
        """None where an outer join found nothing."""
        if values[self._key] is None:
            return None
        instance = self._new([values[place] for place in self._places])
        for shape in self._related:
            shape.attach(values, instance)
        return instance

    def _new(self, values: Sequence[Any]) -> models.Model:
        """As `Model.from_db` makes it, without its signals and checks of each field, which take most of its time."""
        instance = self._model.__new__(self._model)
        state = instance._state = ModelState()
        state.adding, state.db = False, _DATABASE
        instance.__dict__.update(zip(self._names, values, strict=True))
        return instance

    def attach(self, values: Sequence[Any], parent: models.Model) -> None:
        instance = self.instance(values)
        self._info["local_setter"](parent, instance)
        if instance is not None:
            self._info["remote_setter"](instance, parent)


class Sent(Generic[M]):
    """A query on its way: with a cursor, or with a result that comes at the end of `reads`."""

    def __init__(self, compiled: Compiled[M], cursor: Any = None) -> None:
        self._compiled = compiled
        self._cursor = cursor
        self.result: PGresult | None = None

    def fetch(self) -> list[M]:
        return [self._compiled.instance(row) for row in self._rows()]

    def received(self) -> list[bytes | None] | None:
        """The rows' values as the server sent them, at a fraction of what it costs to read them; None of a cursor."""
        result = self.result
        if result is None:
            return None
        return [result.get_value(row, column) for row in range(result.ntuples) for column in range(result.nfields)]

    def _rows(self) -> list[tuple[Any, ...]]:
        if self._cursor is None:
            assert self.result is not None
            return rows_of(self.result)
        with self._cursor:
            rows: list[tuple[Any, ...]] = self._cursor.fetchall()
            return rows


Waiting = list[tuple[Sent[Any], QuickStatement, list[Any]]]
_waiting: ContextVar[Waiting | None] = ContextVar("_waiting", default=None)


def _unwatched() -> bool:
    """True if libpq may send a query itself: there is no transaction, no open pipeline of psycopg, and no wrapper that
    counts or forbids queries.
    """
    database = connections[_DATABASE]
    if database.execute_wrappers or database.queries_logged or not database.get_autocommit():
        return False
    status: int = database.connection.pgconn.pipeline_status
    return status == PipelineStatus.OFF


def _sent_alone(compiled: Compiled[M], parameters: list[Any]) -> Sent[M]:
    sent = Sent(compiled)
    (sent.result,) = sent_together((compiled.statement, parameters))
    return sent


@contextmanager
def reads() -> Iterator[None]:
    """Queries sent in the block make one round trip together, at its end; without transaction each sees what is newest.
    An error shows at the block's end.
    """
    if not _unwatched():
        with pipeline():
            yield
        return
    waiting: Waiting = []
    token = _waiting.set(waiting)
    try:
        yield
    finally:
        _waiting.reset(token)
    if waiting:
        results = sent_together(*((statement, parameters) for _sent, statement, parameters in waiting))
        for (sent, _statement, _parameters), result in zip(waiting, results, strict=True):
            sent.result = result


@contextmanager
def pipeline() -> Iterator[None]:
    """Statements sent in the block make one round trip together. An error shows at its end."""
    connection.ensure_connection()
    with connection.wrap_database_errors, connection.connection.pipeline():
        yield
