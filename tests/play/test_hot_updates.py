"""A plain turn writes its rows in place (HOT): none of their indexes is rewritten."""

from __future__ import annotations

from typing import Final

import pytest
import time_machine
from django.db import connection

from accounts.models import User
from games.lobby.services import NewGame
from games.models import Deadline, Game, Hand, Seat
from games.play.derived import DERIVED_BY_TURN, DERIVED_OF_HAND_BY_TURN
from games.play.presence import presence_save
from games.play.storing.move import SEAT
from games.play.storing.one_statement import DEADLINE, STABLE_COLUMNS
from tests.games_laid import lay_game
from tests.play.slow_games import clock_of, person_acts

TURNS = 3
# What each writes. `bot_since` is empty while people play.
WRITTEN: Final = {
    Game: set(DERIVED_BY_TURN),
    Hand: set(DERIVED_OF_HAND_BY_TURN),
    Seat: set(SEAT),
    Deadline: set(DEADLINE) - {"game", "bot_since", *STABLE_COLUMNS},
}
COLUMNS = """
SELECT attname FROM pg_index JOIN pg_attribute ON attrelid = indrelid AND attnum = ANY (indkey)
WHERE indrelid = %(table)s::regclass
UNION SELECT attname FROM pg_index JOIN pg_depend ON classid = 'pg_class'::regclass AND objid = indexrelid
JOIN pg_attribute ON attrelid = refobjid AND attnum = refobjsubid
WHERE indrelid = refobjid AND refobjid = %(table)s::regclass
"""
UPDATES = "SELECT relname, n_tup_upd, n_tup_hot_upd FROM pg_stat_user_tables WHERE relname = ANY (%s)"


@pytest.mark.django_db
@pytest.mark.parametrize("model", WRITTEN)
def test_no_index_holds_a_column_that_it_writes(model: type[Game | Hand | Seat | Deadline]) -> None:
    columns = {field.column for field in model._meta.concrete_fields if field.name in WRITTEN[model]}
    assert len(columns) == len(WRITTEN[model])
    with connection.cursor() as cursor:
        cursor.execute(COLUMNS, {"table": model._meta.db_table})
        assert not columns & {name for (name,) in cursor.fetchall()}


@pytest.mark.fast
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("pace", ["none", "1d"])
def test_all_its_updates_are_hot(alice: User, bob: User, travel: time_machine.Traveller, pace: str) -> None:
    game = lay_game([alice, bob], NewGame(seats=2, pace=pace))
    for person in (alice, bob):
        presence_save(public_id=game.public_id, user=person)
    # The stored rows and those of earlier tests leave room.
    person_acts(game)
    tables = [model._meta.db_table for model in WRITTEN]
    with connection.cursor() as cursor:
        cursor.execute(f"VACUUM {', '.join(tables)}")
    before = updates(tables)
    for _turn in range(TURNS):
        person_acts(game)
    made = {
        table: (all_made - before[table][0], hot - before[table][1])
        for table, (all_made, hot) in updates(tables).items()
    }
    assert made == dict.fromkeys(tables, (TURNS, TURNS))


@pytest.mark.django_db
def test_a_clock_that_is_due_before_the_one_before_is_looked_at_then(alice: User, bob: User) -> None:
    game = lay_game([alice, bob], NewGame(seats=2, pace="1d"))
    person_acts(game)
    Deadline.objects.filter(pk=game.pk).update(next_at=clock_of(game).due_at)
    person_acts(game)
    clock = clock_of(game)
    assert clock.remind_at is not None
    assert clock.next_at == min(time for time in (clock.remind_at, clock.notice_at) if time is not None)


def updates(tables: list[str]) -> dict[str, tuple[int, int]]:
    """The number of updates, and of those that were HOT."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_stat_force_next_flush(), pg_stat_clear_snapshot()")
        cursor.execute(UPDATES, [tables])
        return {name: (made, hot) for name, made, hot in cursor.fetchall()}
