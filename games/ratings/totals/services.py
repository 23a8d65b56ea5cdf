"""Totals of players, as rows that each settled game updates.

One transaction at a time writes them: it takes their lock last, after accounts, games and pools of ratings. Erased
accounts have none.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Final

from django.db import connection, transaction
from django.db.models import Q

from accounts.models import User
from accounts.transactions.advisory_locks import Lock, lock_until_commit
from games.models import Game, HeadToHead, PlayerTally, PlayerTotals, Seat
from games.ratings.totals.statements import PAIRS, TALLIES, TOTALS

PEOPLE: Final = 100
"""People whose totals are counted again in one transaction."""


def totals_add(game: Game) -> None:
    """Count a game that was just settled. Its row is locked. Six statements. If a player has finished a later one,
    their streaks and figures are counted again from all games.
    """
    lock_until_commit(Lock.TOTALS)
    people = {seat.user.merged_into_id or seat.user_id for seat in game.seats.select_related("user")}
    at = game.ended_at
    later = PlayerTotals.objects.filter(Q(last_at=at, last_game__gt=game.pk) | Q(last_at__gt=at), user__in=people)
    again = set(later.values_list("user", flat=True))
    _run(TALLIES, [game.pk], people)
    _run(PAIRS, [game.pk], people)
    _run(TOTALS, [game.pk], people - again)
    if again:
        PlayerTotals.objects.filter(user__in=again).delete()
        _run(TOTALS, _games_of(again), again)


@transaction.atomic
def totals_rebuild(*, users: Collection[int]) -> None:
    """Count these people's and bots' games again."""
    lock_until_commit(Lock.TOTALS)
    _rewrite(set(users), set(users))


def totals_wrong(*, users: Collection[int]) -> list[int]:
    """Those of these people and bots whose rows differ from what their games say. Changes nothing."""
    with transaction.atomic(durable=True):
        lock_until_commit(Lock.TOTALS)
        kept = _rows_of(users)
        _rewrite(set(users), set(users))
        counted = _rows_of(users)
        transaction.set_rollback(True)
    return [user for user in users if kept[user] != counted[user]]


@transaction.atomic
def totals_merge(*, first: User, second: User) -> None:
    """Count the games of both accounts for the first, in the merging transaction."""
    lock_until_commit(Lock.TOTALS)
    _rewrite({first.pk}, {first.pk, second.pk}, first=first.pk, second=second.pk)


@transaction.atomic
def totals_forget(*, user: User) -> None:
    """Delete the totals of an account that is being erased, and what others' say about it. Takes no lock, because games
    are locked after this, but locks rows in the order in which a game's end does: a row that it writes at the same
    moment stays, but no page shows it.
    """
    pairs = HeadToHead.objects.filter(Q(user=user) | Q(other=user))
    tallies = PlayerTally.objects.filter(user=user)
    for rows, order in ((tallies, ("user", "pool", "seats")), (pairs, ("user", "other"))):
        ids = rows.order_by(*order).select_for_update(of=("self",)).values_list("pk", flat=True)
        rows.model.objects.filter(pk__in=list(ids)).delete()
    PlayerTotals.objects.filter(user=user).delete()


def players(after: int = 0) -> Iterator[list[int]]:
    """All people and bots that remain, PEOPLE at a time, by id. One query each."""
    shown = User.objects.filter(merged_into=None, erased_at=None).order_by("pk")
    while found := list(shown.filter(pk__gt=after).values_list("pk", flat=True)[:PEOPLE]):
        yield found
        after = found[-1]


def _rewrite(people: Collection[int], gone: Collection[int], *, first: int = 0, second: int = 0) -> None:
    """Replace all rows of `gone` by new ones of `people`."""
    HeadToHead.objects.filter(Q(user__in=gone) | Q(other__in=gone)).delete()
    PlayerTally.objects.filter(user__in=gone).delete()
    PlayerTotals.objects.filter(user__in=gone).delete()
    games = _games_of(gone)
    for statement in (TALLIES, PAIRS, TOTALS):
        _run(statement, games, people, first=first, second=second)


def _rows_of(users: Collection[int]) -> dict[int, set[tuple[object, ...]]]:
    """All rows of these people and bots, without primary keys."""
    found: dict[int, set[tuple[object, ...]]] = {user: set() for user in users}
    for model in (PlayerTally, HeadToHead, PlayerTotals):
        names = [field.attname for field in model._meta.concrete_fields if field.attname not in ("id", "user_id")]
        for user, *row in model.objects.filter(user__in=users).values_list("user", *names):
            found[user].add((model.__name__, *row))
    return found


def _games_of(people: Collection[int]) -> list[int]:
    """The finished games of these people and of the accounts merged into them."""
    own = User.objects.filter(Q(pk__in=people) | Q(merged_into__in=people)).values_list("pk", flat=True)
    games = Game.objects.filter(status=Game.Status.FINISHED, settled_at__isnull=False)
    seats = Seat.objects.filter(user__in=list(own), ended_at__isnull=False, game__in=games)
    return list(seats.order_by("game").values_list("game", flat=True).distinct())


def _run(sql: str, games: Collection[int], people: Collection[int], *, first: int = 0, second: int = 0) -> None:
    if not games or not people:
        return
    values: dict[str, list[int] | int] = {
        "games": list(games),
        "people": list(people),
        "first": first,
        "second": second,
    }
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
