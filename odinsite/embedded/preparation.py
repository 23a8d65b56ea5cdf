"""Prepares tables, static files, an administrator, the demo.

Importing this loads Django. Raises StartError for a wrong environment.
"""

import hashlib
import os
import secrets
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import django
from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.migrations.executor import MigrationExecutor
from django.db.utils import OperationalError

from odinsite import storage
from odinsite.embedded.errors import StartError
from odinsite.embedded.folder import Folder

ADMINISTRATOR = "admin"


def prepare(folder: Folder, wait_for_servers: Callable[[], None], *, demo: bool) -> None:
    """Prepare the site: tables, static files, administrator. Repeatable."""
    load()
    with ThreadPoolExecutor(max_workers=1) as threads:
        collected = threads.submit(collect_static, folder)
        wait_for_servers()
        migrate()
        collected.result()
    make_administrator()
    print_disk_warnings()
    if demo:
        call_command("demo")
    # New processes must not share these connections.
    connections.close_all()


def load() -> None:
    """Load Django. Raises StartError for a wrong environment."""
    try:
        django.setup()
    except ImproperlyConfigured as error:
        raise StartError(str(error)) from error


def bring_up_to_date() -> None:
    """Migrate, as any command may be the first in a data folder."""
    load()
    executor = MigrationExecutor(connections[DEFAULT_DB_ALIAS])
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        migrate()
    # The command starts without open connections to the database.
    connections.close_all()


def migrate() -> None:
    """Migrate the database. Raises StartError if PostgreSQL or Redis does not answer."""
    try:
        call_command("migrate", interactive=False, verbosity=0)
    except OperationalError as error:
        raise StartError(f"The database in DATABASE_URL does not answer: {error}") from error
    # Imported late, as are others below: it reads the settings.
    from odinsite.redis.breaker import away_words, servers_away

    if away := servers_away():
        raise StartError(away_words(away))


def collect_static(folder: Folder) -> None:
    """Collect the static files. Does nothing if no file has changed."""
    marker = static_marker(folder)
    now = fingerprint()
    if marker.exists() and marker.read_text(encoding="ascii") == now and manifest().exists():
        return
    marker.unlink(missing_ok=True)
    call_command("collectstatic", interactive=False, verbosity=0)
    marker.write_text(now, encoding="ascii")


def static_marker(folder: Folder) -> Path:
    """Holds the fingerprint of what was collected."""
    return folder.path / "static.fingerprint"


def manifest() -> Path:
    return Path(settings.STATIC_ROOT) / "staticfiles.json"


def fingerprint() -> str:
    """A hash of source names, sizes, times, and the collecting code."""
    parts = [django.get_version(), str(settings.STATIC_ROOT), stamp(Path(storage.__file__))]
    for finder in get_finders():
        for name, source in finder.list([]):
            parts.append(f"{name} {stamp(Path(source.path(name)))}")
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def stamp(path: Path) -> str:
    found = path.stat()
    return f"{found.st_size} {found.st_mtime_ns}"


def make_administrator() -> None:
    """Create the first administrator, with a new password that is stored only as a hash."""
    if has_administrator():
        return
    password = secrets.token_urlsafe(12)
    # First, as Ctrl-C may end this process at any time.
    print(
        f"Administrator:      {ADMINISTRATOR}, password {password}  (shown only now; "
        f"`{os.path.basename(sys.argv[0])} changepassword {ADMINISTRATOR}` sets another)",
        flush=True,
    )
    create_administrator(password)


def print_disk_warnings() -> None:
    from odinsite.health import disk_lacks

    for line in disk_lacks():
        print(f"Warning: {line}.", file=sys.stderr, flush=True)


def has_administrator() -> bool:
    """Returns True also if the username is taken."""
    from accounts.models import User

    return User.objects.filter(is_superuser=True).exists() or User.objects.filter(handle__iexact=ADMINISTRATOR).exists()


def create_administrator(password: str) -> None:
    from accounts.staff.administrators import administrator_make

    administrator_make(handle=ADMINISTRATOR, email=f"{ADMINISTRATOR}@localhost", password=password)
