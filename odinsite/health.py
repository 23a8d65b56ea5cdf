"""`/livez` for this process, `/readyz` and `/healthz` for what pages need."""

from __future__ import annotations

import logging
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from django.conf import settings
from django.db import DatabaseError, InterfaceError, connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.loader import MigrationLoader
from django.http import HttpRequest, HttpResponse
from psycopg.errors import UndefinedTable

from odinsite.redis.breaker import servers_away

logger = logging.getLogger(__name__)

# A disk with less, or a small disk with a smaller share, is nearly full.
MIN_FREE_BYTES, MIN_FREE_SHARE = 200_000_000, 0.05
PATIENCE_S = 3
LIVE = "/livez"
PROBES = frozenset({LIVE, "/readyz", "/healthz"})


class ProbesMiddleware:
    """Answers probes of load balancers and supervisors. It comes before the host is checked, since many of them send
    the machine's address as the host, and before sessions.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.path_info not in PROBES:
            return self.get_response(request)
        return answer("ok\n", 200) if request.path_info == LIVE else ready()


def ready() -> HttpResponse:
    """Answer 503 with what is missing. Without Redis, or with a nearly full disk, answer 200, because pages go on."""
    missing = database_lacks()
    told = [*(missing or ["ok"]), *disk_lacks(), *redis_lacks()]
    return answer("".join(f"{line}\n" for line in told), 503 if missing else 200)


def database_lacks(asked: BaseDatabaseWrapper | None = None) -> list[str]:
    """The database's faults: no answer, or old tables. One query."""
    try:
        with (asked or connection).cursor() as cursor:
            cursor.execute("SELECT app, name FROM django_migrations")
            applied: set[tuple[str, str]] = set(cursor.fetchall())
    except (DatabaseError, InterfaceError) as error:
        if not isinstance(error.__cause__, UndefinedTable):
            logger.exception("The database does not answer.")
            return ["no answer from: database"]
        applied = set()
    return [] if migrations_newest() <= applied else ["migrations are missing: manage.py migrate"]


@contextmanager
def hasty_connection() -> Iterator[BaseDatabaseWrapper]:
    """A connection of its own, with less patience than a page has."""
    hasty = connection.copy()
    hasty.settings_dict["OPTIONS"] = {
        **{name: value for name, value in hasty.settings_dict["OPTIONS"].items() if name != "pool"},
        "connect_timeout": PATIENCE_S,
        "options": f"-c statement_timeout={PATIENCE_S * 1000}",
    }
    try:
        yield hasty
    finally:
        hasty.close()


@cache
def migrations_newest() -> frozenset[tuple[str, str]]:
    """Each app's last migration in the code; reads files once."""
    return frozenset(MigrationLoader(None, ignore_no_migrations=True).graph.leaf_nodes())


def redis_lacks() -> list[str]:
    """The Redis servers that do not answer."""
    return [no_answer(name) for name in servers_away()]


def no_answer(name: str) -> str:
    return f"no answer from: redis ({name})"


def disk_lacks() -> list[str]:
    return [f"the disk is nearly full: {name}" for name, folder in folders().items() if is_nearly_full(folder)]


def folders() -> dict[str, Path]:
    """The folders in which this process writes, and the site's: even in a container, whose temporary files are in
    memory, that is on the machine's disk.
    """
    found = {"temporary files": Path(tempfile.gettempdir()), "the site's own files": settings.BASE_DIR}
    mails = getattr(settings, "EMAIL_FILE_PATH", None)
    if mails:
        found["data folder" if settings.EMBEDDED else "mails"] = Path(mails)
    return found


def is_nearly_full(folder: Path) -> bool:
    try:
        disk = shutil.disk_usage(folder)
    except FileNotFoundError:
        return False
    return disk.free < min(MIN_FREE_BYTES, disk.total * MIN_FREE_SHARE)


def answer(text: str, status: int) -> HttpResponse:
    response = HttpResponse(text, status=status, content_type="text/plain; charset=utf-8")
    response.headers["Cache-Control"] = "no-store"
    return response
