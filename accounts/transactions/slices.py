"""Deletes and changes many rows in slices, each in a short transaction of its own.

One statement over all of them would hold their locks, and keep dead rows of all tables from being cleaned up, for as
long as it runs.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from django.db import transaction
from django.db.models import QuerySet

SLICE: Final = 1000


def rows_delete(rows: QuerySet[Any]) -> int:
    """Delete these rows; return how many, without those that go with them. Skips rows that others have locked, so that
    it never waits for them.
    """
    return _in_slices(rows, lambda found: found.delete())


def rows_change(rows: QuerySet[Any], **values: Any) -> int:
    """Set these columns, after which `rows` must not match any more; return how many rows. Skips locked ones."""
    return _in_slices(rows, lambda found: found.update(**values))


def _in_slices(rows: QuerySet[Any], act: Callable[[QuerySet[Any]], object]) -> int:
    done = 0
    while count := _slice(rows, act):
        done += count
    return done


@transaction.atomic(durable=True)
def _slice(rows: QuerySet[Any], act: Callable[[QuerySet[Any]], object]) -> int:
    # Without an order, so that PostgreSQL reads the index of the condition.
    locked = rows.select_for_update(skip_locked=True, of=("self",)).order_by()
    ids = list(locked.values_list("pk", flat=True)[:SLICE])
    if ids:
        act(rows.model._base_manager.filter(pk__in=ids))
    return len(ids)
