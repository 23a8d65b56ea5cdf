"""Pages of long lists, without counting."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

from django.db.models import QuerySet

from accounts.fast.queries import Parameter, PendingQuery, PreparedQuery

T = TypeVar("T")
# Keeps addresses from asking for offsets that the database refuses.
MAX_PAGE = 10_000
# Later pages are rarely requested, and compiled each time.
PREPARED_PAGES: Final = 3


@dataclass(frozen=True)
class Page(Generic[T]):
    """A page of a list; `number` counts from 1."""

    items: list[T]
    number: int
    has_next: bool

    @property
    def has_previous(self) -> bool:
        return self.number > 1

    @property
    def next_number(self) -> int:
        return self.number + 1

    @property
    def previous_number(self) -> int:
        return self.number - 1


def paged(rows: QuerySet[Any, T], number: int, size: int) -> Page[T]:
    """A page of `rows`, which are ordered. One query besides prefetches."""
    number = _number(number)
    return _page_of(list(rows[_places(number, size)]), number, size)


class PreparedPages(Generic[T]):
    """Pages as of `paged`, by prepared queries: `make`'s rows, without prefetches."""

    def __init__(self, make: Callable[..., QuerySet[Any, T]], size: int, **samples: Parameter) -> None:
        self._make = make
        self._size = size
        self._samples = samples
        self._queries = [self._query(number) for number in range(1, PREPARED_PAGES + 1)]

    def page(self, number: int, **values: Parameter) -> Page[T]:
        """The page with this number. One query."""
        return self.send(number, **values).fetch()

    def send(self, number: int, **values: Parameter) -> SentPage[T]:
        """Send the page's query in a batch, like PreparedQuery.send."""
        number = _number(number)
        query = self._queries[number - 1] if number <= PREPARED_PAGES else self._query(number)
        return SentPage(query.send(**values), number, self._size)

    def _query(self, number: int) -> PreparedQuery[T]:
        return PreparedQuery(lambda **values: self._make(**values)[_places(number, self._size)], **self._samples)


@dataclass(frozen=True, slots=True)
class SentPage(Generic[T]):
    """A page on its way."""

    rows: PendingQuery[T]
    number: int
    size: int

    def fetch(self) -> Page[T]:
        return _page_of(self.rows.fetch(), self.number, self.size)


def _number(number: int) -> int:
    return min(max(number, 1), MAX_PAGE)


def _places(number: int, size: int) -> slice:
    """The rows of a page, with one more that shows whether there is a next page."""
    return slice((number - 1) * size, number * size + 1)


def _page_of(found: list[T], number: int, size: int) -> Page[T]:
    return Page(found[:size], number, len(found) > size)
