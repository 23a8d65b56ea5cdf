"""Querysets compiled once fetch the same rows as ever."""

from datetime import timedelta

import pytest
from django.db import DatabaseError, connection, transaction
from django.db.models import Model
from django.db.transaction import TransactionManagementError
from django.utils import timezone
from pytest_django.fixtures import DjangoAssertNumQueries

from accounts.models.prepared_query import SAMPLE_ID, SAMPLE_IDS, SAMPLE_TIME, PreparedQuery, any_of, pipeline
from games.models import Game, Seat

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
