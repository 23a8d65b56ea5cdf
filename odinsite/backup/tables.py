"""The site's tables: names, columns, order, dropping."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.apps import apps
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from psycopg import sql

from odinsite.backup.errors import BackupRefused

# App and migration.
Step = tuple[str, str]

MIGRATIONS = "django_migrations"
# Ended sessions must not come back, nor push, which ends with them; and a stolen backup must open no account.
LEFT_OUT = frozenset({"django_session", "games_pushsubscription", "usersessions_usersession"})

# So that a row has the same text on every server.
PLAIN_TEXT = (
    "SET LOCAL TimeZone = 'UTC'; SET LOCAL DateStyle = 'ISO, YMD'; SET LOCAL IntervalStyle = 'postgres'; "
    "SET LOCAL bytea_output = 'hex'; SET LOCAL extra_float_digits = 1; SET LOCAL statement_timeout = 0"
)

_RELATIONS = """
SELECT c.relname FROM pg_class c
WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm', 'f')
  AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e')
ORDER BY c.relname
"""
_COLUMNS = """
SELECT attname FROM pg_attribute
WHERE attrelid = %s::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = '' ORDER BY attnum
"""
_KEY = """
SELECT a.attname, a.attcollation <> 0 FROM pg_index i
JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey)
WHERE i.indrelid = %s::regclass AND i.indisprimary ORDER BY a.attnum
"""
_COUNTERS = """
SELECT c.relname, a.attname, n.nspname, s.relname FROM pg_class s
JOIN pg_namespace n ON n.oid = s.relnamespace
JOIN pg_depend d ON d.objid = s.oid AND d.classid = 'pg_class'::regclass AND d.deptype IN ('a', 'i')
JOIN pg_class c ON c.oid = d.refobjid
JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = d.refobjsubid
WHERE s.relkind = 'S' AND c.relnamespace = current_schema()::regnamespace ORDER BY c.relname, a.attname
"""
_FUNCTIONS = """
SELECT p.oid::regprocedure::text FROM pg_proc p
WHERE p.pronamespace = current_schema()::regnamespace AND split_part(p.proname, '_', 1) = ANY (%s)
  AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')
"""


@dataclass(frozen=True)
class Counter:
    table: str
    column: str
    last: int
    called: bool


def relations() -> list[str]:
    """Tables and views of the site's schema."""
    return [name for (name,) in _query_rows(_RELATIONS)]


def table_columns(table: str) -> list[str]:
    return [name for (name,) in _query_rows(_COLUMNS, [f'"{table}"'])]


def out_statement(table: str, columns: Iterable[str]) -> sql.Composed:
    """COPY ordered by key, so that equal rows give equal bytes."""
    key = [
        sql.SQL('{} COLLATE "C"' if collated else "{}").format(sql.Identifier(column))
        for column, collated in _query_rows(_KEY, [f'"{table}"'])
    ]
    return sql.SQL("COPY (SELECT {} FROM {} ORDER BY {}) TO STDOUT").format(
        _listed(columns), sql.Identifier(table), sql.SQL(", ").join(key)
    )


def in_statement(table: str, columns: Iterable[str]) -> sql.Composed:
    return sql.SQL("COPY {} ({}) FROM STDIN").format(sql.Identifier(table), _listed(columns))


def server_version() -> str:
    """The server's version as one number."""
    [(version,)] = _query_rows("SHOW server_version_num")
    return str(version)


def counters(tables: Collection[str]) -> Iterator[Counter]:
    for table, column, schema, sequence in _query_rows(_COUNTERS):
        if table in tables:
            query = sql.SQL("SELECT last_value, is_called FROM {}").format(sql.Identifier(schema, sequence))
            [(last, called)] = _query_rows(query)
            yield Counter(table, column, last, called)


def counter_set(counter: Counter) -> None:
    place = (f'"{counter.table}"', counter.column, counter.last, counter.called)
    _query_rows("SELECT setval(pg_get_serial_sequence(%s, %s), %s, %s)", place)


def applied_steps() -> list[Step]:
    """The database's migrations. Raises BackupRefused if this version lacks some."""
    loader = MigrationLoader(connection)
    steps = sorted(loader.applied_migrations)
    check_known(steps, "the database")
    return steps


def check_known(steps: Collection[Step], what: str) -> None:
    """Check that this version has all migrations of `what`. Raises BackupRefused."""
    known = MigrationLoader(None, ignore_no_migrations=True).disk_migrations
    strange = sorted(".".join(step) for step in set(steps) - set(known))
    if strange:
        raise BackupRefused(
            f"A newer version of the site made {what}, with migrations that this one does not know "
            f"({', '.join(strange[:3])}{', ...' if len(strange) > 3 else ''}). Use that version."
        )


def tables_at(steps: Collection[Step]) -> list[str]:
    """The tables after these migrations, without Django's list of migrations."""
    state = MigrationLoader(None).project_state(leaf_steps(steps))
    models = state.apps.get_models(include_auto_created=True)
    return sorted({model._meta.db_table for model in models if model._meta.managed and not model._meta.proxy})


def migrate_to(steps: Collection[Step]) -> None:
    """Migrate an empty database to these migrations."""
    executor = MigrationExecutor(connection)
    executor.migrate(leaf_steps(steps))


def is_at(steps: Collection[Step]) -> bool:
    """Whether exactly these migrations are applied and their tables exist."""
    same = set(MigrationLoader(connection).applied_migrations) == set(steps)
    return same and set(tables_at(steps)) <= set(relations())


def is_behind() -> bool:
    executor = MigrationExecutor(connection)
    return bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))


def strangers(found: Iterable[str]) -> list[str]:
    prefixes = (*(f"{label}_" for label in _labels()), "django_")
    return [name for name in found if not name.startswith(prefixes)]


def drop_all(found: Collection[str]) -> None:
    names = sql.SQL(", ").join(map(sql.Identifier, found))
    _query_rows(sql.SQL("DROP TABLE {}").format(names))
    for (function,) in _query_rows(_FUNCTIONS, [_labels()]):
        _query_rows(f"DROP FUNCTION {function}")


def triggers_set(tables: Iterable[str], *, on: bool) -> None:
    """Switch the site's triggers, as append-only tables refuse emptying. References are still checked."""
    way = sql.SQL("ENABLE" if on else "DISABLE")
    for table in tables:
        _query_rows(sql.SQL("ALTER TABLE {} {} TRIGGER USER").format(sql.Identifier(table), way))


def empty_all(tables: Iterable[str]) -> None:
    _query_rows(sql.SQL("TRUNCATE {}").format(sql.SQL(", ").join(map(sql.Identifier, tables))))


def leaf_steps(steps: Collection[Step]) -> list[Step]:
    """The last of these migrations in each app, also if one of another app depends on it."""
    graph = MigrationLoader(None).graph
    chosen = set(steps)
    return sorted(
        step
        for step in chosen
        if not any(child.key in chosen and child.key[0] == step[0] for child in graph.node_map[step].children)
    )


def _labels() -> list[str]:
    return [config.label for config in apps.get_app_configs()]


def _listed(columns: Iterable[str]) -> sql.Composed:
    return sql.SQL(", ").join(map(sql.Identifier, columns))


def _query_rows(
    query: str | sql.Composed, values: Sequence[str | int | list[str]] | None = None
) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(query, values)
        return cursor.fetchall() if cursor.description is not None else []
