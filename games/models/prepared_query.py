"""Querysets compiled once a process: compiling takes longer than the database needs to answer."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property
from typing import Any, Final, Generic, TypeVar

from django.db import connection, models
from django.db.transaction import TransactionManagementError

M = TypeVar("M", bound=models.Model)
_DATABASE = "default"
# Stands for an id.
SAMPLE_ID: Final = 2_000_000_011


class PreparedQuery(Generic[M]):
    """Fetches model instances like the queryset that `make` returns, with other parameters each time.

    `samples` stand for the parameters while compiling; each must be of its parameter's type and occur nowhere else in
    the query. Annotations and prefetches are ignored.
    """

    def __init__(self, make: Callable[..., models.QuerySet[M]], **samples: int | str) -> None:
        self._make = make
        self._samples = samples

    def fetch(self, **values: int | str) -> list[M]:
        """One round trip."""
        return self.send(**values).fetch()

    def send(self, **values: int | str) -> Sent[M]:
        """Within `pipeline`, the rows can be fetched after it. Raises TransactionManagementError for a lock without a
        transaction.
        """
        compiled = self._compiled
        if compiled.locks and connection.get_autocommit():
            raise TransactionManagementError("This query locks rows and needs a transaction.")
        cursor = connection.cursor()
        cursor.execute(compiled.sql, [make(values) for make in compiled.parameters])
        return Sent(cursor, compiled)

    @cached_property
    def _compiled(self) -> Compiled[M]:
        return Compiled(self._make(**self._samples), self._samples)


class Compiled(Generic[M]):
    def __init__(self, queryset: models.QuerySet[M], samples: Mapping[str, int | str]) -> None:
        compiler = queryset.query.get_compiler(_DATABASE)
        self.locks = queryset.query.select_for_update
        # Compiling a lock demands a transaction; `send` checks for one each time.
        self.sql, parameters = compiler.as_sql()
        self.parameters = [_parameter(value, samples) for value in parameters]
        columns = [column[0] for column in compiler.select]
        self._converters = compiler.get_converters(columns)
        self._shape = _Shape(compiler.klass_info, columns)

    def instance(self, row: Sequence[Any]) -> M:
        values = list(row)
        for place, (converters, expression) in self._converters.items():
            for convert in converters:
                values[place] = convert(values[place], expression, connection)
        instance: M = self._shape.instance(values)
        return instance


def _parameter(value: Any, samples: Mapping[str, int | str]) -> Callable[[Mapping[str, int | str]], Any]:
    name = next((name for name, sample in samples.items() if value == sample), None)
    if name is None:
        return lambda _values: value
    # The driver's integers have sizes.
    kind = type(value)
    return lambda values: kind(values[name])


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
        instance = self._model.from_db(_DATABASE, self._names, [values[place] for place in self._places])
        for shape in self._related:
            shape.attach(values, instance)
        return instance

    def attach(self, values: Sequence[Any], parent: models.Model) -> None:
        instance = self.instance(values)
        self._info["local_setter"](parent, instance)
        if instance is not None:
            self._info["remote_setter"](instance, parent)


class Sent(Generic[M]):
    """A query on its way."""

    def __init__(self, cursor: Any, compiled: Compiled[M]) -> None:
        self._cursor = cursor
        self._compiled = compiled

    def fetch(self) -> list[M]:
        with self._cursor:
            return [self._compiled.instance(row) for row in self._cursor.fetchall()]


@contextmanager
def pipeline() -> Iterator[None]:
    """Queries sent in the block make one round trip together. An error shows at its end."""
    connection.ensure_connection()
    with connection.wrap_database_errors, connection.connection.pipeline():
        yield
