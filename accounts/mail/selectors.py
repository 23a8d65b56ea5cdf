"""Queries that count the emails about accounts."""

from datetime import datetime

from django.db.models import Q, QuerySet

from accounts.mail.outbox import WORTH
from accounts.models import AccountMail

Mails = QuerySet[AccountMail, AccountMail]


def mails_overdue(at: datetime) -> Mails:
    """Emails that were due by `at` and are still open."""
    return AccountMail.objects.filter(status__in=AccountMail.OPEN, due_at__lte=at)


def mails_retried(at: datetime) -> Mails:
    """Open emails that were written by `at` and could not be sent yet."""
    return AccountMail.objects.filter(status__in=AccountMail.OPEN, attempts__gt=0, created_at__lte=at)


def mails_failed(begin: datetime, end: datetime) -> Mails:
    """Emails written in that time that were never sent: the mail server refused them permanently, or until they
    expired.
    """
    tried = Q(status=AccountMail.Status.EXPIRED, attempts__gt=0)
    failed = AccountMail.objects.filter(tried | Q(status=AccountMail.Status.FAILED))
    return failed.filter(created_at__range=(begin, end))


def mails_sent(begin: datetime, end: datetime) -> Mails:
    """Emails sent in that time. Filters `created_at` too, which has the index."""
    sent = AccountMail.objects.filter(status=AccountMail.Status.SENT, sent_at__range=(begin, end))
    return sent.filter(created_at__range=(begin - WORTH, end))
