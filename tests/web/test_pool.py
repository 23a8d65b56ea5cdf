"""The web process's pool of database connections."""

import socket
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import OperationalError, connection
from psycopg_pool import ConnectionPool

from odinsite.database.engine.base import DatabaseWrapper
from odinsite.database.pool import check_connection, checks_quickly, pool_options
from tests.play.round_trips import round_trips

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def pool() -> Iterator[ConnectionPool[Any]]:
    """A pool as Django makes it."""
    named = connection.get_connection_params() | {"autocommit": True}
    made = ConnectionPool(kwargs=named, open=True, check=ConnectionPool.check_connection, **pool_options(2))
    checks_quickly(made)
    yield made
    made.close()


def test_a_connection_that_has_just_answered_is_not_asked_again(pool: ConnectionPool[Any]) -> None:
    with connection.cursor():
        opened = connection.connection
    for expected in (1, 0):
        with round_trips() as made:
            check_connection(opened)
        assert made.count == expected


def test_one_that_the_server_has_ended_is_not_given_out(pool: ConnectionPool[Any]) -> None:
    for _time in range(2):
        with pool.connection() as given:
            lost = given.info.backend_pid
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(%s, 5000)", [lost])
    with pool.connection() as given:
        assert given.execute("SELECT 1").fetchone() == (1,)
        assert given.info.backend_pid != lost


@pytest.fixture
def engines() -> Iterator[tuple[DatabaseWrapper, DatabaseWrapper]]:
    """Two threads' connections of a pool of one; short waits."""
    own = connection.settings_dict
    pool = {**pool_options(1), "timeout": 0.2}
    settings = {**own, "CONN_MAX_AGE": 0, "OPTIONS": {**own["OPTIONS"], "pool": pool}}
    one, other = DatabaseWrapper(settings, "pooled"), DatabaseWrapper(settings, "pooled")
    one.patience_s = other.patience_s = 1.0
    yield one, other
    one.close()
    other.close()
    one.close_pool()


def waits(engine: DatabaseWrapper) -> int:
    """How often a request for a connection ended without one."""
    return int(engine.pool.get_stats().get("requests_errors", 0))


def test_a_page_waits_once_for_a_database_that_refuses_connections(
    engines: tuple[DatabaseWrapper, DatabaseWrapper],
) -> None:
    engine = engines[0]
    engine.settings_dict["HOST"] = "/nowhere"
    with pytest.raises(OperationalError):
        engine.ensure_connection()
    assert waits(engine) == 1


def test_a_page_goes_on_waiting_for_a_connection_in_use(engines: tuple[DatabaseWrapper, DatabaseWrapper]) -> None:
    one, other = engines
    one.ensure_connection()
    with pytest.raises(OperationalError):
        other.ensure_connection()
    assert waits(other) > 2
    one.close()
    with other.cursor() as cursor:
        cursor.execute("SELECT 1")
        assert cursor.fetchone() == (1,)


def test_an_attempt_at_a_machine_that_answers_nothing_fails(engines: tuple[DatabaseWrapper, DatabaseWrapper]) -> None:
    engine = engines[0]
    engine.patience_s = 20.0
    with socket.create_server(("127.0.0.1", 0)) as silent:
        engine.settings_dict["HOST"], engine.settings_dict["PORT"] = silent.getsockname()
        engine.settings_dict["OPTIONS"]["connect_timeout"] = 2
        with pytest.raises(OperationalError):
            engine.ensure_connection()
    assert engine.pool.get_stats()["connections_errors"] == 1
