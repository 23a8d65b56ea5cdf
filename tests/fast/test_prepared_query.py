"""Querysets compiled once fetch the same rows as ever."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import DatabaseError, models, transaction
from django.db.models import Model
from django.db.transaction import TransactionManagementError
from django.utils import timezone
from pytest_django.fixtures import DjangoAssertNumQueries

from accounts.fast.pipeline import execute, pipeline
from accounts.fast.queries import (
    OTHER_SAMPLE_ID,
    SAMPLE_ID,
    SAMPLE_IDS,
    SAMPLE_TIME,
    PreparedQuery,
    equals_any,
)
from games.models import Game, Seat
from tests.fast.site_queries import site_queries
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
    with pytest.raises(DatabaseError), transaction.atomic(), pipeline():
        execute("SELECT 1 / 0", [])
    assert len(query.fetch(game=game.public_id)) == game.seats.count()


@pytest.mark.fast
def test_a_parameter_that_filters_nothing_is_an_error() -> None:
    query = PreparedQuery(
        lambda game, number: Seat.objects.filter(game_id=game), game=SAMPLE_ID, number=OTHER_SAMPLE_ID
    )
    with pytest.raises(ValueError, match="number"):
        query.fetch(game=1, number=2)


def test_times_and_any_number_of_ids_are_parameters(
    game: Game, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    query = PreparedQuery(
        lambda ids, at: Seat.objects.filter(equals_any("game_id", ids), joined_at__lte=at).order_by("pk"),
        ids=SAMPLE_IDS,
        at=SAMPLE_TIME,
    )
    seats, now = list(game.seats.order_by("pk")), timezone.now()
    for ids in ([game.pk], [1, game.pk, 1 << 40], []):
        with django_assert_num_queries(1):
            assert query.fetch(ids=ids, at=now) == (seats if ids else [])
    assert query.fetch(ids=[game.pk], at=now - timedelta(days=1)) == []


@pytest.mark.fast
@pytest.mark.django_db(transaction=True)
def test_a_pipeline_makes_one_round_trip_and_answers_in_order(game: Game) -> None:
    """Each query returns the time at which the server began it."""
    known, new = times(), times()
    known.fetch(game=game.pk)
    for _time in range(2):
        with round_trips() as made, pipeline():
            sent = [query.send(game=game.pk) for query in (known, new, known, times())]
        assert made.count == 1
        told = [row for one in sent for row in one.fetch()]
        assert len(told) == len(sent)
        assert told == sorted(told)


def times() -> PreparedQuery[Any]:
    clock = models.Func(function="clock_timestamp", output_field=models.DateTimeField())
    return PreparedQuery(lambda game: Game.objects.filter(pk=game).values_list(clock), game=SAMPLE_ID)


@pytest.mark.django_db(transaction=True)
def test_after_an_error_in_a_pipeline_the_connection_goes_on(game: Game) -> None:
    query = PreparedQuery(
        lambda divisor: Seat.objects.extra(where=["1 / (game_id - game_id) = 1"]).filter(pk__gt=divisor),
        divisor=SAMPLE_ID,
    )
    for _time in range(2):
        with pytest.raises(DatabaseError), pipeline():
            query.send(divisor=0)
    assert len(seats().fetch(game=game.public_id)) == game.seats.count()


def test_ids_of_any_size_follow_on_each_other() -> None:
    """This also works once the connection has prepared the statement, which psycopg does at the fifth use."""
    for query in site_queries():
        for number in (*range(1, 7), 40_000, 2**31 + 1):
            query.fetch(**query.samples | ids_of(query, number))


def ids_of(query: PreparedQuery[Any], number: int) -> dict[str, Any]:
    """In the place of each id and of each list of some; versions and seasons are none."""
    ids = {name for name, sample in query.samples.items() if sample in (SAMPLE_ID, OTHER_SAMPLE_ID)}
    lists = {name for name, sample in query.samples.items() if isinstance(sample, list)}
    return dict.fromkeys(ids - {"version", "season"}, number) | {name: [number] for name in lists}
