"""The web process's database connections, shared by its threads."""

import select
from contextlib import suppress
from time import monotonic
from typing import Any, Final
from weakref import WeakKeyDictionary

from psycopg import Connection
from psycopg_pool import ConnectionPool, PoolTimeout

# While the database restarts, pages are only late.
PATIENCE_S = 20
# Waits between attempts double, so a row of them is short.
ROW_S = 2
AT_ONCE_S = 0.01
# Skip the health check this long after one succeeded, unless data is waiting.
TRUST_S: Final = 5.0

_checked: Final[WeakKeyDictionary[Connection[Any], float]] = WeakKeyDictionary()


def pool_options(size: int) -> dict[str, Any]:
    """Options for at most `size` connections, opened while a page waits."""
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


def checks_quickly(pool: ConnectionPool[Any] | None) -> None:
    """Make the pool check connections by `check_connection`. Django's way asks the server before each use, which costs
    every page a round trip, and no setting changes that.
    """
    if pool is not None:
        pool._check = check_connection


def check_connection(connection: Connection[Any]) -> None:
    """Check that a connection is not lost. Raises OperationalError. Sends a query to the server once in TRUST_S."""
    now = monotonic()
    if now - _checked.get(connection, -TRUST_S) < TRUST_S and _is_quiet(connection):
        return
    ConnectionPool.check_connection(connection)
    _checked[connection] = now


def _is_quiet(connection: Connection[Any]) -> bool:
    """Whether the server sent nothing while the connection was unused: neither its end nor a notice."""
    asked = select.poll()
    asked.register(connection.pgconn.socket, select.POLLIN)
    return not asked.poll(0)
