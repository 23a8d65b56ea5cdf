"""Loading: drop indexes, write blocks in several processes, make indexes, analyse."""

import multiprocessing
import os
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from typing import Any

from django.apps import apps
from django.db import connection, transaction
from django.utils import timezone

from accounts.models import User
from games.models import Game
from games.play.bot_accounts import bot_user
from tests.bench.million.around import AroundSheets
from tests.bench.million.games import GameSheets, game_make, offers_write
from tests.bench.million.people import PeopleSheets
from tests.bench.million.plan import GAMES_A_PERSON, Plan, blocks
from tests.bench.million.results import results_load

BLOCK = 2000
STAFF = 10
FEWEST_PEOPLE = 60
APPS = ("accounts", "account", "usersessions", "games")

Block = tuple[str, int, int]


def site_load(
    games: int, *, seed: int = 1, processes: int = 0, tell: Callable[[str], object] = lambda _words: None
) -> Plan:
    """Fill an empty database with `games` played games; returns what was loaded.

    Without `processes` it runs in the caller's transaction and checks all constraints. With them, for large sites, it
    skips foreign keys and makes indexes last.
    """
    plan = _plan(games, seed)
    jobs: list[Block] = [("people", *block) for block in blocks(plan.people, BLOCK)]
    jobs += [("games", *block) for block in blocks(games, BLOCK)]
    jobs.append(("offers", games, games + plan.offers))
    if processes:
        with _without_indexes(tell):
            _in_processes(plan, jobs, processes, tell)
    else:
        for job in jobs:
            _block_load(plan, job)
    tell("results")
    results_load(plan)
    _sequences_set()
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    return plan


def _plan(games: int, seed: int) -> Plan:
    """The accounts that services make first, and ids after all existing ones."""
    bot = bot_user("berserker")
    staff = [User.objects.create_user(f"moderator-{number}", is_staff=True) for number in range(STAFF)]
    last = Game.objects.order_by("-pk").values_list("pk", flat=True).first() or 0
    return Plan(
        games=games,
        people=max(games // GAMES_A_PERSON, FEWEST_PEOPLE),
        seed=seed,
        now=timezone.now(),
        first_game=last + 1,
        first_person=staff[-1].pk + 1,
        bot=bot.pk,
        staff=tuple(person.pk for person in staff),
    )


def _block_load(plan: Plan, job: Block) -> None:
    """Load the rows of one block; chance depends on the block alone, so processes may take blocks in any order."""
    what, first, end = job
    rng = plan.rng(what, first)
    sheets: list[PeopleSheets | GameSheets | AroundSheets]
    if what == "people":
        people = PeopleSheets(plan)
        for number in range(first, end):
            people.add(number, rng)
        sheets = [people]
    else:
        games, around = GameSheets(plan), AroundSheets(plan)
        if what == "offers":
            offers_write(plan, rng, games)
        for number in range(first, end) if what == "games" else ():
            made = game_make(plan, number, rng)
            games.add(made)
            around.add(made, rng)
        sheets = [games, around]
    with transaction.atomic(), connection.cursor() as cursor:
        for sheet in sheets:
            sheet.copy(cursor)


def _in_processes(plan: Plan, jobs: list[Block], processes: int, tell: Callable[[str], object]) -> None:
    connection.close()
    # Unlike multiprocessing's Pool, it raises when a process dies; the Pool would start others for ever.
    with ProcessPoolExecutor(processes, multiprocessing.get_context("fork"), _process_begin) as pool:
        for done, _ in enumerate(pool.map(_Loading(plan), jobs), start=1):
            if done % 50 == 0:
                tell(f"{done} of {len(jobs)} blocks")


class _Loading:
    """`_block_load` as a picklable value."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan

    def __call__(self, job: Block) -> None:
        _block_load(self.plan, job)


def _process_begin() -> None:
    """Skip foreign keys: rows fit together, but come in no order that the checks accept."""
    with connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = replica")
        cursor.execute("SET synchronous_commit = off")


@contextmanager
def _without_indexes(tell: Callable[[str], object]) -> Iterator[None]:
    """Drop all indexes but primary keys, and make them again afterwards, in a tenth of the time."""
    with connection.cursor() as cursor:
        constraints = _rows(cursor, _UNIQUE)
        for table, name, _made in constraints:
            cursor.execute(f'ALTER TABLE "{table}" DROP CONSTRAINT "{name}"')
        indexes = _rows(cursor, _INDEXES)
        for name, _made in indexes:
            cursor.execute(f'DROP INDEX "{name}"')
    yield
    tell("indexes")
    with connection.cursor() as cursor:
        cursor.execute("SET maintenance_work_mem = '512MB'")
        for _name, made in indexes:
            cursor.execute(made)
        for table, name, made in constraints:
            cursor.execute(f'ALTER TABLE "{table}" ADD CONSTRAINT "{name}" {made}')
        cursor.execute("VACUUM")
        cursor.execute("CHECKPOINT")


_TABLES = "relname IN (SELECT unnest(%s::text[]))"
_UNIQUE = f"""
SELECT relname, conname, pg_get_constraintdef(pg_constraint.oid)
FROM pg_constraint JOIN pg_class ON conrelid = pg_class.oid WHERE contype = 'u' AND {_TABLES}
"""
_INDEXES = f"""
SELECT indexrelid::regclass::text, pg_get_indexdef(indexrelid)
FROM pg_index JOIN pg_class ON indrelid = pg_class.oid WHERE NOT indisprimary AND {_TABLES}
"""


def _rows(cursor: Any, sql: str) -> list[tuple[str, ...]]:
    cursor.execute(sql, [_tables()])
    found: list[tuple[str, ...]] = cursor.fetchall()
    return found


def _tables() -> list[str]:
    return [model._meta.db_table for label in APPS for model in apps.get_app_config(label).get_models()]


def _sequences_set() -> None:
    """Set the sequences beyond the loaded ids."""
    with connection.cursor() as cursor:
        for label in APPS:
            for model in apps.get_app_config(label).get_models():
                key = model._meta.pk
                if key is None or key.get_internal_type() not in ("AutoField", "BigAutoField"):
                    continue
                table, column = model._meta.db_table, key.column
                cursor.execute(
                    f"SELECT setval(pg_get_serial_sequence('\"{table}\"', '{column}'), max(\"{column}\")) "
                    f'FROM "{table}" HAVING max("{column}") IS NOT NULL'
                )


def processors() -> int:
    return len(os.sched_getaffinity(0))
