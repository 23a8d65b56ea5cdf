"""Daily figures, for the dashboard's charts."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta

from django.db import transaction
from django.db.models import Count, Q
from django.utils import timezone

from accounts.mail.selectors import mails_failed, mails_sent
from accounts.models import User
from accounts.sweeps import HOUR, sweep
from games.models import ChatLine, DailyFigure, Figure, Game, Move, Notice, Report

# Days further back than this get no figures any more.
CATCH_UP = 35


# Hourly, so that a site that was down over midnight catches up.
@sweep(every=HOUR, at=time(minute=10))
def figures_work_out() -> int:
    """Compute the figures of past days that have none; return how many days. Idempotent: a day's rows are written
    together.
    """
    today = timezone.now().date()
    days = [today - timedelta(days=back) for back in range(CATCH_UP, 0, -1)]
    done = set(DailyFigure.objects.filter(name=Figure.JOINED, day__in=days).values_list("day", flat=True))
    missing = [day for day in days if day not in done and _began() <= day]
    for day in missing:
        _day_write(day)
    return len(missing)


def _began() -> date:
    first = User.objects.order_by("date_joined").values_list("date_joined", flat=True).first()
    return (first or timezone.now()).astimezone(UTC).date()


@transaction.atomic(durable=True)
def _day_write(day: date) -> None:
    rows = [DailyFigure(day=day, name=figure, value=value) for figure, value in figures_of_day(day).items()]
    DailyFigure.objects.bulk_create(rows, ignore_conflicts=True)


def figures_of_day(day: date) -> dict[Figure, int]:
    """The figures of a day in UTC, without turns that were taken back. Ten queries."""
    begin = datetime.combine(day, time(), UTC)
    span = (begin, begin + timedelta(days=1) - timedelta(microseconds=1))
    person = Q(by__in=(Move.By.PLAYER, Move.By.AUTO))
    turns = (
        Move.objects.valid()
        .filter(created_at__range=span)
        .aggregate(
            all=Count("pk"),
            late=Count("pk", filter=Q(by=Move.By.TIMEOUT)),
            people=Count("actor", filter=person, distinct=True),
        )
    )
    mails = Notice.objects.filter(channel=Notice.Channel.MAIL)
    return {
        Figure.JOINED: User.objects.filter(date_joined__range=span, is_bot=False).count(),
        Figure.PLAYERS: turns["people"],
        Figure.STARTED: Game.objects.filter(started_at__range=span).count(),
        Figure.FINISHED: Game.objects.filter(ended_at__range=span, status=Game.Status.FINISHED).count(),
        Figure.TURNS: turns["all"],
        Figure.LATE: turns["late"],
        Figure.MAILS: mails.filter(sent_at__range=span, status=Notice.Status.SENT).count() + mails_sent(*span).count(),
        Figure.FAILED: mails.filter(created_at__range=span, status=Notice.Status.FAILED).count()
        + mails_failed(*span).count(),
        Figure.REPORTS: Report.objects.filter(created_at__range=span).count(),
        Figure.LINES: ChatLine.objects.filter(created_at__range=span).count(),
    }
