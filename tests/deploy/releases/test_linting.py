"""Migrations since the last release neither lock tables for long nor break the version before, which runs on them."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import migrations, models
from django.db.migrations import Migration
from django.db.migrations.operations.base import Operation

from accounts.large_indexes import AddLargeIndex
from tests.deploy.releases.migrating import (
    OURS,
    RELEASES,
    exceptions_of,
    faults,
    migrations_since,
    released,
    sql_of,
)

pytestmark = pytest.mark.django_db(transaction=True)
INDEX = models.Index(fields=["version"], name="made_up_index")


def migration_of(*operations: Operation, atomic: bool = True) -> Migration:
    """A migration after the newest of `games`."""
    kind = type("MadeUp", (Migration,), {"operations": list(operations), "atomic": atomic})
    made: Migration = kind("9999_made_up", "games")
    return made


def rules_of(*operations: Operation, atomic: bool = True) -> set[str]:
    return {fault.partition(":")[0] for fault in faults(sql_of(migration_of(*operations, atomic=atomic)))}


def test_each_migration_since_the_last_release_is_safe() -> None:
    found = {
        f"{migration.app_label}.{migration.name}": faults(sql_of(migration), exceptions_of(migration))
        for migration in migrations_since(released(RELEASES[-1]))
    }
    assert {name: rules for name, rules in found.items() if rules} == {}


def test_the_last_release_has_migrations_of_both_apps() -> None:
    assert {app for app, _name in released(RELEASES[-1])} >= set(OURS)


def test_an_index_that_stops_writes_is_found() -> None:
    assert rules_of(migrations.AddIndex("game", INDEX)) == {"require-concurrent-index-creation"}
    assert rules_of(AddLargeIndex("game", INDEX), atomic=False) == set()
    assert rules_of(migrations.RemoveIndex("seat", "seat_open_of_person")) == {"require-concurrent-index-deletion"}


def test_a_column_that_the_version_before_does_not_fill_is_found() -> None:
    needs, filled = models.IntegerField(default=0), models.IntegerField(default=0, db_default=0)
    assert "ban-drop-default" in rules_of(migrations.AddField("game", "made_up", needs))
    assert rules_of(migrations.AddField("game", "made_up", filled)) == set()
    assert rules_of(migrations.AddField("game", "made_up", models.IntegerField(null=True))) == set()


def test_a_column_that_the_version_before_reads_is_found() -> None:
    assert rules_of(migrations.RemoveField("game", "name")) == {"ban-drop-column"}
    assert "renaming-column" in rules_of(migrations.RenameField("game", "name", "title"))


def test_a_check_that_reads_the_whole_table_is_found() -> None:
    check = models.CheckConstraint(condition=models.Q(version__gte=0), name="made_up")
    assert "constraint-missing-not-valid" in rules_of(migrations.AddConstraint("game", check))


def test_a_new_table_may_have_indexes() -> None:
    fields: list[tuple[str, models.Field[Any, Any]]] = [
        ("id", models.BigAutoField(primary_key=True)),
        ("at", models.DateTimeField(db_index=True)),
    ]
    assert rules_of(migrations.CreateModel("MadeUp", fields)) == set()
