"""Restores a backup in one transaction."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime

from django.conf import settings
from django.contrib.contenttypes.models import ContentType
from django.core.management import call_command
from django.db import connection, transaction
from django.utils import timezone

from accounts.mail.outbox import mails_give_up
from games.restoring import SKIPPED, RestoreCounts, games_resume, games_rewind
from odinsite.backup import tables
from odinsite.backup.archive import BackupTable, Manifest, Reading
from odinsite.backup.errors import BackupRefused
from odinsite.backup.keys import missing_keys
from odinsite.backup.running import check_stopped
from odinsite.backup.taking import rows_out
from odinsite.redis.breaker import away_words, servers_away, servers_empty

# Links, as in confirmation emails, still name ids given after the backup: no new row may get them.
NUMBERS_BEYOND = 1_000_000
INTEGER_MAX = 2**31 - 1
LOCK_PATIENCE = "SET LOCAL lock_timeout = '10s'"

# Turns set only `waiting_since`.
_CHANGED = "SELECT count(*) FROM games_game WHERE greatest(changed_at, waiting_since) > %s"
_SHOWN = """
SELECT g.anchor, max(h.number) FROM games_game g JOIN games_hand h ON h.game_id = g.id
WHERE greatest(g.changed_at, g.waiting_since) > %s GROUP BY g.anchor
"""


@dataclass(frozen=True)
class RestoreOptions:
    """The operator's options. `nothing_since`: the site did not run after the backup; `skip`: seeds of a chain that may
    have been revealed since; `without_key`: go on without a CHAIN_KEY.
    """

    replace: bool = False
    nothing_since: bool = False
    without_key: bool = False
    skip: int = SKIPPED


@dataclass(frozen=True)
class Restored:
    manifest: Manifest
    games: RestoreCounts


def what_is_there() -> int:
    """Count the database's tables. Raises BackupRefused if some are not this site's."""
    found = tables.relations()
    strange = tables.strangers(found)
    if strange:
        raise BackupRefused(
            f"The database also holds what is not this site's ({', '.join(strange[:3])}). "
            "Restore into a database of its own."
        )
    return len(found)


def restore(backup: Reading, choice: RestoreOptions) -> Restored:
    """Replace the database's content, and empty Redis, whose cache and queue belong to another state. The site must not
    run. Raises BackupRefused, with nothing changed.
    """
    check_key(backup.manifest, without_key=choice.without_key)
    tables.check_known(backup.manifest.migrations, "this backup")
    check_stopped()
    with transaction.atomic(durable=True):
        outcome = _put(backup, choice)
        # Before the commit, which queues the new state's tasks.
        _redis_empty()
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    return Restored(backup.manifest, outcome)


def check_key(manifest: Manifest, *, without_key: bool) -> None:
    """Check that CHAIN_KEY opens the backup's seeds, unless the operator does without. Raises BackupRefused."""
    missing = missing_keys(manifest.keys, settings.CHAIN_KEYS)
    if missing and not without_key:
        raise BackupRefused(
            f"CHAIN_KEY lacks {'the key' if missing == len(manifest.keys) else 'a key'} of the site that made this "
            "backup; `manage.py up` keeps its own in chain_key in the data folder. Set it in CHAIN_KEY. If it is lost, "
            "--without-chain-key goes on and cancels the games whose cards it sealed."
        )


def _put(backup: Reading, choice: RestoreOptions) -> RestoreCounts:
    manifest, at = backup.manifest, timezone.now()
    with connection.cursor() as cursor:
        cursor.execute(LOCK_PATIENCE)
    shown = _look_back(manifest.taken_at, choice)
    newest_load(backup, beyond=0 if choice.nothing_since else NUMBERS_BEYOND)
    if choice.nothing_since:
        return games_resume(taken_at=manifest.taken_at, at=at)
    mails_give_up()
    return games_rewind(taken_at=manifest.taken_at, at=at, shown=shown, skip=choice.skip)


