"""The web process's database connections, shared by its threads."""

from contextlib import suppress
from typing import Any

from psycopg_pool import ConnectionPool, PoolTimeout

# While the database restarts, pages are only late.
PATIENCE_S = 20
# Waits between attempts double, so a row of them is short.
ROW_S = 2
AT_ONCE_S = 0.01


def pool_options(size: int) -> dict[str, Any]:
    """At most `size` connections, sought while a page waits."""
    return {
        "min_size": 1,
        "max_size": size,
        "timeout": PATIENCE_S,
        "reconnect_timeout": ROW_S,
        "reconnect_failed": retry_connections,
    }


def retry_connections(pool: ConnectionPool[Any]) -> None:
    """Start attempts for waiting requests: the pool does so only for new ones."""
    if not pool.get_stats().get("requests_waiting"):
        return
    with suppress(PoolTimeout):
        pool.putconn(pool.getconn(timeout=AT_ONCE_S))
