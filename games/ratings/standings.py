"""Derived rows: each player's current rating and standings of seasons. The pool is locked."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import TypeVar

from django.db.models import Count, F, Max, OuterRef, Q, QuerySet, Subquery

from accounts.models import User
from games.models import Pool, Rating, RatingChange, SeasonStanding
from games.ratings.skill import Skill, rating_points, rating_score

Row = TypeVar("Row", Rating, SeasonStanding)
_RATING = ["mu", "sigma", "games", "changed_at"]
_STANDING = ["score", "best_score", "games", "wins", "opponents", "changed_at"]


def tallies_add(changes: Sequence[RatingChange]) -> None:
    """Count one game's changes, the newest of its players. Six queries. Erased accounts are left out."""
    ids = [row.user_id for row in changes]
    pool, season = changes[0].pool, changes[0].season
    shown = set(User.objects.filter(pk__in=ids, erased_at__isnull=True).values_list("pk", flat=True))
    ratings = {row.user_id: row for row in Rating.objects.filter(pool=pool, user__in=shown)}
    standings = {row.user_id: row for row in SeasonStanding.objects.filter(pool=pool, season=season, user__in=shown)}
    met = _met(RatingChange.objects.filter(pool=pool, season=season, user__in=shown), pool)
    for change in changes:
        if change.user_id not in shown:
            continue
        rating = ratings.setdefault(change.user_id, Rating(user_id=change.user_id, pool=pool))
        rating.mu, rating.sigma, rating.changed_at = change.mu, change.sigma, change.at
        rating.games += 1
        score = rating_score(Skill(change.mu, change.sigma))
        standing = standings.setdefault(
            change.user_id, SeasonStanding(user_id=change.user_id, pool=pool, season=season, best_score=score)
        )
        standing.score, standing.changed_at = score, change.at
        standing.best_score = max(standing.best_score, score)
        standing.games += 1
        standing.wins += change.place == 1
        standing.opponents = met.get((change.user_id, season), 0)
    _save(ratings.values(), standings.values())


def tallies_write(pool: str, users: Collection[int], *, since: int) -> None:
    """Rewrite these players' ratings, and their standings from season `since` on, from the changes. Players without
    changes and erased accounts lose their rows.
    """
    changes = RatingChange.objects.filter(pool=pool, user__in=users, user__erased_at__isnull=True).order_by()
    ratings = _ratings_after(changes, pool, users)
    standings = _standings_after(changes.filter(season__gte=since), pool)
    kept = {(row.user_id, row.season) for row in standings}
    old = SeasonStanding.objects.filter(pool=pool, user__in=users, season__gte=since)
    gone = [pk for pk, user, season in old.values_list("pk", "user", "season") if (user, season) not in kept]
    SeasonStanding.objects.filter(pk__in=gone).delete()
    Rating.objects.filter(pool=pool, user__in=set(users) - {row.user_id for row in ratings}).delete()
    _save(ratings, standings)


def _save(ratings: Iterable[Rating], standings: Iterable[SeasonStanding]) -> None:
    # Sorted, because erasing accounts locks the same keys.
    Rating.objects.bulk_create(
        sorted((_fresh(row) for row in ratings), key=lambda row: row.user_id),
        update_conflicts=True,
        unique_fields=["user", "pool"],
        update_fields=_RATING,
    )
    SeasonStanding.objects.bulk_create(
        sorted((_fresh(row) for row in standings), key=lambda row: (row.user_id, row.season)),
        update_conflicts=True,
        unique_fields=["user", "pool", "season"],
        update_fields=_STANDING,
    )


def _fresh(row: Row) -> Row:
    """Insert without a key: the row is found by its unique fields."""
    row.pk = None
    return row


def _ratings_after(changes: QuerySet[RatingChange], pool: str, users: Collection[int]) -> list[Rating]:
    games = dict(changes.values_list("user").annotate(Count("pk")))
    theirs = RatingChange.objects.filter(pool=pool, user=OuterRef("pk")).order_by("-at", "-game")
    ids = User.objects.filter(pk__in=users).order_by().values_list(Subquery(theirs.values("pk")[:1]), flat=True)
    return [
        Rating(
            user_id=last.user_id, pool=pool, mu=last.mu, sigma=last.sigma, games=games[last.user_id], changed_at=last.at
        )
        for last in RatingChange.objects.filter(pk__in=[pk for pk in ids if pk is not None])
        if last.user_id in games
    ]


def _standings_after(changes: QuerySet[RatingChange], pool: str) -> list[SeasonStanding]:
    tallies = changes.values_list("user", "season").annotate(
        games=Count("pk"), wins=Count("pk", filter=Q(place=1)), best=Max(F("mu") - 3 * F("sigma"))
    )
    told = {(user, season): (games, wins, best) for user, season, games, wins, best in tallies}
    met = _met(changes, pool)
    lasts = changes.order_by("user", "season", "-at", "-game").distinct("user", "season")
    rows = []
    for last in lasts:
        games, wins, best = told[last.user_id, last.season]
        rows.append(
            SeasonStanding(
                user_id=last.user_id,
                pool=pool,
                season=last.season,
                score=rating_score(Skill(last.mu, last.sigma)),
                best_score=rating_points(best),
                games=games,
                wins=wins,
                opponents=met.get((last.user_id, last.season), 0),
                changed_at=last.at,
            )
        )
    return rows


def _met(changes: QuerySet[RatingChange], pool: str) -> dict[tuple[int, int], int]:
    """Opponents in these changes, by account and season; {} with bots."""
    if pool != Pool.PEOPLE:
        return {}
    all_there = Count("game__rating_changes__user", distinct=True)
    rows = changes.order_by().values_list("user", "season").annotate(there=all_there)
    return {(user, season): there - 1 for user, season, there in rows}
