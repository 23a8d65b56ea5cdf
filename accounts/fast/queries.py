"""Prepared queries: querysets that are compiled once per process, because compiling one takes Django longer than
running it takes PostgreSQL.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, date, datetime
from functools import cached_property
from typing import Any, ClassVar, Final, Generic, TypeVar, cast
from weakref import WeakSet

from django.db import connection, models
from django.db.models.base import ModelState
from django.db.transaction import TransactionManagementError
from psycopg.types.numeric import Int8

from accounts.fast import switch
from accounts.fast.pipeline import Reply, Row, execute

M = TypeVar("M")
Parameter = int | str | date | list[int]
_DATABASE: Final = "default"
# Parameters to compile with, each unique in its query: an id, another id, ids, a small number, a day, times.
SAMPLE_ID: Final = 2_000_000_011
OTHER_SAMPLE_ID: Final = 2_000_000_012
SAMPLE_IDS: Final = [2_000_000_013]
SAMPLE_SMALL: Final = 32_011
SAMPLE_DAY: Final = date(9990, 1, 2)
SAMPLE_TIME: Final = datetime(9990, 1, 2, 3, 4, 5, tzinfo=UTC)
OTHER_SAMPLE_TIME: Final = datetime(9990, 1, 2, 3, 4, 6, tzinfo=UTC)


class PreparedQuery(Generic[M]):
    """A queryset that is compiled once and run many times with different parameters. It fetches what the queryset that
    `make` returns would fetch: instances of a model, or the tuples of `values_list`.

    `samples` are the parameters to compile with. Each must have its parameter's type, occur in the query,
    and equal no other value in it. Compiling raises ValueError for one that does not occur. Prefetches are ignored.
    """

    registry: ClassVar[WeakSet[PreparedQuery[Any]]] = WeakSet()
    """All prepared queries of the process. A test compares each with its queryset."""

    def __init__(self, make: Callable[..., models.QuerySet[Any, M]], **samples: Parameter) -> None:
        self.make: Final = make
        self.samples: Final = samples
        self.registry.add(self)

    def fetch(self, **values: Parameter) -> list[M]:
        """Run the query and return its rows. One round trip."""
        return self.send(**values).fetch()

    def send(self, **values: Parameter) -> PendingQuery[M]:
        """Send the query. Within `pipeline`, its rows can be fetched only after the block. Raises
        TransactionManagementError if the query locks rows outside a transaction.
        """
        if not switch.FAST:
            return PendingQuery(found=list(self.make(**values)))
        compiled = self._compiled
        if compiled.locks and connection.get_autocommit():
            raise TransactionManagementError("This query locks rows and needs a transaction.")
        return PendingQuery(execute(compiled.sql, [make(values) for make in compiled.parameters]), compiled.instance)

    @cached_property
    def _compiled(self) -> _Compiled[M]:
        return _Compiled(self.make(**self.samples), self.samples)


class PendingQuery(Generic[M]):
    """A query that has been sent. It has the server's reply, or holds the rows that a queryset fetched."""

    def __init__(
        self, reply: Reply | None = None, read: Callable[[Row], M] | None = None, *, found: list[M] | None = None
    ) -> None:
        self._reply = reply
        self._read = read
        self._found = found

    @property
    def rows(self) -> list[Row] | None:
        """The columns of each row, or None if a queryset fetched the rows."""
        return None if self._reply is None else self._reply.rows

    def fetch(self) -> list[M]:
        if self._found is None:
            assert self.rows is not None
            assert self._read is not None
            self._found = [self._read(row) for row in self.rows]
        return self._found


def equals_any(column: str, ids: list[int]) -> models.Func:
    """The condition `column = ANY(ids)`, whose SQL is the same for any number of ids."""
    return models.Func(
        models.F(column),
        models.Value(ids),
        template="%(expressions)s::bigint[])",
        arg_joiner=" = ANY(",
        output_field=models.BooleanField(),
    )


def is_found(rows: models.QuerySet[Any]) -> models.lookups.IsNull:
    """The condition that the query, which refers to the outer row, finds a row: like `Exists`, but looked up for each
    outer row. PostgreSQL may instead collect what `Exists` finds for all rows, such as all games of a person.
    """
    return models.lookups.IsNull(models.Subquery(rows.order_by().values("pk")[:1]), False)


def prefetched(parent: models.Model, name: str, rows: list[Any]) -> None:
    """Make the parent's `name.all()` return `rows`, as Django's prefetch does."""
    manager = getattr(parent, name)
    for row in rows:
        setattr(row, manager.field.name, parent)
    found = manager.get_queryset()
    found._result_cache, found._prefetch_done = rows, True
    parent.__dict__.setdefault("_prefetched_objects_cache", {})[name] = found


class _Compiled(Generic[M]):
    """The compiled form of a queryset: its SQL, its parameters as functions of the values, and how to make an instance
    from a row.
    """

    def __init__(self, queryset: models.QuerySet[Any, M], samples: Mapping[str, Parameter]) -> None:
        compiler = queryset.query.get_compiler(_DATABASE)
        self.locks = queryset.query.select_for_update
        # Compiling a lock needs a transaction; `send` checks for one each time.
        self.sql, parameters = compiler.as_sql()
        unused = [name for name, sample in samples.items() if sample not in parameters]
        if unused:
            raise ValueError(f"A prepared query does not use {unused}: {self.sql}")
        self.parameters = [_parameter(value, samples) for value in parameters]
        columns = [column[0] for column in compiler.select]
        self._converters = compiler.get_converters(columns)
        # `values_list` has named fields.
        named = queryset._fields is not None  # type: ignore[attr-defined]
        self._shape: Callable[[Sequence[Any]], Any] = tuple if named else _Shape(compiler.klass_info, columns).instance
        self._annotations: dict[str, int] = {} if named else compiler.annotation_col_map or {}

    def instance(self, row: Row) -> M:
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
    # psycopg chooses int2, int4 or int8 by value, and one prepared statement must take every id.
    if isinstance(value, list):
        return lambda values: [Int8(one) for one in cast("list[int]", values[name])]
    kind: type[Any] = Int8 if type(value) is int else type(value)
    return (lambda values: kind(values[name])) if isinstance(value, int | str) else lambda values: values[name]


class _Shape:
    """Makes an instance of a model, and of those that `select_related` names, from the columns of a row."""

    def __init__(self, info: Any, columns: Sequence[Any]) -> None:
        self._info = info
        self._model: type[models.Model] = info["model"]
        self._places: list[int] = info["select_fields"]
        self._names = [columns[place].target.attname for place in self._places]
        self._key = self._places[self._names.index(self._model._meta.pk.attname)]
        self._related = [_Shape(related, columns) for related in info.get("related_klass_infos", ())]

    def instance(self, values: Sequence[Any]) -> Any:
        """Make the instance. Returns None if an outer join found no row."""
        if values[self._key] is None:
            return None
        instance = self._new([values[place] for place in self._places])
        for shape in self._related:
            shape.attach(values, instance)
        return instance

    def _new(self, values: Sequence[Any]) -> models.Model:
        """Make an instance as `Model.from_db` does, but without its signals and its loop over the fields, which take
        most of its time.
        """
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
