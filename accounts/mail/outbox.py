"""Emails about accounts: written in a transaction, sent by a worker, retried while they are useful."""

import json
import logging
from datetime import datetime, time, timedelta
from email.utils import make_msgid
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from celery import current_app
from django.conf import settings
from django.core.cache import cache
from django.core.mail import EmailMultiAlternatives
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone, translation
from django.utils.translation import gettext_noop
from kombu.exceptions import OperationalError
from redis.exceptions import RedisError

from accounts.metrics.counted import MESSAGES
from accounts.models import AccountMail, User
from accounts.secret_box import Unreadable, seal, unseal
from accounts.sweeps import CLOCKS_DIFFER, HOUR, sweep
from accounts.transactions.after_commit import after_commit
from accounts.transactions.slices import rows_delete

log = logging.getLogger(__name__)

# Then another worker may claim the row; tasks end long before.
CLAIM = timedelta(minutes=5)
# Between attempts; the last one repeats.
BACK_OFF = (timedelta(minutes=1), timedelta(minutes=5), timedelta(minutes=15), timedelta(minutes=30))
BROKEN_OFF_MAX = 5
# How long an email is useful, unless its kind says otherwise.
WORTH = timedelta(days=7)
# Settled rows are stored this long, without text.
LIFE = timedelta(days=30)
# A row is not queued again within this time.
QUEUED_S = 300
BATCH = 200
REASON_MAX = 200

NEVER_FINISHED = gettext_noop("sending was interrupted each time")
TOO_OLD = gettext_noop("out of date")
KEY_LOST = gettext_noop("its key is lost")


class OutgoingMail(NamedTuple):
    """An email. `html` may be empty; all attempts have one Message-ID. `language`: "" in rows of earlier versions."""

    address: str
    subject: str
    text: str
    html: str
    message_id: str
    language: str = ""


def mail_make(address: str, subject: str, text: str, html: str = "") -> OutgoingMail:
    """An email in the active language."""
    message_id = make_msgid("account", urlsplit(settings.PUBLIC_URL).hostname)
    return OutgoingMail(address, subject, text, html, message_id, translation.get_language() or "")


@transaction.atomic
def mail_write(*, kind: str, mail: OutgoingMail, user: User | None, worth: timedelta = WORTH) -> None:
    """Store an email in the caller's transaction; it is queued after the commit."""
    now = timezone.now()
    row = AccountMail.objects.create(
        user=user,
        kind=kind,
        sealed=seal(json.dumps(mail).encode()),
        created_at=now,
        due_at=now,
        expires_at=now + worth,
    )
    after_commit(_enqueue, row.pk)


@transaction.atomic(durable=True)
def mail_claim(*, mail_id: int) -> OutgoingMail | None:
    """Claim a due email for one worker; None if there is nothing to send. If it is not settled after CLAIM, it is
    claimed again; after BROKEN_OFF_MAX dead workers it has failed.
    """
    at = timezone.now()
    row = _due().select_for_update(skip_locked=True, of=("self",)).filter(pk=mail_id).first()
    if row is None:
        return None
    mail = _unsealed(row, at)
    if mail is not None:
        row.status, row.due_at = AccountMail.Status.SENDING, at + CLAIM
        row.attempts += 1
        row.save(update_fields=["status", "due_at", "attempts", "broken_off"])
    return mail


@transaction.atomic(durable=True)
def mail_sent(*, mail_id: int) -> None:
    row = _claimed(mail_id)
    if row is not None:
        row.sent_at = timezone.now()
        _settle(row, AccountMail.Status.SENT, "")
        _count(row)


@transaction.atomic(durable=True)
def mail_failed(*, mail_id: int, reason: str, permanent: bool) -> None:
    """Retry later, or give up if `permanent`."""
    row = _claimed(mail_id)
    if row is None:
        return
    if permanent:
        _settle(row, AccountMail.Status.FAILED, reason)
        _count(row)
        return
    row.status, row.reason = AccountMail.Status.WAITING, reason[:REASON_MAX]
    row.due_at = timezone.now() + BACK_OFF[min(row.attempts, len(BACK_OFF)) - 1]
    row.save(update_fields=["status", "reason", "due_at"])
    _count(row)


