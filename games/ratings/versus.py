"""Head to head: a player against each opponent."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts.fast.queries import OTHER_SAMPLE_ID, SAMPLE_ID, PreparedQuery, equals_any
from accounts.models import User
from games.lobby.selectors import seats_fetch
from games.models import HeadToHead, Seat
from games.people.friend_selectors import Bond, relations_to
from games.play.account_turns import own_accounts
from games.ratings.profile import accounts_of, ended_first, seats_seen_by
from games.web.paging import Page, paged

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
    """`bond`: the viewer's to the opponent, or None if the viewer can neither invite nor befriend them."""

    user: User
    score: Score
    bond: Bond | None = None


def opponents(user: User, viewer: User | None, number: int = 1) -> Page[Opponent]:
    """Opponents, most games first. The player's own games all count; to others, public games and those with themselves,
    who come first. Resigned seats rank last. Merged accounts count as one, erased ones not at all. At most two queries.
    """
    mine = viewer == user
    rows = _opponents(user.pk)
    if mine:
        page = paged(rows.order_by("-games", "other"), number, OPPONENTS_PAGE)
    else:
        public = rows.filter(public_games__gt=0)
        others = public if viewer is None else public.exclude(other=viewer)
        page = paged(others.order_by("-public_games", "other"), number, OPPONENTS_PAGE)
    found = [(row.other, _score(row, public=not mine)) for row in page.items]
    if viewer is not None and not mine and page.number == 1:
        found[:0] = [(row.other, _score(row, public=False)) for row in rows.filter(other=viewer)]
    bonds = _bonds(user, [other for other, _score in found]) if mine else {}
    met = [Opponent(other, score, bonds.get(other.pk)) for other, score in found]
    return Page(met, page.number, page.has_next)


def _opponents(user: int) -> QuerySet[HeadToHead]:
    return HeadToHead.objects.filter(user=user, other__erased_at__isnull=True).select_related("other")


def _score(row: HeadToHead, *, public: bool) -> Score:
    if public:
        return Score(row.public_games, row.public_ahead, row.public_behind, row.public_level)
    return Score(row.games, row.ahead, row.behind, row.level)


def _bonds(user: User, others: Collection[User]) -> dict[int, Bond]:
    """The user's bonds to the accounts that they can invite or befriend. At most one query."""
    able = [other.pk for other in others if other.can_log_in and not (other.is_bot or other.is_guest)]
    if user.is_guest or not able:
        return {}
    found = relations_to(user, able)
    return {pk: relation.bond for pk, relation in found.items() if not relation.blocked}


def score_against(user: User, other: User, viewer: User | None) -> Score:
    """The user's score against the other: in all games for the two, in public games for others. One query."""
    row = next(iter(_PAIR.fetch(user=user.pk, other=other.pk)), None)
    return Score() if row is None else _score(row, public=viewer not in (user, other))


_PAIR: Final = PreparedQuery(
    lambda user, other: HeadToHead.objects.filter(user_id=user, other_id=other),
    user=SAMPLE_ID,
    other=OTHER_SAMPLE_ID,
)


def games_together(user: User, other: User, viewer: User | None, number: int = 1) -> Page[Seat]:
    """A page of the games of both, latest first. Four queries."""
    seats = seats_seen_by(accounts_of(user), viewer, is_bot=user.is_bot).filter(_met(own_accounts(other.pk)))
    page = paged(ended_first(seats), number, TOGETHER_PAGE)
    seats_fetch([seat.game for seat in page.items])
    return page


def _met(own: Collection[int]) -> Q:
    return Q(Exists(Seat.objects.filter(equals_any("user_id", list(own)), game=OuterRef("game"))))
