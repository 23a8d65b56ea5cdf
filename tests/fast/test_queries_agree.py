"""Every prepared query of the process fetches what its own queryset does, from a database with rows in every table."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import timedelta
from itertools import islice, product
from typing import Any, Final

import pytest
from django.contrib.sessions.models import Session
from django.db import models, transaction
from django.utils import timezone
from pytest_django import DjangoDbBlocker

from accounts.fast.queries import PreparedQuery
from accounts.models import ApiToken, AuditEntry, User
from games.models import Absence, Game, Invitation, Move, Pool, Rating, SeasonStanding, Seat
from games.play.seats.replaced_players import REPLACED
from tests.bench.million.load import site_load
from tests.fast.site_queries import site_queries
from tests.models.more_rows import tables_fill

GAMES: Final = 60
SEASON: Final = 20264
# Values of a parameter, and sets of values for one query.
EACH: Final = 12
MOST: Final = 150
# Enough rows of one query.
ENOUGH: Final = 20


@pytest.fixture(scope="module")
def values(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[dict[str, Sequence[Any]]]:
    """Values for each parameter, by its name or by what replaces it."""
    with django_db_blocker.unblock(), transaction.atomic():
        site_load(GAMES)
        tables_fill()
        people_fill(list(User.objects.order_by("pk")))
        yield values_of_rows()
        transaction.set_rollback(True)


def people_fill(people: list[User]) -> None:
    """Ratings, places in a season, invitations, an account that went into another, a replaced player."""
    at, skill = timezone.now(), {"mu": 30, "sigma": 2}
    Rating.objects.bulk_create(
        (Rating(user=user, pool=pool, games=9, changed_at=at, **skill) for user in people for pool in Pool),
        ignore_conflicts=True,
    )
    SeasonStanding.objects.bulk_create(
        (
            SeasonStanding(
                user=user, pool=pool, season=SEASON, score=user.pk, best_score=9, games=9, opponents=9, changed_at=at
            )
            for user in people
            for pool in Pool
        ),
        ignore_conflicts=True,
    )
    offers = Game.objects.filter(status=Game.Status.OPEN, full_at__isnull=True).order_by("pk")
    Invitation.objects.bulk_create(
        (
            Invitation(game=game, user=user, invited_by=game.host, created_at=at)
            for game in offers[:EACH]
            for user in people
        ),
        ignore_conflicts=True,
    )
    first, last = people[0], people[-1]
    User.objects.filter(pk=last.pk).update(merged_into=first)
    AuditEntry.objects.create(actor=last.pk, person=first.pk, action=REPLACED, reason="Gone.", at=at)


def values_of_rows() -> dict[str, Sequence[Any]]:
    games, now = list(Game.objects.order_by("pk").values_list("pk", flat=True)), timezone.now()
    public_ids = list(Game.objects.order_by("pk").values_list("public_id", flat=True)[:EACH])
    taken = Seat.objects.filter(kind=Seat.Kind.PERSON).values("user").annotate(games=models.Count("pk"))
    people = [user for user, _games in taken.order_by("-games", "user").values_list("user", "games")]
    merged = User.objects.filter(merged_into__isnull=False).values_list("merged_into", flat=True)
    some = [*people[: EACH - 1], *merged]
    return {
        "game": games[:EACH],
        "key": [*games[:EACH], *some],
        "(a public id)": public_ids,
        "(a session)": list(Session.objects.values_list("pk", flat=True)[:EACH]),
        "(a digest)": list(ApiToken.objects.values_list("digest", flat=True)[:EACH]),
        "token": list(ApiToken.objects.values_list("pk", flat=True)[:EACH]),
        "hand": list(Move.objects.values_list("hand", flat=True).distinct()[:EACH]),
        "(a handle)": [handle.lower() for handle in User.objects.values_list("handle", flat=True)[:EACH]],
        "(a pool)": list(Pool.values),
        "user": [*User.objects.filter(is_bot=True).values_list("pk", flat=True)[:2], *some],
        "viewer": some,
        "other": some,
        "people": [some, some[:1], []],
        "own": [some, []],
        "games": [games, games[:1], []],
        "number": range(6),
        "seats": range(2, 7),
        "version": list(Game.objects.values_list("version", flat=True).distinct()[:EACH]),
        "season": [SEASON],
        "opponents": [0, 3],
        "at": [now, now - timedelta(days=30)],
        "since": [now - timedelta(days=9000), now],
        "day": [now.date() - timedelta(days=9), now.date()],
        "first": list(Absence.objects.values_list("first", flat=True).distinct()[:2]),
    }


def name_of(query: PreparedQuery[Any]) -> str:
    return f"{query.make.__module__}, line {query.make.__code__.co_firstlineno}, by {', '.join(query.samples)}"


def is_later_page(query: PreparedQuery[Any]) -> bool:
    """Whether the query is of a later page, for which there are too few rows."""
    return query.make(**query.samples).query.low_mark > 0


def whole(row: Any, above: tuple[int, ...] = ()) -> Any:
    """All that was read of a row, annotations and related rows included."""
    if not isinstance(row, models.Model):
        return row
    if id(row) in above:
        return "(above)"
    own = {name: value for name, value in vars(row).items() if name != "_state"}
    related = {name: whole(other, (*above, id(row))) for name, other in row._state.fields_cache.items()}
    return type(row), own, related, row._state.adding, row._state.db


@pytest.mark.django_db
def test_each_finds_the_rows_of_its_queryset(values: dict[str, Sequence[Any]]) -> None:
    found_none, queries = set(), site_queries()
    for query in queries:
        choices = [values[sample if isinstance(sample, str) else name] for name, sample in query.samples.items()]
        found = 0
        for chosen in islice(product(*choices), MOST):
            given = dict(zip(query.samples, chosen, strict=True))
            rows = query.make(**given)
            # PostgreSQL may answer in any order, if none is asked for.
            order: Callable[[Any], Any] = list if rows.ordered else lambda found: sorted(found, key=repr)
            expected = order(map(whole, rows))
            # Compiled, and as remembered.
            for _time in range(2):
                assert order(map(whole, query.fetch(**given))) == expected, (name_of(query), given)
            found += len(expected)
            if found > ENOUGH:
                break
        if not found and not is_later_page(query):
            found_none.add(name_of(query))
    assert found_none == set()
