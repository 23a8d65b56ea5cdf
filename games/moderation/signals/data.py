"""Queries behind the signals: numbers and ids, no network addresses."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import connection
from django.db.models import Count, F, Q, Sum
from django.db.models.functions import Coalesce, Now

from games.models import Seat

# People's seats in finished games; resigned ones come last.
_SEATS = """
seats AS {how} MATERIALIZED (
    SELECT seat.game_id, seat.user_id, game.seats_count AS size,
        CASE WHEN seat.resigned_at IS NULL THEN seat.points ELSE 99999 END AS place, game.public_id
    FROM games_seat seat JOIN games_game game ON game.id = seat.game_id
    WHERE seat.kind = 'person' AND game.status = 'finished' AND game.ended_at > %(since)s
)
"""
_DUELS = f"""
WITH {_SEATS.format(how="")}
SELECT a.user_id, b.user_id, count(*), count(*) FILTER (WHERE a.place < b.place),
    (array_agg(a.public_id ORDER BY a.game_id DESC))[1:5]
FROM seats a JOIN seats b ON b.game_id = a.game_id AND a.user_id < b.user_id AND a.place <> b.place
GROUP BY a.user_id, b.user_id HAVING count(*) >= %(least)s
"""  # noqa: S608 # nothing but the text above
_STANDING = f"""
WITH {_SEATS.format(how="NOT")}
SELECT count(*), count(*) FILTER (WHERE a.place < b.place), coalesce(sum(3.0 / (a.size + 1)), 0)::float8
FROM seats a JOIN seats b ON b.game_id = a.game_id AND b.user_id <> a.user_id AND a.place <> b.place
WHERE a.user_id = %(user)s AND NOT EXISTS (
    SELECT FROM games_seat c WHERE c.game_id = a.game_id AND c.user_id = %(other)s AND c.kind = 'person')
"""  # noqa: S608 # nothing but the text above
# Public games, and their people who were on the same network at that time.
_NETWORKS = """
WITH traces AS (
    SELECT user_id, address, first_seen_at, last_seen_at FROM accounts_networktrace WHERE last_seen_at > %(since)s
), crowds AS (
    SELECT address, count(*) AS accounts FROM traces GROUP BY address HAVING count(*) > 1
), tables AS (
    SELECT game.id, game.public_id, game.started_at, coalesce(game.ended_at, %(now)s) AS until
    FROM games_game game WHERE game.visibility = 'public' AND game.started_at > %(since)s
), places AS (
    SELECT tables.*, trace.user_id, trace.address, crowds.accounts
    FROM tables JOIN games_seat seat ON seat.game_id = tables.id AND seat.kind = 'person'
    JOIN traces trace ON trace.user_id = seat.user_id AND trace.first_seen_at <= tables.until
        AND trace.last_seen_at >= tables.started_at - interval '1 day'
    JOIN crowds ON crowds.address = trace.address
)
SELECT a.user_id, b.user_id, count(DISTINCT a.id), min(a.accounts),
    (array_agg(DISTINCT a.public_id))[1:5]
FROM places a JOIN places b ON b.id = a.id AND b.address = a.address AND a.user_id < b.user_id
WHERE EXISTS (
    SELECT FROM games_seat c WHERE c.game_id = a.id AND c.kind = 'person' AND c.user_id NOT IN (a.user_id, b.user_id))
GROUP BY a.user_id, b.user_id
"""
_PARTNERS = """
SELECT mine.user_id, count(*)
FROM games_seat mine JOIN games_game game ON game.id = mine.game_id
JOIN games_seat other ON other.game_id = mine.game_id AND other.kind = 'person' AND other.user_id <> mine.user_id
WHERE mine.user_id = ANY(%(users)s) AND mine.kind = 'person' AND game.visibility = 'public'
    AND game.started_at > %(since)s
