"""One sweep of a kind at a time, however many clocks and workers there are."""

from collections.abc import Iterator
from contextlib import contextmanager
from zlib import crc32

from django.db import connection

# Sets these apart from other advisory locks, which have one number alone.
SWEEPS = 20_260


@contextmanager
def sweep_lock(name: str) -> Iterator[bool]:
    """Hold the lock of the sweep `name`; yields whether it was to be had. It never waits.

    The lock is the database connection's and lasts beyond transactions, as sweeps use services with their own; it goes
    with the connection when the process dies.
    """
    key = [SWEEPS, crc32(name.encode()) - 2**31]
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_lock(%s, %s)", key)
        (held,) = cursor.fetchone()
    try:
        yield held
    finally:
        if held:
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_advisory_unlock(%s, %s)", key)
