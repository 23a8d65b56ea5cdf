"""Pages of long lists, without counting."""

from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from django.db.models import QuerySet

T = TypeVar("T")
# Keeps addresses from asking for offsets that the database refuses.
MAX_PAGE = 10_000


@dataclass(frozen=True)
class Page(Generic[T]):
    """Some rows of a list; `number` counts from 1."""

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


def paged(rows: "QuerySet[Any, T]", number: int, size: int) -> Page[T]:
    """`rows` are ordered. One query besides prefetches."""
    number = min(max(number, 1), MAX_PAGE)
    start = (number - 1) * size
    found = list(rows[start : start + size + 1])
    return Page(found[:size], number, len(found) > size)
