"""Head to head: a player against each opponent."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import astuple, dataclass

from django.core.cache import cache
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.db.models.functions import Coalesce

from accounts.models import User
from games.models import Game, Seat
from games.play.own_turns import own_accounts
from games.ratings.profile import seats_seen_by, with_people
from games.web.paging import MAX_PAGE, Page, paged

GAMES_BACK = 3000
"""Latest games that count."""

VISITORS_S = 60
"""Seconds for which visitors share cached scores: these read many games."""

OPPONENTS_PAGE = 50
TOGETHER_PAGE = 20


@dataclass(slots=True)
class Score:
    """Games together; how often the player came in ahead, behind or level."""

    games: int = 0
    ahead: int = 0
    behind: int = 0
    level: int = 0


@dataclass(frozen=True, slots=True)
class Opponent:
    user: User
    score: Score


def opponents(user: User, viewer: User | None, number: int = 1) -> Page[Opponent]:
    """Opponents in games that the viewer may see, most games first. Resigned seats rank last. Merged accounts count as
    one, erased ones not at all. Four queries; one for most visitors.
    """
    scores = _scores_seen_by(user, viewer)
    order = sorted(scores, key=lambda other: (-scores[other].games, other))
    number = min(max(number, 1), MAX_PAGE)
    begin = (number - 1) * OPPONENTS_PAGE
    ids = order[begin : begin + OPPONENTS_PAGE]
    # Cached scores may name accounts erased or merged since.
    users = User.objects.filter(erased_at__isnull=True, merged_into__isnull=True).in_bulk(ids)
    met = [Opponent(users[pk], scores[pk]) for pk in ids if pk in users]
    return Page(met, number, len(order) > begin + OPPONENTS_PAGE)


def _scores_seen_by(user: User, viewer: User | None) -> dict[int, Score]:
    if viewer is not None:
        return _scores(seats_seen_by(user, viewer), own_accounts(user.pk))
    key = f"versus:{user.pk}"
    kept: list[tuple[int, ...]] | None = cache.get(key)
    if kept is None:
        found = _scores(seats_seen_by(user, None), own_accounts(user.pk))
        kept = [(other, *astuple(score)) for other, score in found.items()]
        cache.set(key, kept, VISITORS_S)
    return {other: Score(*figures) for other, *figures in kept}


def score_against(user: User, other: User, viewer: User | None, met: Collection[int] | None = None) -> Score:
    """`met`: the other's accounts, if known. At most four queries."""
    met = own_accounts(other.pk) if met is None else met
    seats = seats_seen_by(user, viewer).filter(_met(met))
    return _scores(seats, own_accounts(user.pk)).get(other.pk, Score())


def _scores(seats: QuerySet[Seat], own: Collection[int]) -> dict[int, Score]:
    """By opponent, over finished games of the accounts `own`. At most two queries."""
    seats = seats.filter(game__status=Game.Status.FINISHED).order_by("-joined_at")
    mine = seats.values_list("game", *_STANDING)[:GAMES_BACK]
    best = _best((0, game, resigned_at, points) for game, resigned_at, points in mine)
    games = {game for game, _who in best}
    others = Seat.objects.filter(game__in=games, user__erased_at__isnull=True).exclude(user__in=own)
    rows = others.annotate(who=Coalesce(F("user__merged_into"), F("user"))).values_list("who", "game", *_STANDING)
    scores: dict[int, Score] = {}
    for (game, who), theirs in _best(rows).items():
        ours, score = best[game, 0], scores.setdefault(who, Score())
        score.games += 1
        score.ahead += ours < theirs
        score.behind += theirs < ours
        score.level += theirs == ours
    return scores


_STANDING = ("resigned_at", "points")
Place = tuple[bool, int]


def _best(rows: Iterable[tuple[int, int, object, int]]) -> dict[tuple[int, int], Place]:
    """By player and game; resigned seats share the last place."""
    best: dict[tuple[int, int], Place] = {}
    for who, game, resigned_at, points in rows:
        gone = resigned_at is not None
        place = (gone, 0 if gone else points)
        best[game, who] = min(place, best.get((game, who), place))
    return best


def games_together(user: User, other: User, viewer: User | None, number: int = 1) -> Page[Seat]:
    """Latest first. Three queries."""
    finished = seats_seen_by(user, viewer).filter(game__status=Game.Status.FINISHED)
    seats = finished.filter(_met(own_accounts(other.pk)))
    return paged(with_people(seats).order_by("-game__ended_at", "-pk"), number, TOGETHER_PAGE)


def _met(own: Collection[int]) -> Q:
    return Q(Exists(Seat.objects.filter(game=OuterRef("game"), user__in=own)))
