"""Shared hands, a person's plays of them, and how others did."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby
from typing import Final

from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.db.models.functions import Length

from accounts.fast.queries import SAMPLE_DAY, SAMPLE_ID, PreparedQuery
from accounts.models import User
from games.daily.calendar import DAY, DAYS_BACK, is_closed, today
from games.daily.owner import Owner
from games.daily.solo import Solo
from games.engine import parse_cards
from games.models import DailyHand, HandPlay, SharedHand, StandingMember
from games.people.block_selectors import block_between
from games.people.friend_selectors import is_friend

MAX_FRIENDS: Final = 50
MAX_MEMBERS_SHOWN: Final = 200


@dataclass(frozen=True, slots=True)
class Field:
    """The results that count. `counts`: how many were left with so many points."""

    counts: Mapping[int, int]

    @property
    def total(self) -> int:
        return sum(self.counts.values())

    @property
    def best(self) -> int | None:
        return min(self.counts, default=None)

    def worse_than(self, points: int) -> int:
        """How many were left with more points."""
        return sum(count for have, count in self.counts.items() if have > points)


@dataclass(frozen=True, slots=True)
class DailyStanding:
    """The lobby's facts about today's hand. `points`: None before the end; `streak`: days in a row, 0 if broken."""

    begun: bool = False
    points: int | None = None
    streak: int = 0

    @property
    def done(self) -> bool:
        return self.points is not None


def solo_of(hand: SharedHand) -> Solo:
    return Solo(
        deck=parse_cards("".join(hand.deck)),
        seats=hand.seats,
        leader=hand.leader,
        seat=hand.seat,
        bots=tuple(hand.bots),
        chance=bytes.fromhex(hand.chance),
    )


def day_hand(day: date) -> DailyHand | None:
    """The day's hand, if it is dealt. One query."""
    return DailyHand.objects.select_related("hand", "chain").filter(day=day).first()


def day_play(day: date, owner: Owner) -> HandPlay | None:
    """The person's play of the day's hand. One query."""
    return owner.plays.select_related("hand").filter(hand__daily__day=day).first()


def hand_play(hand: SharedHand, owner: Owner) -> HandPlay | None:
    """The person's play of the hand. One query."""
    return owner.plays.select_related("hand").filter(hand=hand).first()


_RECENT: Final = PreparedQuery(
    lambda user, day: HandPlay.objects.filter(user_id=user, hand__daily__day__gte=day).values_list(
        "hand__daily__day", "points", "streak"
    ),
    user=SAMPLE_ID,
    day=SAMPLE_DAY,
)


def standing(owner: Owner) -> DailyStanding:
    """The person's progress in today's hand. One query, none for visitors who have begun no hand."""
    now = today()
    if owner.user is not None:
        rows = _RECENT.fetch(user=owner.user.pk, day=now - DAY)
    else:
        plays = owner.plays.filter(hand__daily__day__gte=now - DAY)
        rows = list(plays.values_list("hand__daily__day", "points", "streak"))
    found = {day: (points, streak) for day, points, streak in rows}
    points, streak = found.get(now, (None, 0))
    before = found.get(now - DAY, (None, 0))[1]
    return DailyStanding(now in found, points, streak if points is not None else before)


def field(hand: SharedHand) -> Field:
    """One query."""
    rows = _counted(hand).values_list("points").annotate(Count("pk"))
    return Field({points: count for points, count in rows if points is not None})


def best_play(hand: SharedHand) -> HandPlay | None:
    """The best result, of those the one with the shortest play. One query."""
    return _counted(hand).order_by("points", Length("turns"), "finished_at").first()


def _counted(hand: SharedHand) -> QuerySet[HandPlay]:
    return HandPlay.objects.filter(hand=hand, counts=True, finished_at__isnull=False)


def friends_results(hand: SharedHand, user: User) -> list[tuple[User, int]]:
    """Friends who have finished the hand, with their points, fewest first. One query."""
    plays = HandPlay.objects.filter(is_friend(user, "user"), hand=hand, finished_at__isnull=False)
    shown = plays.filter(user__is_active=True).select_related("user").order_by("points", "user__handle")[:MAX_FRIENDS]
    return [(play.user, play.points) for play in shown if play.user is not None and play.points is not None]


@dataclass(frozen=True, slots=True)
class TableResults:
    """A standing table's members other than the reader who have finished the hand, with their points, fewest first."""

    title: str
    results: Sequence[tuple[User, int]]


def tables_results(hand: SharedHand, user: User) -> list[TableResults]:
    """The results at the person's standing tables, without people with a block to or from the person. One query."""
    finished = HandPlay.objects.filter(hand=hand, user=OuterRef("user"), finished_at__isnull=False)
    members = StandingMember.objects.filter(table__members__user=user, user__is_active=True).exclude(user=user)
    shown = members.exclude(block_between(user, "user")).annotate(left=Subquery(finished.values("points")[:1]))
    rows = shown.filter(left__isnull=False).select_related("user", "table").order_by("table", "left", "user__handle")
    tables = groupby(rows[:MAX_MEMBERS_SHOWN], key=lambda member: member.table)
    return [TableResults(table.title, [(row.user, _left(row)) for row in members]) for table, members in tables]


def _left(member: StandingMember) -> int:
    left: int = getattr(member, "left", 0)
    return left


def closed_days(owner: Owner) -> Sequence[tuple[date, int | None]]:
    """The latest closed days that had a hand, with the person's points, newest first. Two queries."""
    since = today() - DAYS_BACK * DAY
    days = DailyHand.objects.filter(day__gte=since).order_by("-day").values_list("day", flat=True)
    plays = owner.plays.filter(hand__daily__day__gte=since).values_list("hand__daily__day", "points")
    points = dict(plays)
    return [(day, points.get(day)) for day in days if is_closed(day)]
