"""A week's hands as one person sees them, and its ranking."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby
from typing import Any, Final

from django.db.models import Avg, OuterRef, Q, QuerySet, Subquery
from django.utils import timezone

from accounts.models import User
from games.models import WEEK_HANDS, HandPlay, StandingMember, WeeklyHand, WeeklyResult
from games.people.block_selectors import block_between
from games.people.friend_selectors import is_friend
from games.web.paging import Page, paged
from games.weekly.calendar import WEEK, WEEKS_BACK, is_over, this_week

RANKING_PAGE: Final = 50
MAX_FRIENDS: Final = 50
MAX_MEMBERS: Final = 200
MAX_PLACE: Final = 10_000


@dataclass(frozen=True, slots=True)
class OwnHand:
    """A hand of the week. `points`: the reader's, None before its end; `average`: everyone's, only with `points` or
    after the week.
    """

    number: int
    begun: bool
    points: int | None
    average: float | None


@dataclass(frozen=True, slots=True)
class Ranked:
    """A row of the ranking. Equal points share a `place`, None beyond MAX_PLACE and before all hands are finished.
    `removed`: by a moderator.
    """

    place: int | None
    user: User
    hands: int
    points: int
    is_me: bool
    removed: bool = False

    @property
    def is_whole(self) -> bool:
        return self.hands == WEEK_HANDS


@dataclass(frozen=True, slots=True)
class TableRanking:
    title: str
    rows: Sequence[Ranked]


def own_hands(week: date, user: User | None) -> list[OwnHand]:
    """The eight hands. Two queries, one without an account."""
    plays = HandPlay.objects.filter(hand__weekly__week=week)
    own = {} if user is None else dict(_own_points(plays, user))
    counted = plays.filter(counts=True, finished_at__isnull=False)
    averages = dict(counted.values_list("hand__weekly__number").annotate(Avg("points")))
    over = is_over(week)
    return [
        OwnHand(
            number=number,
            begun=number in own,
            points=own.get(number),
            average=averages.get(number) if over or own.get(number) is not None else None,
        )
        for number in range(1, WEEK_HANDS + 1)
    ]


def _own_points(plays: QuerySet[HandPlay], user: User) -> QuerySet[HandPlay, tuple[int, int | None]]:
    return plays.filter(user=user).values_list("hand__weekly__number", "points")


def hand_average(hand: WeeklyHand) -> float | None:
    """Everyone's mean points. One query."""
    plays = HandPlay.objects.filter(hand=hand.hand_id, counts=True, finished_at__isnull=False)
    average: float | None = plays.aggregate(average=Avg("points"))["average"]
    return average


def weekly_hand(week: date, number: int) -> WeeklyHand | None:
    """The hand, if it is dealt. One query."""
    return WeeklyHand.objects.select_related("hand", "chain").filter(week=week, number=number).first()


def weekly_play(week: date, number: int, user: User) -> HandPlay | None:
    """The person's play of the hand. One query."""
    plays = HandPlay.objects.select_related("hand").filter(user=user)
    return plays.filter(hand__weekly__week=week, hand__weekly__number=number).first()


def ranking(week: date, viewer: User | None, number: int) -> Page[Ranked]:
    """A page of those who have finished all hands, fewest points first. Two queries."""
    rows = _ranked(week)
    page = paged(rows.select_related("user").order_by("points", "user"), number, RANKING_PAGE)
    placed: list[Ranked] = []
    for at, row in enumerate(page.items, (page.number - 1) * RANKING_PAGE + 1):
        before = placed[-1] if placed else None
        same = before is not None and before.points == row.points
        place = _place(rows, row.points) if before is None else before.place if same else at
        placed.append(_row(row, viewer, place if place is not None and place <= MAX_PLACE else None))
    return Page(placed, page.number, page.has_next)


def own_rank(week: date, user: User) -> Ranked | None:
    """The person's result, with their place if they are ranked. Two queries at most."""
    row = WeeklyResult.objects.select_related("user").filter(user=user, week=week).first()
    if row is None:
        return None
    counts = row.hands == WEEK_HANDS and row.removed_at is None
    return _row(row, user, _place(_ranked(week), row.points) if counts else None)


def friends_ranking(week: date, user: User) -> list[Ranked]:
    """The person's friends, most hands first, then fewest points. One query."""
    rows = _open_accounts(WeeklyResult.objects.filter(is_friend(user, "user"), week=week)).select_related("user")
    return [_row(row, user, None) for row in rows.order_by("-hands", "points", "user__handle")[:MAX_FRIENDS]]


def tables_ranking(week: date, user: User) -> list[TableRanking]:
    """The other members of the person's standing tables, without people with a block to or from them. One query."""
    results = WeeklyResult.objects.filter(week=week, user=OuterRef("user"), removed_at=None)
    members = StandingMember.objects.filter(table__members__user=user, user__is_active=True).exclude(user=user)
    shown = members.exclude(block_between(user, "user")).annotate(
        hands=Subquery(results.values("hands")[:1]), points=Subquery(results.values("points")[:1])
    )
    rows = shown.filter(hands__isnull=False).select_related("user", "table")
    ordered = rows.order_by("table", "-hands", "points", "user__handle")[:MAX_MEMBERS]
    return [
        TableRanking(table.title, [_member_row(member) for member in members])
        for table, members in groupby(ordered, key=lambda member: member.table)
    ]


def _member_row(member: Any) -> Ranked:
    return Ranked(None, member.user, member.hands, member.points, is_me=False)


def past_weeks(user: User | None) -> list[tuple[date, WeeklyResult | None]]:
    """The latest weeks that are over and had hands, newest first, with the person's results. Two queries."""
    since = this_week() - WEEKS_BACK * WEEK
    dealt = WeeklyHand.objects.filter(week__gte=since, week__lt=this_week(), number=1).order_by("-week")
    weeks = list(dealt.values_list("week", flat=True))
    results = WeeklyResult.objects.filter(user=user, week__gte=since) if user is not None else ()
    own = {result.week: result for result in results}
    return [(week, own.get(week)) for week in weeks]


def _ranked(week: date) -> QuerySet[WeeklyResult]:
    return _open_accounts(WeeklyResult.objects.filter(week=week, hands=WEEK_HANDS))


def _open_accounts(rows: QuerySet[WeeklyResult]) -> QuerySet[WeeklyResult]:
    """Results that count, of open accounts that are not suspended."""
    free = Q(user__suspended_until__isnull=True) | Q(user__suspended_until__lte=timezone.now())
    return rows.filter(free, removed_at=None, user__is_active=True, user__erased_at__isnull=True)


def _place(rows: QuerySet[WeeklyResult], points: int) -> int | None:
    above = rows.filter(points__lt=points).order_by()[:MAX_PLACE].count()
    return above + 1 if above < MAX_PLACE else None


def _row(row: WeeklyResult, viewer: User | None, place: int | None) -> Ranked:
    mine = viewer is not None and row.user_id == viewer.pk
    return Ranked(place, row.user, row.hands, row.points, is_me=mine, removed=row.removed_at is not None)
