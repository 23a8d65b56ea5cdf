"""The pipeline's statements give what psycopg gives, and survive what happens to a connection."""

from __future__ import annotations

import gc
import weakref
from datetime import UTC, datetime, time, timedelta
from typing import Any

import pytest
from django.db import DatabaseError, IntegrityError, OperationalError, connection, transaction
from psycopg._preparing import PrepareManager
from psycopg.types.json import Jsonb

from accounts.fast.pipeline import Reply, execute, pipeline
from tests.play.round_trips import round_trips

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.fast]

# The method that tests/conftest.py replaces.
CLEAR = PrepareManager.clear
VALUES = (
    (7, "int"), (None, "int"), (True, "bool"), ("it's {\"odd\", \\N} %", "text"), (["a", 'b "c", {'], "text[]"),
    (datetime(2026, 3, 1, 12, 30, 5, 17, tzinfo=UTC), "timestamptz"), (timedelta(days=1, seconds=3), "interval"),
    ([time(8), time(22, 30)], "time[]"), (Jsonb({"cards": ["R1"], "none": None}), "jsonb"),
)  # fmt: skip
ADD_ONE = "SELECT %s::int + 1"
INSERT = "INSERT INTO piped VALUES (%s), (%s)"


def together(*asked: tuple[str, list[Any]]) -> list[Reply]:
    with pipeline():
        return [execute(sql, parameters) for sql, parameters in asked]


def one_more(number: int) -> int:
    (reply,) = together((ADD_ONE, [number]))
    ((found,),) = reply.rows
    return int(found)


@pytest.fixture
def table() -> None:
    """Makes a table whose constraint is checked at the end of a transaction."""
    query("CREATE TEMPORARY TABLE piped (number int UNIQUE DEFERRABLE INITIALLY DEFERRED)")


def query(sql: str) -> list[Any]:
    with connection.cursor() as cursor:
        cursor.execute(sql)
        return list(cursor.fetchall()) if cursor.description else []


@pytest.mark.parametrize(("value", "kind"), VALUES, ids=lambda part: part if isinstance(part, str) else "")
@pytest.mark.parametrize("typed", [True, False])
def test_values_arrive_and_return_as_through_a_cursor(value: Any, kind: str, typed: bool) -> None:  # noqa: FBT001
    sql = f"SELECT %s::{kind}, '%%' AS sign"
    with connection.cursor() as cursor:
        cursor.execute(sql, [value])
        expected = cursor.fetchall()
    for _time in range(2):
        with pipeline():
            reply = execute(sql, [value], typed=typed)
        assert reply.rows == expected


def test_all_go_in_one_round_trip_prepared_or_not() -> None:
    for _time in range(2):
        with round_trips() as made:
            replies = together((ADD_ONE, [1]), (ADD_ONE, [2]), (ADD_ONE, [100_000]))
        assert [reply.rows for reply in replies] == [[(2,)], [(3,)], [(100_001,)]]
        assert made.count == 1


def test_a_transaction_begins_with_the_first_statements() -> None:
    with round_trips() as made, transaction.atomic():
        one_more(1)
        one_more(2)
    assert made.count == 3


def test_an_empty_block_sends_nothing() -> None:
    with round_trips() as made, transaction.atomic(), pipeline():
        pass
    assert made.count == 0


def test_more_than_a_socket_takes_at_once_arrives() -> None:
    (reply,) = together(("SELECT length(%s::text)", ["x" * 20_000_000]))
    assert reply.rows == [(20_000_000,)]