GROUP BY mine.user_id
"""
_ACTIVE = "SELECT count(DISTINCT user_id) FROM accounts_networktrace WHERE last_seen_at > %(since)s"
# A new account's first network, on its first day.
_NEWCOMERS = """
SELECT array_agg(found.id ORDER BY found.id) FROM (
    SELECT DISTINCT ON (account.id) account.id, trace.address
    FROM accounts_user account JOIN accounts_networktrace trace ON trace.user_id = account.id
    WHERE account.date_joined > %(since)s AND NOT account.is_bot
        AND trace.first_seen_at <= account.date_joined + interval '1 day'
    ORDER BY account.id, trace.first_seen_at, trace.id
) found GROUP BY found.address
"""


@dataclass(frozen=True)
class Duel:
    """Two people's finished games: `met`, and those in which the first beat the second (`won`), without ties. `tables`:
    public ids of the latest, at most five.
    """

    first: int
    second: int
    met: int
    won: int
    tables: tuple[str, ...]


@dataclass(frozen=True)
class Neighbours:
    """Two people on one network who sat at the same public tables with others. `accounts`: the number of accounts on
    the network, the smallest of several.
    """

    first: int
    second: int
    games: int
    accounts: int
    tables: tuple[str, ...]


@dataclass(frozen=True)
class Punctuality:
    """A person's seats with turns. `let_down`: out of time twice or more, or taken over. `left`: resigned or taken
    over.
    """

    user: int
    games: int
    let_down: int
    left: int
    late: int
    turns: int


def duels(since: datetime, least: int) -> list[Duel]:
    """Pairs who met in at least `least` finished games since then."""
    rows = _query_rows(_DUELS, since=since, least=least)
    return [Duel(first, second, met, won, tuple(tables)) for first, second, met, won, tables in rows]


def standing_without(user: int, other: int, since: datetime) -> tuple[int, int, float]:
    """The user's results in games without `other`: comparisons, those won, and their weight (see Standing)."""
    [(met, ahead, worth)] = _query_rows(_STANDING, since=since, user=user, other=other)
    return met, ahead, worth


def neighbours(since: datetime, now: datetime) -> list[Neighbours]:
    """Neighbours in games that began since then."""
    rows = _query_rows(_NETWORKS, since=since, now=now)
    return [Neighbours(first, second, games, crowd, tuple(tables)) for first, second, games, crowd, tables in rows]


def partners_met(users: list[int], since: datetime) -> dict[int, int]:
    """How many others each user met at public tables that began since then, once a game."""
    return dict(_query_rows(_PARTNERS, since=since, users=users))


def accounts_seen(since: datetime) -> int:
    """The number of accounts used since then, as far as networks are stored."""
    [(seen,)] = _query_rows(_ACTIVE, since=since)
    return int(seen)


def newcomers(since: datetime) -> list[list[int]]:
    """Accounts made since then, by first network."""
    return [ids for (ids,) in _query_rows(_NEWCOMERS, since=since)]


def punctuality(since: datetime) -> Iterator[Punctuality]:
    """Seats joined since then that had a turn, by person. Nobody abandons a game that bots played to its end because
    its date had come.
    """
    played_out = Q(game__ends_by__lte=Coalesce("game__ended_at", Now()))
    over = ~Q(held_by=F("user")) & Q(resigned_at=None) & ~played_out
    rows = (
        Seat.objects.filter(kind=Seat.Kind.PERSON, joined_at__gt=since)
        .filter(Q(turns_in_time__gt=0) | Q(turns_late__gt=0))
        .values_list("user")
        .annotate(
            games=Count("pk"),
            let_down=Count("pk", filter=Q(turns_late__gte=2) | over),
            left=Count("pk", filter=over | Q(resigned_at__isnull=False)),
            late=Sum("turns_late"),
            turns=Sum(F("turns_in_time") + F("turns_late")),
        )
        .order_by("user")
    )
    for row in rows.iterator():
        yield Punctuality(*row)


def _query_rows(sql: str, **named: Any) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(sql, named)
        return list(cursor.fetchall())
