"""Django's `migrate`, which does not make the site wait behind it."""

from __future__ import annotations

from typing import Any, Final

from django.core.management import CommandError
from django.core.management.commands import migrate
from django.db import OperationalError, connections
from django.db.migrations import Migration
from psycopg.errors import LockNotAvailable

# Everything that reads a table waits behind a migration that waits to change it, for at most this long.
LOCK_PATIENCE: Final = "5s"
TOLD: Final = (
    "{name} waited {patience} for a table that a long query or transaction uses, so it was undone, and the site goes "
    "on as before. Run `migrate` again. If it happens again, the view pg_stat_activity names the oldest transaction."
)


class Command(migrate.Command):
    alias = ""
    running = "The migration"

    def handle(self, *args: Any, **options: Any) -> None:
        self.alias = options["database"]
        try:
            super().handle(*args, **options)
        except OperationalError as error:
            if not isinstance(error.__cause__, LockNotAvailable):
                raise
            raise CommandError(TOLD.format(name=self.running, patience=LOCK_PATIENCE)) from error
        finally:
            self._patience("DEFAULT")

    def migration_progress_callback(self, action: str, migration: Migration | None = None, fake: bool = False) -> None:  # noqa: FBT001, FBT002
        """Limit the migration's wait before it begins. One without a transaction builds indexes concurrently: while it
        waits for transactions, others go on.
        """
        if migration is not None and action in ("apply_start", "unapply_start"):
            self.running = str(migration)
            self._patience(f"'{LOCK_PATIENCE}'" if migration.atomic else "0")
        super().migration_progress_callback(action, migration, fake)

    def _patience(self, value: str) -> None:
        connection = connections[self.alias]
        # Nothing to reset after a lost connection, nor in a transaction that has failed.
        if connection.connection is None or connection.connection.closed or connection.needs_rollback:
            return
        with connection.cursor() as cursor:
            cursor.execute(f"SET lock_timeout = {value}")
