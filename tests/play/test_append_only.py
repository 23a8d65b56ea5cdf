"""Tables of turns and acts cannot be emptied."""

import random

import pytest
from django.core.management import CommandError, call_command
from django.db import IntegrityError, connection, transaction

from accounts.models import User
from accounts.staff.audit import audit_write
from games.models import Game, Move
from tests.factories import take_turn
from tests.games_laid import lay_game

pytestmark = pytest.mark.django_db

TABLES = {
    "accounts_auditentry",
    "games_gameevent",
    "games_intervention",
    "games_move",
    "games_peek",
    "games_takeback",
}


@pytest.fixture
def guarded(db: None) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            # 32: before TRUNCATE.
            "SELECT tgrelid::regclass::text, tgenabled FROM pg_trigger WHERE tgtype & 32 > 0"
        )
        assert dict(cursor.fetchall()) == dict.fromkeys(TABLES, "O")


@pytest.mark.parametrize("table", [*sorted(TABLES), "games_game", "accounts_user"])
def test_no_table_of_what_happened_is_emptied(guarded: None, table: str) -> None:
    with pytest.raises(IntegrityError, match="append-only"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(f"TRUNCATE {table} CASCADE")


@pytest.mark.parametrize("act", ["UPDATE games_move SET number = number + 1", "DELETE FROM games_move"])
def test_no_setting_of_a_session_lets_rows_change(act: str, alice: User, bob: User, rng: random.Random) -> None:
    take_turn(lay_game([alice, bob]), rng)
    with connection.cursor() as cursor:
        cursor.execute("SELECT array_agg(tgname)::text FROM pg_trigger WHERE NOT tgisinternal")
        (names,) = cursor.fetchone()
        cursor.execute("SELECT set_config('pgtrigger.ignore', %s, true)", [names])
        with pytest.raises(IntegrityError, match="games_move is append-only"):
            cursor.execute(act)


def test_flush_is_refused_and_empties_nothing(guarded: None, alice: User, bob: User, rng: random.Random) -> None:
    take_turn(lay_game([alice, bob]), rng)
    entry = audit_write(actor=alice, action="game.pause")
    with connection.cursor() as cursor:
        # Tables with pending foreign key checks cannot be emptied.
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
    with pytest.raises(CommandError) as refused, transaction.atomic():
        call_command("flush", interactive=False)
    assert "append-only" in str(refused.value.__cause__)
    assert (Game.objects.count(), Move.objects.count(), type(entry).objects.count()) == (1, 1, 1)
