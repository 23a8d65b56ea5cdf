"""Notifications of decisions about people, appeals, reports and mentions."""

from datetime import datetime

from django.db.models import Max

from accounts.models import Appeal, Sanction, User
from games.models import ChatLine, Notice, Report
from games.outbox.write import notice_write


def decision_notice_write(sanction: Sanction, at: datetime, *, changed: bool = False) -> None:
    """Request the notification of a decision. `changed`: the decision was lifted or shortened."""
    number = 0
    if changed:
        told = Notice.objects.filter(kind=Notice.Kind.SANCTION, user=sanction.user, about=sanction.pk)
        number = 1 + (told.aggregate(last=Max("number"))["last"] or 0)
    notice_write(Notice.Kind.SANCTION, None, sanction.user, at, number=number, about=sanction.pk)


def appeal_notice_write(appeal: Appeal, at: datetime) -> None:
    notice_write(Notice.Kind.APPEAL, None, appeal.sanction.user, at, about=appeal.pk)


def report_notice_write(report: Report, at: datetime) -> None:
    notice_write(Notice.Kind.REPORT, None, report.reporter, at, about=report.pk)


def mention_notice_write(line: ChatLine, user: User, at: datetime) -> None:
    notice_write(Notice.Kind.MENTION, line.game, user, at, about=line.pk)
