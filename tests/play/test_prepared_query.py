"""Querysets compiled once fetch the same rows as ever."""

import pytest
from django.db import DatabaseError, connection, transaction
from django.db.models import Model
from django.db.transaction import TransactionManagementError
from pytest_django.fixtures import DjangoAssertNumQueries

from games.models import Game, Seat
from games.models.prepared_query import SAMPLE_ID, PreparedQuery, pipeline

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
