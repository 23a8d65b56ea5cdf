"""Database connections are few: long work that needs none leaves its thread's to others."""

from django.db import connection


def connection_give_back() -> None:
    """Before a search or a password's hash. The next query takes one again; a transaction keeps its own."""
    if not connection.in_atomic_block:
        connection.close()
