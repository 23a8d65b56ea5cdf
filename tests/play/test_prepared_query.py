"""Querysets compiled once fetch the same rows as ever."""

import sys
from datetime import timedelta
from importlib import import_module
from typing import Any

import pytest
from django.db import DatabaseError, connection, models, transaction
from django.db.models import Model
from django.db.transaction import TransactionManagementError
from django.utils import timezone
from pytest_django.fixtures import DjangoAssertNumQueries

from accounts.models.prepared_query import (
    OTHER_SAMPLE_ID,
    SAMPLE_ID,
    SAMPLE_IDS,
    SAMPLE_TIME,
    PreparedQuery,
    any_of,
    pipeline,
    reads,
)
from games.models import Game, Seat
from tests.play.round_trips import round_trips

pytestmark = pytest.mark.django_db


def seats() -> PreparedQuery[Seat]:
    return PreparedQuery(
        lambda game: (
            Seat.objects.select_related("held_by__preferences", "game__deadline")
            .filter(game__public_id=game, kind=Seat.Kind.PERSON)
            .order_by("-number")
        ),
        game="(a game)",
    )


def columns(row: Model) -> dict[str, object]:
    return {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}


def test_rows_and_what_hangs_on_them_are_the_querysets(
    game: Game, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    expected = list(game.seats.select_related("held_by__preferences", "game__deadline").order_by("-number"))
    query = seats()
    for _time in range(2):
        with django_assert_num_queries(1):
            found = query.fetch(game=game.public_id)
            assert [columns(row) for row in found] == [columns(row) for row in expected]
            for row, other in zip(found, expected, strict=True):
                assert columns(row.held_by) == columns(other.held_by)
                assert columns(row.game.deadline) == columns(other.game.deadline)
    assert query.fetch(game="nowhere") == []


@pytest.mark.django_db(transaction=True)
def test_a_lock_needs_a_transaction_also_once_compiled(game: Game) -> None:
    query = PreparedQuery(lambda key: Game.objects.select_for_update().filter(pk=key), key=SAMPLE_ID)
    with pytest.raises(TransactionManagementError):
        query.fetch(key=game.pk)
    with transaction.atomic():
        assert query.fetch(key=game.pk) == [game]
    with pytest.raises(TransactionManagementError):
        query.fetch(key=game.pk)


def test_an_error_in_a_pipeline_is_djangos(game: Game) -> None:
    query = seats()
    with pytest.raises(DatabaseError), transaction.atomic(), pipeline(), connection.cursor() as cursor:
        cursor.execute("SELECT 1 / 0")
    assert len(query.fetch(game=game.public_id)) == game.seats.count()


@pytest.mark.django_db(transaction=True)
def test_a_pipeline_outside_a_transaction_takes_queries_and_reads(game: Game) -> None:
    query = seats()
    for _time in range(2):
        with pipeline():
            sent = query.send(game=game.public_id)
            with reads():
                read = query.send(game=game.public_id)
        assert sent.fetch() == read.fetch() == list(game.seats.order_by("-number"))


def test_times_and_any_number_of_ids_are_parameters(
    game: Game, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    query = PreparedQuery(
        lambda ids, at: Seat.objects.filter(any_of("game_id", ids), joined_at__lte=at).order_by("pk"),
        ids=SAMPLE_IDS,
        at=SAMPLE_TIME,
    )
    seats, now = list(game.seats.order_by("pk")), timezone.now()
    for ids in ([game.pk], [1, game.pk, 1 << 40], []):
        with django_assert_num_queries(1):
            assert query.fetch(ids=ids, at=now) == (seats if ids else [])
    assert query.fetch(ids=[game.pk], at=now - timedelta(days=1)) == []


@pytest.mark.django_db(transaction=True)
def test_outside_a_transaction_libpq_fetches_the_same_rows_in_one_round_trip(game: Game) -> None:
    query, ids = (
        seats(),
        PreparedQuery(
            lambda ids: Seat.objects.filter(any_of("game_id", ids)).extra(where=["'%%' <> ''"]).order_by("pk"),
            ids=SAMPLE_IDS,
        ),
    )
    expected = [columns(row) for row in game.seats.select_related("held_by__preferences").order_by("-number")]
    for _time in range(3):
        with reads():
            sent, other = query.send(game=game.public_id), ids.send(ids=[game.pk, 1 << 40])
        found = sent.fetch()
        assert [columns(row) for row in found] == expected
        assert [columns(row.game.deadline) for row in found] == [columns(game.deadline)] * len(found)
        assert {row.pk for row in other.fetch()} == {row.pk for row in found}
    with round_trips() as made, reads():
        query.send(game=game.public_id)
        ids.send(ids=[game.pk])
    assert made.count == 1
    with transaction.atomic():
        game.seats.update(points=3)
        assert {row.points for row in query.fetch(game=game.public_id)} == {3}


@pytest.mark.django_db(transaction=True)
def test_reads_are_answered_in_order_though_some_are_asked_for_the_first_time(game: Game) -> None:
    """Each tells when the server began it."""
    known, new = times(), times()
    known.fetch(game=game.pk)
    for _time in range(2):
        with round_trips() as made, reads():
            sent = [query.send(game=game.pk) for query in (known, new, known, times())]
        assert made.count == 1
        told = [row for one in sent for row in one.fetch()]
        assert len(told) == len(sent)
        assert told == sorted(told)


def times() -> PreparedQuery[Any]:
    clock = models.Func(function="clock_timestamp", output_field=models.DateTimeField())
    return PreparedQuery(lambda game: Game.objects.filter(pk=game).values_list(clock), game=SAMPLE_ID)


@pytest.mark.django_db(transaction=True)
def test_what_is_asked_once_is_not_kept_by_the_connection(game: Game) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_prepared_statements WHERE name LIKE 'odin%'")
        before = cursor.fetchall()
        with reads():
            sent = PreparedQuery(lambda game: Game.objects.filter(pk=game)[:977], game=SAMPLE_ID).send(game=game.pk)
        assert sent.fetch() == [game]
        cursor.execute("SELECT count(*) FROM pg_prepared_statements WHERE name LIKE 'odin%'")
        assert cursor.fetchall() == before


@pytest.mark.django_db(transaction=True)
def test_an_error_among_reads_is_djangos_and_the_connection_goes_on(game: Game) -> None:
    query = PreparedQuery(
        lambda divisor: Seat.objects.extra(where=["1 / (game_id - game_id) = 1"]).filter(pk__gt=divisor),
        divisor=SAMPLE_ID,
    )
    for _time in range(2):
        with pytest.raises(DatabaseError), reads():
            query.send(divisor=0)
    assert len(seats().fetch(game=game.public_id)) == game.seats.count()


def sites_queries() -> set[PreparedQuery[Any]]:
    import_module("odinsite.urls")
    rooms = [module for name, module in sys.modules.items() if name.startswith(("games.", "accounts."))]
    known = {found for module in rooms for found in vars(module).values() if isinstance(found, PreparedQuery)}
    assert len(known) > 20
    return known


@pytest.mark.django_db(transaction=True)
def test_the_server_takes_the_sites_queries_from_libpq_too() -> None:
    """The values' types are all that it is told of the parameters."""
    for query in sites_queries():
        assert [query.fetch(**query.samples) for _time in range(3)][1:] == [query.fetch(**query.samples)] * 2


@pytest.mark.django_db(transaction=True)
def test_ids_of_any_size_follow_on_each_other() -> None:
    """The first value decides what a connection's statement takes."""
    queries = sites_queries()
    for query in queries:
        query.fetch(**query.samples)
    connection.close()
    for query in queries:
        for number in (1, 40_000, 2**31 + 1):
            query.fetch(**query.samples | ids_of(query, number))


def ids_of(query: PreparedQuery[Any], number: int) -> dict[str, Any]:
    """In the place of each id and of each list of some; versions and seasons are none."""
    ids = {name for name, sample in query.samples.items() if sample in (SAMPLE_ID, OTHER_SAMPLE_ID)}
    lists = {name for name, sample in query.samples.items() if isinstance(sample, list)}
    return dict.fromkeys(ids - {"version", "season"}, number) | {name: [number] for name in lists}
