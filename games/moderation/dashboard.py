"""The state of the site, now and by day, for the admin's dashboard. Each number has a query of its own that uses an
index and counts at most COUNTED.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from django.db.models import Count, Min, QuerySet
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.mail.selectors import mails_failed, mails_overdue, mails_retried
from accounts.models import Appeal, User
from accounts.registration.selectors import accounts_waiting
from games.lobby.queue import queue_waiting
from games.models import DailyFigure, Deadline, Figure, Game, Notice
from games.moderation.impartiality import reports_open, signals_for
from games.notices.target_health import deliveries_due

COUNTED = 10_000
# Sweeps are late after this.
GRACE = timedelta(minutes=2)
# A sweep puts a claimed deadline off by this (games.sweeps).
CLAIM = timedelta(minutes=1)
# A message that fails for so long is a sign of a server that does not answer.
UNSENT = timedelta(minutes=10)
QUIET = timedelta(days=30)
DAY = timedelta(days=1)

STATES: dict[str, Promise] = {
    "stuck": _("stuck games"),
    "overdue": _("overdue turns"),
    "quiet": _("quiet for 30 days"),
    "held": _("paused by a moderator"),
}
# Ages by which games can be listed: words, age, and whether younger games are meant (else older).
AGES: dict[str, tuple[Promise, timedelta, bool]] = {
    "day": (_("today"), DAY, True),
    "week": (_("this week"), timedelta(days=7), True),
    "month": (_("this month"), timedelta(days=30), True),
    "older": (_("older than a month"), timedelta(days=30), False),
    "old": (_("older than a year"), timedelta(days=365), False),
}
LISTED = 1000
_LATE_WORDS = {
    "late_bots": "late bots' turns",
    "late_waits": "late clocks",
    "late_starts": "late starts",
    "outbox": "overdue notifications",
    "account_outbox": "overdue account emails",
    "hook_outbox": "overdue deliveries to hooks",
}


@dataclass(frozen=True, slots=True)
class CappedCount:
    """A count of at most COUNTED. `oldest`: since when the oldest waits."""

    count: int
    oldest: datetime | None = None

    @property
    def is_cut(self) -> bool:
        return self.count >= COUNTED


@dataclass(frozen=True, slots=True)
class Overview:
    """The dashboard's counts. `late_...`: the site should have acted on them. `overdue`: their time ran out without
    effect. `quiet`: no turn for QUIET. `waiting`: accounts that the site team may approve.
    """

    running: CappedCount
    paused: CappedCount
    offers: CappedCount
    late_bots: CappedCount
    late_waits: CappedCount
    late_starts: CappedCount
    overdue: CappedCount
    quiet: CappedCount
    queue: CappedCount
    outbox: CappedCount
    failed: CappedCount
    account_outbox: CappedCount
    hook_outbox: CappedCount
    account_failed: CappedCount
    reports: CappedCount
    appeals: CappedCount
    signals: CappedCount
    waiting: CappedCount
    joined: CappedCount

    @property
    def stuck(self) -> CappedCount:
        parts = (self.late_bots, self.late_waits, self.late_starts)
        oldest = min((part.oldest for part in parts if part.oldest is not None), default=None)
        return CappedCount(sum(part.count for part in parts), oldest)


def overview(reader: User) -> Overview:
    """The dashboard, as far as the reader may know it. Nineteen queries of bounded length."""
    at = timezone.now()
    games = Game.objects
    failed = Notice.objects.filter(status=Notice.Status.FAILED, created_at__gte=at - DAY)
    return Overview(
        **_late(at),
        running=_count(games.filter(status=Game.Status.RUNNING)),
        paused=_count(games.filter(status=Game.Status.PAUSED)),
        offers=_count_with_oldest(games.filter(status=Game.Status.OPEN), "created_at"),
        overdue=_count_with_oldest(_overdue(at), "next_at", "due_at"),
        quiet=_count_with_oldest(_quiet(at), "active_at"),
        queue=_count_with_oldest(queue_waiting(at), "created_at"),
        failed=_count_with_oldest(failed, "created_at"),
        account_failed=_count_with_oldest(mails_failed(at - DAY, at), "created_at"),
        reports=_count_with_oldest(reports_open(reader), "created_at"),
        appeals=_count_with_oldest(Appeal.objects.filter(answered_at__isnull=True), "created_at"),
        signals=_count(signals_for(reader).filter(looked_at__isnull=True)),
        waiting=_count_with_oldest(accounts_waiting(), "pk", "asked_at"),
        joined=_count(User.objects.filter(date_joined__gte=at - DAY, is_bot=False)),
    )


def delays() -> dict[str, CappedCount]:
    """Counts of work that the site should have done by now, by English words. Eight queries of bounded length."""
    at = timezone.now()
    retried = Notice.objects.filter(status__in=Notice.OPEN, attempts__gt=1, created_at__lte=at - UNSENT)
    mails = mails_retried(at - UNSENT)
    return {
        **{_LATE_WORDS[name]: figure for name, figure in _late(at).items()},
        "notifications that fail": _count_with_oldest(retried, "-pk", "created_at"),
        "account emails that fail": _count_with_oldest(mails, "due_at", "created_at"),
    }


def _late(at: datetime) -> dict[str, CappedCount]:
    """The counts of _LATE_WORDS, as Overview names them. Six queries."""
    return {
        "late_bots": _count_with_oldest(_late_bots(at), "bot_since"),
        "late_waits": _count_with_oldest(_late_waits(at), "next_at"),
        "late_starts": _count_with_oldest(_late_starts(at), "contributions_due_at"),
        "outbox": _count_with_oldest(_late_notices(at), "due_at"),
        "account_outbox": _count_with_oldest(mails_overdue(at - GRACE), "due_at"),
        "hook_outbox": _count_with_oldest(deliveries_due(at - GRACE), "due_at"),
    }


def _late_notices(at: datetime) -> QuerySet[Notice]:
    return Notice.objects.filter(status__in=Notice.OPEN, due_at__lte=at - GRACE)


def _late_bots(at: datetime) -> QuerySet[Deadline]:
    return Deadline.objects.filter(game__status=Game.Status.RUNNING, bot_since__lte=at - GRACE)


def _late_waits(at: datetime) -> QuerySet[Deadline]:
    return Deadline.objects.filter(next_at__lte=at - GRACE)


def _late_starts(at: datetime) -> QuerySet[Game]:
    return Game.objects.filter(status=Game.Status.OPEN, contributions_due_at__lte=at - GRACE)


def _overdue(at: datetime) -> QuerySet[Deadline]:
    return Deadline.objects.filter(next_at__lte=at + CLAIM, due_at__lte=at - GRACE)


def _quiet(at: datetime) -> QuerySet[Deadline]:
    return Deadline.objects.filter(game__status=Game.Status.RUNNING, active_at__lte=at - QUIET)


def games_in(state: str) -> list[int]:
    """Ids of the games in one of STATES, at most LISTED of each kind. At most three queries."""
    at = timezone.now()
    match state:
        case "stuck":
            kinds = [_keys(_late_bots(at)), _keys(_late_starts(at)), _keys(_late_waits(at))]
        case "overdue":
            kinds = [_keys(_overdue(at))]
        case "quiet":
            kinds = [_keys(_quiet(at))]
        case "held":
            kinds = [_keys(Game.objects.filter(status=Game.Status.PAUSED, held_at__isnull=False))]
        case _:
            raise ValueError(f"no such state: {state!r}")
    return [key for keys in kinds for key in keys]


def _keys(rows: QuerySet[Any]) -> list[int]:
    return list(rows.values_list("pk", flat=True)[:LISTED])


def game_at(at: datetime) -> int | None:
    """The id of the first game created then or later."""
    return Game.objects.filter(created_at__gte=at).order_by("created_at").values_list("pk", flat=True).first()


def _count(rows: QuerySet[Any]) -> CappedCount:
    return CappedCount(rows.order_by()[:COUNTED].count())


def _count_with_oldest(rows: QuerySet[Any], order: str, oldest: str = "") -> CappedCount:
    """Count the first rows in the order of an index, with the minimum of `oldest`, or of `order`."""
    found = rows.order_by(order)[:COUNTED].aggregate(count=Count("pk"), oldest=Min(oldest or order))
    return CappedCount(found["count"], found["oldest"])


def daily_figures(days: int) -> dict[Figure, dict[date, int]]:
    """The figures by day, without days that have none. One query."""
    since = timezone.now().date() - timedelta(days=days)
    found: dict[Figure, dict[date, int]] = {figure: {} for figure in Figure}
    known = set(Figure.values)
    for name, day, value in DailyFigure.objects.filter(day__gte=since).values_list("name", "day", "value"):
        if name in known:
            found[Figure(name)][day] = value
    return found
