"""Head to head: a player against each opponent."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import astuple, dataclass
from datetime import datetime
from functools import cache
from typing import Final

from django.core.cache import cache as shared_cache
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.db.models.functions import Coalesce

from accounts.fast.queries import SAMPLE_ID, SAMPLE_IDS, PreparedQuery, equals_any
from accounts.models import User
from games.lobby.selectors import seats_fetch
from games.models import Game, Seat
from games.people.friend_selectors import Bond, relations_to
from games.play.account_turns import own_accounts
from games.ratings.profile import profile_samples, seats_seen_by
from games.web.paging import MAX_PAGE, Page, paged

GAMES_BACK = 3000
"""Latest games that count."""

VISITORS_S = 60
"""Seconds for which visitors share cached scores: these read many games."""

OPPONENTS_PAGE = 50
TOGETHER_PAGE = 20


# A game, when its player resigned, and points.
Standing = tuple[int, datetime | None, int]


@dataclass(slots=True)
class Score:
    """Games together; how often the player came in ahead, behind or level."""

    games: int = 0
    ahead: int = 0
    behind: int = 0
    level: int = 0


@dataclass(frozen=True, slots=True)
class Opponent:
    """`bond`: the viewer's to the opponent, or None if the viewer can neither invite nor befriend them."""

    user: User
    score: Score
    bond: Bond | None = None


def opponents(user: User, viewer: User | None, number: int = 1) -> Page[Opponent]:
    """Opponents in games that the viewer may see, most games first. Resigned seats rank last. Merged accounts count as
    one, erased ones not at all. Four queries, five for the player; one for most visitors.
    """
    scores = _scores_seen_by(user, viewer)
    order = sorted(scores, key=lambda other: (-scores[other].games, other))
    number = min(max(number, 1), MAX_PAGE)
    begin = (number - 1) * OPPONENTS_PAGE
    ids = order[begin : begin + OPPONENTS_PAGE]
    # Cached scores may name accounts erased or merged since.
    users = User.objects.filter(erased_at__isnull=True, merged_into__isnull=True).in_bulk(ids)
    bonds = _bonds(user, users.values()) if viewer == user else {}
    met = [Opponent(users[pk], scores[pk], bonds.get(pk)) for pk in ids if pk in users]
    return Page(met, number, len(order) > begin + OPPONENTS_PAGE)


def _bonds(user: User, others: Collection[User]) -> dict[int, Bond]:
    """The user's bonds to the accounts that they can invite or befriend. At most one query."""
    able = [other.pk for other in others if other.can_log_in and not (other.is_bot or other.is_guest)]
    if user.is_guest or not able:
        return {}
    found = relations_to(user, able)
    return {pk: relation.bond for pk, relation in found.items() if not relation.blocked}


def _scores_seen_by(user: User, viewer: User | None) -> dict[int, Score]:
    if viewer is not None:
        return _scores(_standings(seats_seen_by(user, viewer)), own_accounts(user.pk))
    key = f"versus:{user.pk}"
    kept: list[tuple[int, ...]] | None = shared_cache.get(key)
    if kept is None:
        found = _scores(_standings(seats_seen_by(user, None)), own_accounts(user.pk))
        kept = [(other, *astuple(score)) for other, score in found.items()]
        shared_cache.set(key, kept, VISITORS_S)
    return {other: Score(*figures) for other, *figures in kept}


def score_against(user: User, other: User, viewer: User | None, met: Collection[int] | None = None) -> Score:
    """The user's score against the other. `met`: the other's accounts, if known. At most four queries."""
    met = own_accounts(other.pk) if met is None else met
    people = {"user": user.pk} if viewer is None else {"user": user.pk, "viewer": viewer.pk}
    mine = _meetings(is_bot=user.is_bot, viewed=viewer is not None).fetch(met=list(met), **people)
    return _scores(mine, own_accounts(user.pk)).get(other.pk, Score())


@cache
def _meetings(*, is_bot: bool, viewed: bool) -> PreparedQuery[Standing]:
    def make(user: int, met: list[int], viewer: int | None = None) -> QuerySet[Seat, Standing]:
        seen = seats_seen_by(User(pk=user, is_bot=is_bot), None if viewer is None else User(pk=viewer))
        return _standings(seen.filter(_met(met)))

    return PreparedQuery(make, met=SAMPLE_IDS, **profile_samples(viewed=viewed))


def _standings(seats: QuerySet[Seat]) -> QuerySet[Seat, Standing]:
    """The standings in finished games."""
    over = seats.filter(game__status=Game.Status.FINISHED).order_by("-joined_at")
    return over.values_list("game", *_STANDING)[:GAMES_BACK]


def _scores(mine: Iterable[Standing], own: Collection[int]) -> dict[int, Score]:
    """The scores by opponent, from the standings of the accounts `own`. At most one query."""
    best = _best((0, game, resigned_at, points) for game, resigned_at, points in mine)
    games = {game for game, _who in best}
    rows = _OTHERS.fetch(games=list(games), own=list(own)) if games else []
    scores: dict[int, Score] = {}
    for (game, who), theirs in _best(rows).items():
        ours, score = best[game, 0], scores.setdefault(who, Score())
        score.games += 1
        score.ahead += ours < theirs
        score.behind += theirs < ours
        score.level += theirs == ours
    return scores


_STANDING: Final = ("resigned_at", "points")
_OTHERS: Final = PreparedQuery(
    lambda games, own: (
        Seat.objects.filter(equals_any("game_id", games), user__erased_at__isnull=True)
        .exclude(equals_any("user_id", own))
        .annotate(who=Coalesce(F("user__merged_into"), F("user")))
        .values_list("who", "game", *_STANDING)
    ),
    games=SAMPLE_IDS,
    own=[SAMPLE_ID],
)
Place = tuple[bool, int]


def _best(rows: Iterable[tuple[int, int, object, int]]) -> dict[tuple[int, int], Place]:
    """The best place by player and game; resigned seats share the last place."""
    best: dict[tuple[int, int], Place] = {}
    for who, game, resigned_at, points in rows:
        gone = resigned_at is not None
        place = (gone, 0 if gone else points)
        best[game, who] = min(place, best.get((game, who), place))
    return best


def games_together(user: User, other: User, viewer: User | None, number: int = 1) -> Page[Seat]:
    """A page of the games of both, latest first. Three queries."""
    finished = seats_seen_by(user, viewer).filter(game__status=Game.Status.FINISHED)
    seats = finished.filter(_met(own_accounts(other.pk)))
    page = paged(seats.select_related("game").order_by("-game__ended_at", "-pk"), number, TOGETHER_PAGE)
    seats_fetch([seat.game for seat in page.items])
    return page


def _met(own: Collection[int]) -> Q:
    return Q(Exists(Seat.objects.filter(equals_any("user_id", list(own)), game=OuterRef("game"))))
