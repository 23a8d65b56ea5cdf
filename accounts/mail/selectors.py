"""Mails about accounts, to be counted."""

from datetime import datetime

from django.db.models import Q, QuerySet

from accounts.mail.outbox import WORTH
from accounts.models import AccountMail

Mails = QuerySet[AccountMail, AccountMail]


def mails_overdue(at: datetime) -> Mails:
    """Due at `at` or before, and still open."""
    return AccountMail.objects.filter(status__in=AccountMail.OPEN, due_at__lte=at)


def mails_failed(begin: datetime, end: datetime) -> Mails:
    """Of those written in that time the ones that did not leave: the mail server refused them, in the end or for as
    long as they were of use.
    """
    tried = Q(status=AccountMail.Status.EXPIRED, attempts__gt=0)
    failed = AccountMail.objects.filter(tried | Q(status=AccountMail.Status.FAILED))
    return failed.filter(created_at__range=(begin, end))


def mails_sent(begin: datetime, end: datetime) -> Mails:
    """Sent in that time, by the index of when they were written."""
    sent = AccountMail.objects.filter(status=AccountMail.Status.SENT, sent_at__range=(begin, end))
    return sent.filter(created_at__range=(begin - WORTH, end))
