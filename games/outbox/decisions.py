"""Notifications of decisions about people, appeals, reports, mentions, standing tables, requests to publish, and
messages of friends.
"""

from datetime import datetime, timedelta
from typing import Final

from django.db.models import Max

from accounts.models import Appeal, Sanction, User
from games.models import ChatLine, Notice, Publication, Report, StandingChange, StandingInvitation
from games.outbox.write import notice_write
from games.people.unread import unread_messages

# One notification of a friend's unread messages in this time.
MESSAGES_EACH: Final = timedelta(hours=1)


def decision_notice_write(sanction: Sanction, at: datetime, *, changed: bool = False) -> None:
    """Request the notification of a decision. `changed`: the decision was lifted or shortened."""
    number = _next_number(Notice.Kind.SANCTION, sanction.user, sanction.pk) if changed else 0
    notice_write(Notice.Kind.SANCTION, None, sanction.user, at, number=number, about=sanction.pk)


def table_notice_write(invitation: StandingInvitation, at: datetime) -> None:
    """Request the notification of an invitation to a standing table, again after each time that it was sent."""
    number = _next_number(Notice.Kind.TABLE, invitation.user, invitation.pk)
    notice_write(Notice.Kind.TABLE, None, invitation.user, at, number=number, about=invitation.pk)


def options_notice_write(change: StandingChange, user: User, at: datetime) -> None:
    """Request the notification of changed options of a standing table, once for all changes that one row collects."""
    notice_write(Notice.Kind.OPTIONS, None, user, at, about=change.pk, not_before=change.told_at)


def _next_number(kind: Notice.Kind, user: User, about: int) -> int:
    """A number from 1 that none of the person's notifications about this row has."""
    told = Notice.objects.filter(kind=kind, user=user, about=about)
    return 1 + (told.aggregate(last=Max("number"))["last"] or 0)


def appeal_notice_write(appeal: Appeal, at: datetime) -> None:
    notice_write(Notice.Kind.APPEAL, None, appeal.sanction.user, at, about=appeal.pk)


def report_notice_write(report: Report, at: datetime) -> None:
    notice_write(Notice.Kind.REPORT, None, report.reporter, at, about=report.pk)


def publication_notice_write(publication: Publication, user: User, at: datetime) -> None:
    notice_write(Notice.Kind.PUBLISH, publication.game, user, at, about=publication.pk)


def mention_notice_write(line: ChatLine, user: User, at: datetime) -> None:
    notice_write(Notice.Kind.MENTION, line.game, user, at, about=line.pk)


def message_notice_write(line: ChatLine, reader: User, at: datetime) -> None:
    """Request the notification of a friend's message, unless the reader doesn't see it, or one about the friend's other
    unread messages was written in the last MESSAGES_EACH. Two queries, besides those of the notification.
    """
    unread = unread_messages(reader).filter(user=line.user_id)
    if not unread.filter(pk=line.pk).exists():
        return
    told = Notice.objects.filter(user=reader, created_at__gt=at - MESSAGES_EACH, kind=Notice.Kind.MESSAGE)
    if not told.filter(about__in=unread.values("pk")).exists():
        notice_write(Notice.Kind.MESSAGE, None, reader, at, about=line.pk)
