"""Gives database connections, which are few, back to the pool during long work that needs none."""

from django.db import connection


def connection_give_back() -> None:
    """Close this thread's connection, as before a search or the hash of a password; the next query opens one again.
    Does nothing inside a transaction.
    """
    if not connection.in_atomic_block:
        connection.close()