def newest_load(backup: Reading, *, beyond: int = 0) -> None:
    """Load the backup as `backup_load` does, and migrate its tables to the newest. Raises BackupRefused."""
    backup_load(backup, beyond=beyond)
    if tables.is_behind():
        call_command("migrate", interactive=False, verbosity=0)
    ContentType.objects.clear_cache()


def _look_back(taken_at: datetime, choice: RestoreOptions) -> dict[str, int]:
    """The newest hands, by anchor, of games that went on after the backup. Raises BackupRefused if the database
    contradicts the operator or must not be replaced.
    """
    found = tables.relations() if what_is_there() else []
    if not found:
        return {}
    if not choice.replace:
        raise BackupRefused("The database is not empty. To put the backup in the place of all that is in it: --replace")
    shown: dict[str, int] = {}
    if {"games_game", "games_hand"} <= set(found):
        with connection.cursor() as cursor:
            cursor.execute(_CHANGED, [taken_at])
            (changed,) = cursor.fetchone()
            if changed and choice.nothing_since:
                raise BackupRefused(
                    f"The site did run on after this backup: {changed} games in the database have changed since. "
                    "Make a new backup, or restore this one without --nothing-since."
                )
            cursor.execute(_SHOWN, [taken_at])
            shown = dict(cursor.fetchall())
    return shown


def backup_load(backup: Reading, *, beyond: int = 0) -> None:
    """Load the backup into the tables of its version, in the caller's transaction. Sequences go on `beyond` its
    numbers. Raises BackupRefused unless all rows arrived unchanged.
    """
    with connection.cursor() as cursor:
        cursor.execute(tables.PLAIN_TEXT)
    _make_tables(backup.manifest)
    _load(backup)
    _count_on(backup.manifest, beyond)


def _make_tables(manifest: Manifest) -> None:
    """Make the tables of the backup's version, unless they are there. Drops those of other versions."""
    found = tables.relations()
    if tables.MIGRATIONS in found and tables.is_at(manifest.migrations):
        return
    if found:
        tables.drop_all(found)
    tables.migrate_to(manifest.migrations)


def _load(backup: Reading) -> None:
    """Load all rows into the tables of the backup's version. Raises BackupRefused unless they arrived unchanged."""
    # Earlier versions also wrote what is left out now.
    parts = [part for part in backup.manifest.parts if part.table not in tables.LEFT_OUT]
    made = tables.tables_at(backup.manifest.migrations)
    if {part.table for part in parts} != set(made) - tables.LEFT_OUT:
        raise BackupRefused("The backup does not hold the tables that its migrations make.")
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        tables.triggers_set(made, on=False)
        tables.empty_all(made)
        cursor.execute("SET CONSTRAINTS ALL DEFERRED")
        for part in parts:
            _copy_in(backup, part)
        # Checks all references.
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
    tables.triggers_set(made, on=True)
    for part in parts:
        if _digest(rows_out(part.table, part.columns)) != part.sha256:
            raise BackupRefused(f"The rows of {part.table} did not arrive as they were written.")


def _copy_in(backup: Reading, part: BackupTable) -> None:
    if sorted(tables.table_columns(part.table)) != sorted(part.columns):
        raise BackupRefused(f"The backup's {part.table} does not have the columns that its migrations make.")
    statement = tables.in_statement(part.table, part.columns)
    with connection.cursor() as cursor, connection.wrap_database_errors, cursor.copy(statement) as copy:
        for chunk in backup.text(part):
            copy.write(chunk)


def _digest(rows: Iterator[bytes | memoryview]) -> str:
    digest = hashlib.sha256()
    for row in rows:
        digest.update(row)
    return digest.hexdigest()


def _count_on(manifest: Manifest, beyond: int) -> None:
    """Set sequences to the backup's values, plus `beyond` where used."""
    known = {part.table for part in manifest.parts}
    for counter in manifest.counters:
        if counter.table not in known:
            raise BackupRefused(f"The backup counts {counter.table}, which is none of its tables.")
        further = min(counter.last + beyond, max(counter.last, INTEGER_MAX)) if counter.called else counter.last
        tables.counter_set(replace(counter, last=further))


def _redis_empty() -> None:
    if away := servers_away():
        raise BackupRefused(away_words(away))
    servers_empty()
