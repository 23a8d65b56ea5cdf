"""The web process's database connections, shared by its threads."""

import select
from time import monotonic
from typing import Any, Final
from weakref import WeakKeyDictionary

from psycopg import Connection
from psycopg_pool import ConnectionPool

# An attempt to connect fails after this if nothing answers.
CONNECT_S = 4
# Attempts to connect are made this long, with doubling pauses in between.
ATTEMPTS_S = 2
# A page waits this long for a connection that the database refuses; `engine` lets it wait longer for a busy pool.
WAIT_S = 1.8
# Skip the health check this long after one succeeded, unless data is waiting.
TRUST_S: Final = 5.0

_checked: Final[WeakKeyDictionary[Connection[Any], float]] = WeakKeyDictionary()


def pool_options(size: int) -> dict[str, Any]:
    """Options for at most `size` connections, opened while a page waits."""
    return {"min_size": 1, "max_size": size, "timeout": WAIT_S, "reconnect_timeout": ATTEMPTS_S}


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
