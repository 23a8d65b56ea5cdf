"""Rows of a model as COPY's text."""

import json
from collections.abc import Callable, Sequence
from datetime import date, datetime, timedelta
from typing import Any

from django.db.models import Model

NULL = "\\N"


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace("\t", "\\t").replace("\n", "\\n")


def _array(values: Sequence[object]) -> str:
    """Numbers, or words without quotes, commas and braces."""
    return "{" + ",".join(map(str, values)) + "}"


_TEXT: dict[type, Callable[[Any], str]] = {
    type(None): lambda _none: NULL,
    bool: lambda value: "t" if value else "f",
    int: str,
    float: repr,
    datetime: datetime.isoformat,
    date: date.isoformat,
    timedelta: lambda value: f"{value.total_seconds()} seconds",
    dict: lambda value: _escaped(json.dumps(value)),
    list: _array,
    bytes: lambda value: "\\\\x" + value.hex(),
}


def text(value: object) -> str:
    """Plain text must hold no tab, line break or backslash."""
    return str(value) if isinstance(value, str) else _TEXT[type(value)](value)


class Sheet:
    """Rows of one table. Unnamed columns get the model's defaults."""

    def __init__(self, model: type[Model], *named: str) -> None:
        fields = {field.attname: field for field in model._meta.concrete_fields}
        unknown = set(named) - set(fields)
        if unknown:
            raise ValueError(f"{model.__name__} has no {', '.join(sorted(unknown))}")
        rest = [name for name in fields if name not in named]
        columns = ", ".join(f'"{fields[name].column}"' for name in (*named, *rest))
        self.sql = f'COPY "{model._meta.db_table}" ({columns}) FROM STDIN'
        self._rest = "".join("\t" + text(fields[name].get_default()) for name in rest) + "\n"
        self._lines: list[str] = []

    def add(self, *values: object) -> None:
        self._lines.append("\t".join([v if isinstance(v, str) else _TEXT[type(v)](v) for v in values]) + self._rest)

    def copy(self, cursor: Any) -> None:
        """Write the rows through Django's cursor and empty the sheet."""
        with cursor.copy(self.sql) as copy:
            copy.write("".join(self._lines))
        self._lines.clear()
