"""A lock that lets each sweep run once at a time across all workers."""

from collections.abc import Iterator
from contextlib import contextmanager
from zlib import crc32

from django.db import connection

# Other advisory locks have one key.
SWEEPS = 20_260


@contextmanager
def sweep_lock(name: str) -> Iterator[bool]:
    """Yield whether the lock is held; never waits. A session lock, as sweeps' services have their own transactions; it
    ends with the connection.
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
