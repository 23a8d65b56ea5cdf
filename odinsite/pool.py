"""The web process's connections to the database, which its threads share."""

from contextlib import suppress
from typing import Any

from psycopg_pool import ConnectionPool, PoolTimeout

# A page waits so long for a connection; one that comes while the database is started again is only late.
PATIENCE_S = 20
# Waits between attempts to connect double, so a row of them is short.
ROW_S = 2
AT_ONCE_S = 0.01


def pool_options(size: int) -> dict[str, Any]:
    """Options of Django's pool: at most `size` connections, sought for as long as a page waits for one."""
    return {
        "min_size": 1,
        "max_size": size,
        "timeout": PATIENCE_S,
        "reconnect_timeout": ROW_S,
        "reconnect_failed": try_on,
    }


def try_on(pool: ConnectionPool[Any]) -> None:
    """Begin another row of attempts for those that wait: by itself the pool does so only for the next that comes."""
    if not pool.get_stats().get("requests_waiting"):
        return
    with suppress(PoolTimeout):
        pool.putconn(pool.getconn(timeout=AT_ONCE_S))
