"""Each index of our tables is listed with a query that uses it, or is a constraint; none of them doubles another."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import pytest
from django.apps import apps
from django.core.cache import cache
from django.db import connection, transaction
from pytest_django import DjangoDbBlocker

from accounts.models import User
from games.models import Game
from odinsite.embedded.folder import Folder
from tests.bench.million.load import site_load
from tests.kept_database import fresh_database
from tests.models.index_queries import QUERIES, Site, Visit
from tests.models.more_rows import tables_fill
from tests.servers import FOLDER

# Enough for the rare values by which lists filter.
GAMES: Final = 240
INDEXES = """
SELECT relname, indisunique FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
WHERE NOT indisprimary AND indrelid::regclass::text = ANY (%s)
"""
# Whole indexes whose columns begin another one of the same table.
DOUBLES = """
SELECT one.indexrelid::regclass::text FROM pg_index one JOIN pg_index other ON other.indrelid = one.indrelid
WHERE one.indexrelid <> other.indexrelid AND one.indrelid::regclass::text = ANY (%s) AND NOT one.indisunique
AND one.indpred IS NULL AND other.indpred IS NULL AND one.indexprs IS NULL AND other.indexprs IS NULL
AND starts_with(other.indkey::text || ' ', one.indkey::text || ' ')
"""
USED = re.compile(r"(?:Index (?:Only )?Scan (?:Backward )?using|Bitmap Index Scan on) (\w+)")


@pytest.fixture(scope="module")
def site(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Site]:
    """Loaded once; what each test writes goes back to a savepoint.

    The database is a fresh copy: the space that earlier tests leave in tables changes what PostgreSQL estimates.
    """
    folder = Folder(Path(os.environ[FOLDER]))
    with django_db_blocker.unblock(), fresh_database(folder), transaction.atomic():
        plan = site_load(GAMES)
        people = User.objects.in_bulk([plan.first_person, plan.staff[0]])
        tables_fill()
        game = Game.objects.filter(status="running", seats__user=plan.first_person).order_by("pk")[0]
        boss = User.objects.create_superuser("boss", "boss@example.org")
        yield Site(boss, people[plan.staff[0]], people[plan.first_person], game)
        transaction.set_rollback(True)


@pytest.mark.django_db
def test_each_index_is_listed_and_each_listed_one_is_there() -> None:
    found = dict(_rows(INDEXES))
    unlisted = {name for name, is_rule in found.items() if not is_rule} - set(QUERIES)
    assert (unlisted, set(QUERIES) - set(found)) == (set(), set())


@pytest.mark.django_db
def test_no_index_begins_another() -> None:
    """Django makes one for each reference, and one for the beginnings of unique texts."""
    assert _rows(DOUBLES) == []


@pytest.mark.whole
@pytest.mark.django_db
def test_each_ones_query_uses_it(site: Site) -> None:
    """All queries run one after the other in a single test, because most take less time than a test's set-up."""
    unused = {name: used for name, visit in QUERIES.items() if name not in (used := used_by(visit, site))}
    assert not unused, unused


def used_by(visit: Visit, site: Site) -> set[str]:
    """The indexes that the visit's queries use. Its writes are rolled back."""
    cache.clear()
    before = transaction.savepoint()
    with plans() as used:
        visit(site)
    transaction.savepoint_rollback(before)
    return used


@contextmanager
def plans() -> Iterator[set[str]]:
    """The indexes that the block's queries use where reading whole tables costs more."""
    used: set[str] = set()

    def explain(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:  # noqa: FBT001 # Django's signature
        if sql.startswith(("SELECT", "UPDATE", "DELETE")):
            with connection.connection.cursor() as raw:
                raw.execute(f"EXPLAIN {sql}", params)
                used.update(name for (line,) in raw.fetchall() for name in USED.findall(line))
        return execute(sql, params, many, context)

    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")
    with connection.execute_wrapper(explain):
        yield used


def _rows(sql: str) -> list[tuple[Any, ...]]:
    ours = [
        model._meta.db_table for label in ("accounts", "games") for model in apps.get_app_config(label).get_models()
    ]
    with connection.cursor() as cursor:
        cursor.execute(sql, [ours])
        found: list[tuple[Any, ...]] = cursor.fetchall()
    return found