def test_counted_and_watched_queries_run_one_by_one(django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(2), round_trips() as made:
        together((ADD_ONE, [1]), (ADD_ONE, [2]))
    assert made.count == 2
    seen: list[str] = []

    def watch(run: Any, sql: str, *rest: Any) -> Any:
        seen.append(sql)
        return run(sql, *rest)

    with connection.execute_wrapper(watch):
        together((ADD_ONE, [1]), (ADD_ONE, [2]))
    assert seen == [ADD_ONE, ADD_ONE]


def test_if_one_fails_none_is_stored_and_the_connection_can_be_used(table: None) -> None:
    for numbers in ([1, 1], [2, 2]):
        with pytest.raises(IntegrityError):
            together((INSERT, numbers), (ADD_ONE, [1]))
    with pytest.raises(DatabaseError):
        together((INSERT, [5, 6]), ("SELECT 1 / %s::int", [0]), (ADD_ONE, [1]))
    together((INSERT, [3, 4]))
    assert query("SELECT array_agg(number) FROM piped") == [([3, 4],)]


@transaction.atomic
def insert_and_fail() -> None:
    together((INSERT, [1, 2]))
    together(("SELECT 1 / %s::int", [0]))


def test_an_error_in_a_transaction_rolls_it_back(table: None) -> None:
    with pytest.raises(DatabaseError):
        insert_and_fail()
    assert query("SELECT count(*) FROM piped") == [(0,)]
    with transaction.atomic():
        together((INSERT, [1, 2]))
    assert query("SELECT count(*) FROM piped") == [(2,)]


def insert_and_raise() -> None:
    with pipeline():
        execute(INSERT, [1, 2])
        raise LookupError


def test_an_error_in_the_block_sends_nothing(table: None) -> None:
    with round_trips() as made, pytest.raises(LookupError):
        insert_and_raise()
    assert made.count == 0


def test_in_a_transaction_that_another_query_began_they_belong_to_it(table: None) -> None:
    with transaction.atomic():
        query("SELECT 1")
        together((INSERT, [1, 2]))
        transaction.set_rollback(True)
    assert query("SELECT count(*) FROM piped") == [(0,)]


@pytest.mark.parametrize("in_savepoint", [True, False])
def test_they_are_prepared_again_after_a_rollback(monkeypatch: pytest.MonkeyPatch, in_savepoint: bool) -> None:  # noqa: FBT001
    """psycopg prepares a query at its fifth use, and drops all that is prepared after a rollback."""
    monkeypatch.setattr(PrepareManager, "clear", CLEAR)
    assert one_more(1) == 2
    with transaction.atomic():
        assert one_more(1) == 2
        with transaction.atomic(savepoint=in_savepoint):
            for _time in range(7):
                query("SELECT 1")
            transaction.set_rollback(True)
        if in_savepoint:
            assert [one_more(1), one_more(2)] == [2, 3]
    assert query("SELECT count(*) FROM pg_prepared_statements WHERE statement LIKE '%+ 1'") == [(0,)]
    with transaction.atomic():
        query("SELECT 1")
        assert one_more(1) == 2
    with transaction.atomic():
        assert [one_more(1), one_more(2)] == [2, 3]
    assert [one_more(1), one_more(2)] == [2, 3]


def forget() -> None:
    for (name,) in query("SELECT name FROM pg_prepared_statements WHERE name LIKE 'odin%'"):
        query(f'DEALLOCATE "{name}"')


def test_they_are_prepared_again_after_something_else_dropped_them() -> None:
    one_more(1)
    forget()
    assert [one_more(1), one_more(2)] == [2, 3]
    forget()
    with transaction.atomic():
        assert [one_more(1), one_more(2)] == [2, 3]


def test_they_go_on_after_a_columns_type_changed() -> None:
    query("CREATE TEMPORARY TABLE altered AS SELECT 1 AS number")
    for kind, expected in (("int", 1), ("text", "1"), ("json", 1)):
        query(f"ALTER TABLE altered ALTER number TYPE {kind} USING number::{kind}")
        for _time in range(2):
            read, _one = together(("SELECT number FROM altered", []), (ADD_ONE, [1]))
            assert str(read.rows[0][0]) == str(expected)


def test_a_closed_connection_is_not_kept_in_memory() -> None:
    one_more(1)
    opened = weakref.ref(connection.connection)
    connection.close()
    gc.collect()
    assert opened() is None


def test_a_lost_connection_is_an_error_and_the_next_one_works() -> None:
    with pytest.raises(OperationalError):
        together(("SELECT pg_terminate_backend(pg_backend_pid())", []))
    connection.close()
    assert one_more(1) == 2
