"""Refuses databases of early versions, whose migrations were squashed."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final

from django.core.management import CommandError
from django.db import connections
from django.db.migrations.recorder import MigrationRecorder

# In every early database and no later one.
EARLY_MIGRATIONS: Final = frozenset({("accounts", "0002_iexact"), ("games", "0002_append_only")})
EARLY: Final = "the database was made by an early version of the site, and this one cannot bring it up to date"
WHAT_TO_DO: Final = (
    f"{EARLY[0].upper()}{EARLY[1:]}. Go on with the early version; or begin without its people and games, with an "
    "empty database: name another one in DATABASE_URL, or, where `manage.py up` keeps the database, move the folder "
    "`postgres` out of the data folder."
)


def is_early(applied: Collection[tuple[str, str]]) -> bool:
    return not EARLY_MIGRATIONS.isdisjoint(applied)


def refuse_early_database(using: str, **_more: Any) -> None:
    """Raises CommandError before `migrate`. Two queries."""
    if is_early(MigrationRecorder(connections[using]).applied_migrations()):
        raise CommandError(WHAT_TO_DO)
