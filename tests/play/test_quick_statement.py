"""Statements that libpq sends itself."""

import gc
import weakref
from datetime import UTC, datetime, time, timedelta
from typing import Any

import pytest
from django.db import DatabaseError, IntegrityError, OperationalError, connection, transaction
from psycopg._preparing import PrepareManager
from psycopg.types.json import Jsonb

from accounts.models.quick_statement import QuickStatement, sent_together
from tests.play.round_trips import round_trips

pytestmark = pytest.mark.django_db(transaction=True)

# As it is before tests/conftest.py keeps statements from test to test.
DROP = PrepareManager.clear
VALUES = (
    (7, "int"), (None, "int"), (True, "bool"), ("it's {\"odd\", \\N}", "text"), (["a", 'b "c", {'], "text[]"),
    (datetime(2026, 3, 1, 12, 30, 5, 17, tzinfo=UTC), "timestamptz"), (timedelta(days=1, seconds=3), "interval"),
    ([time(8), time(22, 30)], "time[]"), (Jsonb({"cards": ["R1"], "none": None}), "jsonb"),
)  # fmt: skip
ONE = QuickStatement("tests_one", "SELECT %s::int + 1")
TABLE = QuickStatement(
    "tests_table", "CREATE TEMPORARY TABLE IF NOT EXISTS quick (number int UNIQUE DEFERRABLE INITIALLY DEFERRED)"
)
INSERT = QuickStatement("tests_insert", "INSERT INTO quick VALUES (%s), (%s)")


def written(value: Any, kind: str) -> bytes | None:
    (result,) = sent_together((QuickStatement(f"tests_{kind}", f"SELECT (%s::{kind})::text"), [value]))
    return result.get_value(0, 0)


@pytest.mark.parametrize(("value", "kind"), VALUES, ids=lambda part: part if isinstance(part, str) else "")
def test_values_arrive_as_the_driver_sends_them(value: Any, kind: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT (%s::{kind})::text", [value])
        (sent,) = cursor.fetchone()
    assert written(value, kind) == (None if sent is None else sent.encode())


def test_all_go_in_one_round_trip_prepared_or_not() -> None:
    for _time in range(2):
        with round_trips() as made:
            results = sent_together((ONE, [1]), (ONE, [2]))
        assert [result.get_value(0, 0) for result in results] == [b"2", b"3"]
        assert made.count == 1


def test_more_than_a_socket_takes_at_once_arrives() -> None:
    (result,) = sent_together((QuickStatement("tests_long", "SELECT length(%s::text)"), ["x" * 20_000_000]))
    assert result.get_value(0, 0) == b"20000000"


def test_what_fails_at_the_end_of_the_transaction_is_not_stored_and_the_connection_goes_on() -> None:
    sent_together((TABLE, []))
    for numbers in ([1, 1], [2, 2]):
        with pytest.raises(IntegrityError):
            sent_together((INSERT, numbers), (ONE, [1]))
    sent_together((INSERT, [3, 4]))
    with connection.cursor() as cursor:
        cursor.execute("SELECT array_agg(number) FROM quick")
        assert cursor.fetchone() == ([3, 4],)


@transaction.atomic
def store_and_fail() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    sent_together((INSERT, [1, 2]))
    sent_together((QuickStatement("tests_division", "SELECT 1 / %s::int"), [0]))


def test_they_belong_to_a_transaction_that_has_begun() -> None:
    sent_together((TABLE, []))
    with pytest.raises(DatabaseError):
        store_and_fail()
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM quick")
        assert cursor.fetchone() == (0,)


@transaction.atomic
def prepare_and_fail() -> None:
    """Ask so often that psycopg prepares the query, which it drops after the rollback with all others."""
    with connection.cursor() as cursor:
        for _time in range(7):
            cursor.execute("SELECT %s::int", [1])
    raise LookupError


def test_they_are_prepared_again_after_a_rollback(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PrepareManager, "clear", DROP)
    sent_together((ONE, [1]))
    with pytest.raises(LookupError):
        prepare_and_fail()
    with round_trips() as made:
        for _time in range(2):
            (result,) = sent_together((ONE, [1]))
            assert result.get_value(0, 0) == b"2"
    assert made.count == 2


def test_they_are_prepared_again_after_another_dropped_them() -> None:
    sent_together((ONE, [1]))
    with connection.cursor() as cursor:
        cursor.execute("SELECT name FROM pg_prepared_statements WHERE name LIKE 'tests_one%'")
        for (name,) in cursor.fetchall():
            cursor.execute(f"DEALLOCATE {name}")
    for _time in range(2):
        (result,) = sent_together((ONE, [1]))
        assert result.get_value(0, 0) == b"2"


def test_they_go_on_after_a_columns_type_changed() -> None:
    sent_together((QuickStatement("tests_altered", "CREATE TEMPORARY TABLE altered AS SELECT 1 AS number"), []))
    read = QuickStatement("tests_read", "SELECT number FROM altered")
    sent_together((read, []), (ONE, [1]))
    alter("text")
    for _time in range(2):
        (result, _one) = sent_together((read, []), (ONE, [1]))
        assert result.get_value(0, 0) == b"1"
    alter("json")
    with pytest.raises(DatabaseError):
        read_in_a_transaction(read)
    assert read_in_a_transaction(read) == b"1"
    sent_together((QuickStatement("tests_dropped", "DROP TABLE altered"), []))


@transaction.atomic
def read_in_a_transaction(read: QuickStatement) -> bytes | None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    (result,) = sent_together((read, []))
    return result.get_value(0, 0)


def alter(kind: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"ALTER TABLE altered ALTER number TYPE {kind} USING number::{kind}")


def test_a_closed_connection_is_let_go() -> None:
    sent_together((ONE, [1]))
    opened = weakref.ref(connection.connection)
    connection.close()
    gc.collect()
    assert opened() is None


def test_a_lost_connection_is_an_error_and_the_next_one_works() -> None:
    ended = QuickStatement("tests_end", "SELECT pg_terminate_backend(pg_backend_pid())")
    with pytest.raises(OperationalError):
        sent_together((ended, []))
    connection.close()
    assert sent_together((ONE, [1]))[0].get_value(0, 0) == b"2"
