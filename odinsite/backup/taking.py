"""Takes a backup at one moment while the site runs."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from django.conf import settings
from django.db import connection, transaction
from django.utils import timezone

from odinsite.backup import tables
from odinsite.backup.archive import Manifest, Writing
from odinsite.backup.errors import BackupRefused
from odinsite.backup.keys import check_values

# Before the first query, which sets the moment.
SNAPSHOT = "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY"


def backup_write(target: IO[bytes]) -> Manifest:
    """Write a backup to `target`, which need not be seekable. Takes read locks, which only stop migrations. Raises
    BackupRefused.
    """
    with transaction.atomic(durable=True):
        with connection.cursor() as cursor:
            cursor.execute(SNAPSHOT)
            cursor.execute(tables.PLAIN_TEXT)
        taken_at = timezone.now()
        steps = tables.applied_steps()
        found = tables.tables_at(steps)
        missing = set(found) - set(tables.relations())
        if missing or not found:
            raise BackupRefused("There is no site in this database: its tables have not been made.")
        kept = [table for table in found if table not in tables.LEFT_OUT]
        writing = Writing(target)
        for table in kept:
            columns = tables.table_columns(table)
            writing.part(table, columns, rows_out(table, columns))
        manifest = Manifest(
            taken_at=taken_at,
            postgres=tables.server_version(),
            keys=check_values(settings.CHAIN_KEYS),
            migrations=steps,
            counters=list(tables.counters(kept)),
            parts=writing.parts,
        )
        writing.end(manifest)
    return manifest


def rows_out(table: str, columns: list[str]) -> Iterator[bytes | memoryview]:
    statement = tables.out_statement(table, columns)
    with connection.cursor() as cursor, connection.wrap_database_errors, cursor.copy(statement) as copy:
        yield from copy


@contextmanager
def new_file(path: Path, *, force: bool) -> Iterator[IO[bytes]]:
    """Open a file that only its owner can read. It gets its name once it is complete and synced. Raises BackupRefused
    if it cannot be written, or exists without `force`.
    """
    draft = path.with_name(f".{path.name}.{os.getpid()}.new")
    try:
        if not force and path.exists():
            raise FileExistsError
        with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as handle:
            yield handle
            handle.flush()
            os.fsync(handle.fileno())
        if force:
            draft.replace(path)
        else:
            os.link(draft, path)
        _sync(path.parent)
    except FileExistsError as error:
        raise BackupRefused(f"{path} is there already. Name another file, or replace it with --force.") from error
    except OSError as error:
        raise BackupRefused(f"{path} cannot be written: {error.strerror or error}.") from error
    finally:
        with suppress(OSError):
            draft.unlink(missing_ok=True)


def _sync(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
