"""Mails about accounts on their way: written in a transaction, sent by a worker, tried again while that is of use."""

import json
import logging
from datetime import datetime, time, timedelta
from email.utils import make_msgid
from functools import partial
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from celery import current_app
from django.conf import settings
from django.core.cache import cache
from django.core.mail import EmailMultiAlternatives
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_noop
from kombu.exceptions import OperationalError
from redis.exceptions import RedisError

from accounts.models import AccountMail, User
from accounts.secret_box import Unreadable, seal, unseal
from accounts.sweeps import HOUR, sweep

log = logging.getLogger(__name__)

# How long a claimed row may stay unsettled before another worker takes it; tasks are ended long before.
CLAIM = timedelta(minutes=5)
# The waits between attempts; the last one again and again, until the mail is of no use.
BACK_OFF = (timedelta(minutes=1), timedelta(minutes=5), timedelta(minutes=15), timedelta(minutes=30))
# A mail on which so many workers died is given up.
BROKEN_OFF_MAX = 5
# For how long a mail is worth sending, unless its kind says otherwise.
WORTH = timedelta(days=7)
# Settled rows are kept so long, without text.
LIFE = timedelta(days=30)
# A row in the queue is not queued once more before this, however long the queue is.
QUEUED_S = 300
# A sweep queues so many mails at most; the next one goes on.
BATCH = 200
REASON_MAX = 200

NEVER_FINISHED = gettext_noop("sending broke off each time")
TOO_OLD = gettext_noop("it was of no use any more")
KEY_LOST = gettext_noop("the key it was sealed with is lost")


class Letter(NamedTuple):
    """What is sent. `html` may be empty; all attempts have the same Message-ID."""

    address: str
    subject: str
    text: str
    html: str
    message_id: str


def letter_of(address: str, subject: str, text: str, html: str = "") -> Letter:
    """A letter with a Message-ID of its own."""
    return Letter(address, subject, text, html, make_msgid("account", urlsplit(settings.PUBLIC_URL).hostname))


@transaction.atomic
def mail_write(*, kind: str, letter: Letter, user: User | None, worth: timedelta = WORTH) -> None:
    """Write a mail in the caller's transaction. It is queued once that is through, and goes with it if it fails."""
    now = timezone.now()
    row = AccountMail.objects.create(
        user=user,
        kind=kind,
        sealed=seal(json.dumps(letter).encode()),
        created_at=now,
        due_at=now,
        expires_at=now + worth,
    )
    transaction.on_commit(partial(_enqueue, row.pk))


@transaction.atomic(durable=True)
def mail_claim(*, mail_id: int) -> Letter | None:
    """Take a due mail for sending; None if there is nothing to send (now). At most one worker has a mail at a time.

    One that a worker took and never settled is sent again after CLAIM; one on which workers died BROKEN_OFF_MAX times
    has failed.
    """
    at = timezone.now()
    row = _due().select_for_update(skip_locked=True, of=("self",)).filter(pk=mail_id).first()
    if row is None:
        return None
    letter = _opened(row, at)
    if letter is not None:
        row.status, row.due_at = AccountMail.Status.SENDING, at + CLAIM
        row.attempts += 1
        row.save(update_fields=["status", "due_at", "attempts", "broken_off"])
    return letter


@transaction.atomic(durable=True)
def mail_sent(*, mail_id: int) -> None:
    """Note that the mail server has taken a claimed mail."""
    row = _claimed(mail_id)
    if row is not None:
        row.sent_at = timezone.now()
        _settle(row, AccountMail.Status.SENT, "")


@transaction.atomic(durable=True)
def mail_failed(*, mail_id: int, reason: str, permanent: bool) -> None:
    """Note that a claimed mail was not taken: try again later, or give up where trying is pointless."""
    row = _claimed(mail_id)
    if row is None:
        return
    if permanent:
        _settle(row, AccountMail.Status.FAILED, reason)
        return
    row.status, row.reason = AccountMail.Status.WAITING, reason[:REASON_MAX]
    row.due_at = timezone.now() + BACK_OFF[min(row.attempts, len(BACK_OFF)) - 1]
    row.save(update_fields=["status", "reason", "due_at"])


@sweep(every=timedelta(seconds=15))
def mails_queue(*, limit: int = BATCH) -> int:
    """Queue due mails that no sweep has queued lately, oldest first; how many were.

    A mark in the cache says so. It names the time at which the row was due, as that moves on with each claim; where
    the cache forgets, so has the queue.
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
    """Give up all mails on their way, as after a restore they may have left already; how many."""
    rows = AccountMail.objects.filter(status__in=AccountMail.OPEN)
    return rows.update(status=AccountMail.Status.EXPIRED, reason=TOO_OLD, sealed=b"")


@sweep(every=HOUR, at=time(minute=50))
@transaction.atomic(durable=True)
def mails_tidy() -> int:
    """Delete mails that were settled long ago; how many."""
    old = AccountMail.objects.filter(created_at__lt=timezone.now() - LIFE).exclude(status__in=AccountMail.OPEN)
    deleted: int = old.delete()[0]
    return deleted


def message_of(letter: Letter, connection: Any) -> EmailMultiAlternatives:
    """The letter as the mail that goes out by `connection`."""
    headers = {"Message-ID": letter.message_id, "Auto-Submitted": "auto-generated"}
    mail = EmailMultiAlternatives(
        letter.subject, letter.text, to=[letter.address], headers=headers, connection=connection
    )
    if letter.html:
        mail.attach_alternative(letter.html, "text/html")
    return mail


def _due() -> QuerySet[AccountMail]:
    return AccountMail.objects.filter(status__in=AccountMail.OPEN, due_at__lte=timezone.now())


def _opened(row: AccountMail, at: datetime) -> Letter | None:
    """What a locked row says; None, and it is settled, if there is no use in sending it."""
    if row.status == AccountMail.Status.SENDING:
        row.broken_off += 1
    if row.expires_at <= at:
        _settle(row, AccountMail.Status.EXPIRED, row.reason or TOO_OLD)
    elif row.broken_off >= BROKEN_OFF_MAX:
        _settle(row, AccountMail.Status.FAILED, NEVER_FINISHED)
    else:
        try:
            return Letter(*json.loads(unseal(row.sealed)))
        except Unreadable:
            _settle(row, AccountMail.Status.FAILED, KEY_LOST)
    return None


def _claimed(mail_id: int) -> AccountMail | None:
    """The row, locked, if it is claimed still: not settled, nor erased with its account."""
    rows = AccountMail.objects.select_for_update(of=("self",))
    return rows.filter(pk=mail_id, status=AccountMail.Status.SENDING).first()


def _settle(row: AccountMail, status: AccountMail.Status, reason: str) -> None:
    """End a locked row, and forget what it said."""
    row.status, row.reason, row.sealed = status, reason[:REASON_MAX], b""
    row.save(update_fields=["status", "reason", "sealed", "sent_at", "broken_off"])


def _enqueue(mail_id: int) -> None:
    """Queue by name; a failure is logged only, as the sweep finds what was not queued."""
    try:
        current_app.send_task("accounts.tasks.mail_send", (mail_id,), retry=False)
    except (OSError, RedisError, OperationalError) as error:
        log.warning("account mail %s not queued: %r", mail_id, error)
