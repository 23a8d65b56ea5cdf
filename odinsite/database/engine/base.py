"""PostgreSQL with two waits for the pool: a short one while the database is away, a long one while all connections
are in use. Django expects the class under this name.
"""

from __future__ import annotations

from time import monotonic
from typing import Any

from django.db.backends.postgresql import base
from psycopg_pool import ConnectionPool, PoolTimeout

PATIENCE_S = 20.0


class DatabaseWrapper(base.DatabaseWrapper):
    patience_s = PATIENCE_S
    """The longest wait for a connection that other threads use."""

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        """Take a connection from the pool. Raises PoolTimeout after the pool's `timeout` if an attempt to connect has
        failed since, and else after `patience_s`.
        """
        until = monotonic() + self.patience_s
        while True:
            failed = _failed(self.pool)
            try:
                return super().get_new_connection(conn_params)
            except PoolTimeout:
                if _failed(self.pool) > failed or monotonic() >= until:
                    raise


def _failed(pool: ConnectionPool[Any] | None) -> int:
    """The attempts to connect that have failed so far."""
    return pool.get_stats().get("connections_errors", 0) if pool is not None else 0
