"""The present piece of work: a request, a task, or a turn by socket."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any

from accounts.tracing.spans import Kind, span


@dataclass(slots=True)
class Work:
    """A piece of work. Tasks that follow from it have its id."""

    id: str
    account: int | None = None
    queries: int = 0
    begun: float = field(default_factory=perf_counter)
    span: Any = None

    @property
    def ms(self) -> float:
        """The milliseconds since it began."""
        return round((perf_counter() - self.begun) * 1000, 1)


_present: ContextVar[Work | None] = ContextVar("_present", default=None)


def present_work() -> Work | None:
    return _present.get()


@contextmanager
def working(work_id: str = "", *, kind: Kind = "server", parent: str = "") -> Iterator[Work]:
    """Do the block as a piece of work, with a new id unless it follows from another. Its span's `parent` is that of
    what it follows from.
    """
    work = Work(work_id or secrets.token_hex(8))
    token = _present.set(work)
    try:
        with span("work", kind, parent=parent, attributes={"odin.id": work.id}) as work.span:
            yield work
    finally:
        _present.reset(token)


def account_note(account: int) -> None:
    """Record whose work it is."""
    work = _present.get()
    if work is not None:
        work.account = account


def queries_count(number: int = 1) -> None:
    """Count queries of the present work."""
    work = _present.get()
    if work is not None:
        work.queries += number
