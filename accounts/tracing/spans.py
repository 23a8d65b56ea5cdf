"""Spans of the present work, for a process that sends them. In others a span is nothing, and costs a comparison."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from functools import wraps
from typing import Any, Final, Literal, ParamSpec, Protocol, TypeVar

P = ParamSpec("P")
R = TypeVar("R")
Kind = Literal["internal", "server", "client", "consumer"]
Attributes = Mapping[str, str | int]

_NOTHING: Final = nullcontext()
# Values come apart from queries, except for those that the code writes into them.
_VALUE: Final = re.compile(r"'(?:[^']|'')*'")


class Spans(Protocol):
    """Makes spans and sends them. Attributes are names from the code and numbers: never an address, a card or a text
    that someone sent.
    """

    def span(self, name: str, kind: Kind, parent: str, attributes: Attributes) -> AbstractContextManager[Any]:
        """A span during a block, in the present one unless `parent` names another, as `traceparent` does."""

    def describe(self, span: Any, name: str, attributes: Attributes, *, failed: bool) -> None:
        """Name a span of which more is known at its end."""

    def traceparent(self) -> str:
        """The present span, for another process; "" without one."""


class _Sender:
    spans: Spans | None = None


def spans_send(spans: Spans) -> None:
    """Send this process's spans from now on."""
    _Sender.spans = spans


def spans_sent() -> Spans | None:
    """The sender of this process's spans, or None."""
    return _Sender.spans


def span(
    name: str, kind: Kind = "internal", *, parent: str = "", attributes: Attributes | None = None
) -> AbstractContextManager[Any]:
    """A span during the block, which gets it, or None."""
    spans = _Sender.spans
    return _NOTHING if spans is None else spans.span(name, kind, parent, attributes or {})


def query_span(*queries: Any) -> AbstractContextManager[Any]:
    """A span of a query, or of some that are sent together, named by its first word. It has no values."""
    if _Sender.spans is None:
        return _NOTHING
    text = "; ".join(_VALUE.sub("?", query) for query in queries if isinstance(query, str))
    attributes: Attributes = {"db.system.name": "postgresql", "db.query.text": text}
    if len(queries) > 1:
        return span("BATCH", "client", attributes={**attributes, "db.operation.batch.size": len(queries)})
    return span(text.split(maxsplit=1)[0].upper() if text.strip() else "QUERY", "client", attributes=attributes)


def spanned(name: str) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Decorate a function whose calls are spans."""

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        @wraps(function)
        def call(*args: P.args, **options: P.kwargs) -> R:
            if _Sender.spans is None:
                return function(*args, **options)
            with span(name):
                return function(*args, **options)

        return call

    return decorate
