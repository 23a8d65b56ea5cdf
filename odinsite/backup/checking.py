"""Restores a backup into a database of its own, verifies its games and drops the database again."""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from django.db import connection, transaction
from psycopg import errors, sql

from games.engine import verify_record
from games.history.record import game_record
from games.models import Game
from odinsite.backup import tables
from odinsite.backup.archive import Manifest, Reading
from odinsite.backup.errors import BackupRefused
from odinsite.backup.restoring import newest_load

_LOCALE = "SELECT to_json(d)::text FROM pg_database d WHERE datname = current_database()"


@dataclass(frozen=True)
class Checked:
    """The result of a check. `unsound`: games whose record does not verify, and the first difference of each."""

    manifest: Manifest
    games: int
    unsound: dict[str, str] = field(default_factory=dict)


def backup_check(backup: Reading) -> Checked:
    """Load the backup next to the site's database and verify all games. Neither the site's rows nor Redis change. Costs
    the time of a restore and some milliseconds for each game. Raises BackupRefused.
    """
    tables.check_known(backup.manifest.migrations, "this backup")
    with _scratch_database():
        with transaction.atomic(durable=True):
            newest_load(backup)
        return _verified(backup.manifest)


def _verified(manifest: Manifest) -> Checked:
    unsound, count = {}, 0
    for game in Game.objects.filter(started_at__isnull=False).order_by("pk").iterator():
        count += 1
        if differences := verify_record(game_record(game, None)):
            unsound[game.public_id] = differences[0]
    return Checked(manifest, count, unsound)


@contextmanager
def _scratch_database() -> Iterator[None]:
    """Let all queries go to a new database with the same order of text. Raises BackupRefused."""
    own = connection.settings_dict["NAME"]
    # No other database has this name.
    scratch = f"{own}_check_{secrets.token_hex(4)}"
    statement = sql.SQL("CREATE DATABASE {} TEMPLATE template0 ENCODING 'UTF8' {}").format(
        sql.Identifier(scratch), _locale()
    )
    try:
        _query(statement)
    except errors.InsufficientPrivilege as error:
        user = connection.settings_dict["USER"]
        raise BackupRefused(f"The role may not make a database. Let it: ALTER ROLE {user} CREATEDB") from error
    _use(scratch)
    try:
        yield
    finally:
        _use(own)
        _query(sql.SQL("DROP DATABASE {}").format(sql.Identifier(scratch)))


def _use(name: str) -> None:
    connection.close()
    # The web process's, where all processes have one environment. It would keep connections to the database of before.
    connection.settings_dict["OPTIONS"].pop("pool", None)
    connection.settings_dict["NAME"] = name


def _query(statement: sql.Composed) -> None:
    """Run a statement that can't be part of a transaction. Raises psycopg's error."""
    with connection.cursor() as cursor:
        cursor.cursor.execute(statement)


def _locale() -> sql.Composed:
    """The words for the present database's order of text, as each version of PostgreSQL writes them."""
    with connection.cursor() as cursor:
        cursor.execute(_LOCALE)
        found = json.loads(cursor.fetchone()[0])
    words = [sql.SQL("LC_COLLATE {} LC_CTYPE {}").format(found["datcollate"], found["datctype"])]
    provider = {"b": "builtin", "i": "icu"}.get(found["datlocprovider"])
    if provider:
        locale = found.get("datlocale") or found.get("daticulocale")
        words.append(
            sql.SQL("LOCALE_PROVIDER {} {} {}").format(
                sql.Identifier(provider), sql.SQL(f"{provider.upper()}_LOCALE"), locale
            )
        )
    return sql.SQL(" ").join(words)
