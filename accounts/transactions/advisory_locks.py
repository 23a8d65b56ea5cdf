"""PostgreSQL's advisory locks, which lock what has no row."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from enum import IntEnum

from django.db import connection


class Lock(IntEnum):
    """What a lock is about. Its name says which one of these."""

    SWEEP = 20_260
    RATINGS = 20_261
    ADDRESS = 20_262
    QUEUE = 20_263
    TOTALS = 20_264


def lock_until_commit(about: Lock, name: str = "") -> None:
    """Lock until the transaction ends. Waits."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s, hashtext(%s))", [about, name])


@contextmanager
def lock_if_free(about: Lock, name: str) -> Iterator[bool]:
    """Yield whether the lock is held; never waits. It spans transactions and ends with the connection."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_lock(%s, hashtext(%s))", [about, name])
        (held,) = cursor.fetchone()
    try:
        yield held
    finally:
        if held:
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_advisory_unlock(%s, hashtext(%s))", [about, name])