def _count(row: AccountMail) -> None:
    """Count an attempt: `sent`, `failed`, or `waiting` for another one."""
    after_commit(MESSAGES.add, "account_mail", str(row.status))


@sweep(every=timedelta(seconds=15))
def mails_queue(*, limit: int = BATCH) -> int:
    """Queue due emails that were not queued recently, oldest first; return how many. The mark in the cache has the time
    when the row was due, which each claim moves; a Redis that lost it has lost the queue too.
    """
    due = _due().order_by("due_at", "pk").values_list("pk", "due_at")[:limit]
    marks = {f"account-mail:{pk}:{due_at.timestamp()}": pk for pk, due_at in due}
    queued = cache.get_many(marks)
    fresh = {mark: pk for mark, pk in marks.items() if mark not in queued}
    for pk in fresh.values():
        _enqueue(pk)
    cache.set_many(dict.fromkeys(fresh, 1), QUEUED_S)
    return len(fresh)


@transaction.atomic
def mails_give_up() -> int:
    """Expire all open emails after a restore, because they may have been sent; return how many."""
    rows = AccountMail.objects.filter(status__in=AccountMail.OPEN)
    return rows.update(status=AccountMail.Status.EXPIRED, reason=TOO_OLD, sealed=b"")


@sweep(every=HOUR, at=time(minute=50))
def mails_tidy() -> int:
    """Delete emails that were settled long ago, in slices; return how many."""
    old = AccountMail.objects.filter(created_at__lt=timezone.now() - LIFE).exclude(status__in=AccountMail.OPEN)
    return rows_delete(old)


def email_message(mail: OutgoingMail, connection: Any) -> EmailMultiAlternatives:
    headers = {"Message-ID": mail.message_id, "Auto-Submitted": "auto-generated"}
    if mail.language:
        headers["Content-Language"] = mail.language
    message = EmailMultiAlternatives(mail.subject, mail.text, to=[mail.address], headers=headers, connection=connection)
    if mail.html:
        message.attach_alternative(mail.html, "text/html")
    return message


def _due() -> QuerySet[AccountMail]:
    """The open emails that are due, or put off for longer than any attempt is: a clock was wrong."""
    at = timezone.now()
    due = Q(due_at__lte=at) | Q(due_at__gt=at + BACK_OFF[-1] + CLOCKS_DIFFER)
    return AccountMail.objects.filter(due, status__in=AccountMail.OPEN)


def _unsealed(row: AccountMail, at: datetime) -> OutgoingMail | None:
    """The row's email, decrypted; None, with the row settled, if it is not worth sending."""
    if row.status == AccountMail.Status.SENDING:
        row.broken_off += 1
    if row.expires_at <= at:
        _settle(row, AccountMail.Status.EXPIRED, row.reason or TOO_OLD)
    elif row.broken_off >= BROKEN_OFF_MAX:
        _settle(row, AccountMail.Status.FAILED, NEVER_FINISHED)
    else:
        try:
            return OutgoingMail(*json.loads(unseal(row.sealed)))
        except Unreadable:
            _settle(row, AccountMail.Status.FAILED, KEY_LOST)
    return None


def _claimed(mail_id: int) -> AccountMail | None:
    """The locked row; None if settled or erased with its account."""
    rows = AccountMail.objects.select_for_update(of=("self",))
    return rows.filter(pk=mail_id, status=AccountMail.Status.SENDING).first()


def _settle(row: AccountMail, status: AccountMail.Status, reason: str) -> None:
    """Settle a locked row and drop its text."""
    row.status, row.reason, row.sealed = status, reason[:REASON_MAX], b""
    row.save(update_fields=["status", "reason", "sealed", "sent_at", "broken_off"])


def _enqueue(mail_id: int) -> None:
    """Queue the task by its name. A failure is only logged, because the sweep queues the email."""
    try:
        current_app.send_task("accounts.tasks.mail_send", (mail_id,), retry=False)
    except (OSError, RedisError, OperationalError) as error:
        log.warning("account mail %s not queued: %r", mail_id, error)
