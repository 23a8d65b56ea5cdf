"""`migrate` on a site that runs: it waits for no table for long, and builds indexes while others write."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
import pytest
from django.core.management import CommandError, call_command
from django.db import connection, models, transaction
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.state import ProjectState

from accounts.large_indexes import AddLargeIndex, RemoveLargeIndex
from odinsite.backup import tables
from odinsite.management.commands import migrate
from tests.deploy.backups.databases import database, url_of, using

pytestmark = [pytest.mark.whole, pytest.mark.django_db(transaction=True)]
NAME = "made_up_index"
ADD = AddLargeIndex("game", models.Index(fields=["changed_at"], name=NAME))


@pytest.fixture
def own_database() -> Iterator[str]:
    """An empty database with the tables of the first migrations."""
    with database(f"{connection.settings_dict['NAME']}_locks") as name, using(name):
        call_command("migrate", "accounts", "0001", interactive=False, verbosity=0)
        yield name


@contextmanager
def locked(name: str, table: str) -> Iterator[None]:
    """Another client reads the table in a transaction that lasts."""
    with psycopg.connect(url_of(name)) as other:
        other.execute(f"SELECT FROM {table}")
        yield


def lock_timeout() -> str:
    with connection.cursor() as cursor:
        cursor.execute("SHOW lock_timeout")
        return str(cursor.fetchone()[0])


def valid() -> list[bool]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass(%s)", [NAME])
        return [row[0] for row in cursor.fetchall()]


def states() -> tuple[ProjectState, ProjectState]:
    before = MigrationLoader(connection).project_state()
    after = before.clone()
    ADD.state_forwards("games", after)
    return before, after


def run(operation: Any, *, back: bool = False) -> None:
    before, after = states()
    with connection.schema_editor(atomic=False) as editor:
        if back:
            operation.database_backwards("games", editor, after, before)
        else:
            operation.database_forwards("games", editor, before, after)


def test_a_migration_that_waits_too_long_is_undone_with_one_sentence(
    own_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(migrate, "LOCK_PATIENCE", "200ms")
    steps = tables.applied_steps()
    with locked(own_database, "accounts_user"), pytest.raises(CommandError, match=r"accounts\.0002_") as refused:
        call_command("migrate", "accounts", interactive=False, verbosity=0)
    assert "Run `migrate` again" in str(refused.value)
    assert "\n" not in str(refused.value)
    assert tables.applied_steps() == steps
    call_command("migrate", "accounts", interactive=False, verbosity=0)
    assert len(tables.applied_steps()) > len(steps)
    assert lock_timeout() == "0"


@pytest.fixture
def no_index() -> Iterator[None]:
    yield
    with connection.cursor() as cursor:
        cursor.execute(f"DROP INDEX IF EXISTS {NAME}")


@pytest.mark.usefixtures("no_index")
def test_a_large_index_is_built_while_another_writes() -> None:
    with psycopg.connect(url_of(connection.settings_dict["NAME"])) as other:
        other.execute("LOCK TABLE games_game IN ROW EXCLUSIVE MODE")
        with connection.cursor() as cursor:
            cursor.execute("SET lock_timeout = '200ms'")
        # It waits for the writer, without stopping it, until its time is over: then an unusable index is left.
        with pytest.raises(Exception, match="lock timeout"):
            run(ADD)
        assert valid() == [False]
        other.execute("UPDATE games_game SET name = name")
    with connection.cursor() as cursor:
        cursor.execute("RESET lock_timeout")
    run(ADD)
    assert valid() == [True]
    run(ADD, back=True)
    assert valid() == []


@pytest.mark.usefixtures("no_index")
def test_in_the_transaction_of_a_restore_it_is_built_plainly() -> None:
    _before, after = states()
    with transaction.atomic():
        run(ADD)
        with connection.schema_editor(atomic=False) as editor:
            RemoveLargeIndex("game", NAME).database_forwards("games", editor, after, _before)
        assert valid() == []
        run(ADD)
    assert valid() == [True]
