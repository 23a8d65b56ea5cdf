"""Whether the site runs, which forbids a restore."""

from __future__ import annotations

import time

from celery.exceptions import CeleryError
from django.core.cache import cache
from django.db import connection
from kombu.exceptions import KombuError
from redis.exceptions import RedisError

from odinsite.backup.errors import BackupRefused
from odinsite.celery import app

# The server drops closed connections with a delay.
PATIENCE_S = 2.0
WORKERS_ANSWER_S = 1.0

_OTHERS = """
SELECT pid, usename, application_name, coalesce(host(client_addr), 'this computer') FROM pg_stat_activity
WHERE datname = current_database() AND pid <> pg_backend_pid() AND usesysid IS NOT NULL
  AND backend_type IS DISTINCT FROM 'parallel worker' ORDER BY pid
"""


def check_stopped() -> None:
    """Check that the site is stopped. Raises BackupRefused if a worker answers or the database has other clients."""
    try:
        cache.get("start")
        workers = app.control.ping(timeout=WORKERS_ANSWER_S) or []
    except (RedisError, KombuError, CeleryError, OSError) as error:
        raise BackupRefused(f"The Redis server in REDIS_URL does not answer: {error}") from error
    if workers:
        raise BackupRefused(
            f"The site runs: {len(workers)} of its workers answer. Stop web, workers and beat first, and start them "
            "again afterwards."
        )
    found = _others()
    if found:
        raise BackupRefused(
            f"The site runs, or somebody else uses its database ({'; '.join(found[:3])}). Stop web, workers and beat "
            "first, and start them again afterwards."
        )


def _others() -> list[str]:
    """Other database clients that remain after PATIENCE_S."""
    deadline = time.monotonic() + PATIENCE_S
    while (found := _connected()) and time.monotonic() < deadline:
        time.sleep(0.1)
    return found


def _connected() -> list[str]:
    with connection.cursor() as cursor:
        cursor.execute(_OTHERS)
        rows = cursor.fetchall()
    return [f"process {pid} of {user} at {place}{f', {name}' if name else ''}" for pid, user, name, place in rows]
