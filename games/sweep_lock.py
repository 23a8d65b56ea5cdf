"""A lock so that each sweep runs once at a time across all workers."""

from collections.abc import Iterator
from contextlib import contextmanager
from zlib import crc32

from django.db import connection

# The first key of our two-key locks; other advisory locks have one key.
SWEEPS = 20_260


@contextmanager
def sweep_lock(name: str) -> Iterator[bool]:
    """Try to hold the lock of sweep `name`; yield whether it is held. Never waits.

    A session lock, since sweeps call services with their own transactions; it ends with the connection if the process
    dies.
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
