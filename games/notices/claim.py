"""Claims: a worker takes what is due, and only what still holds. At most one has a row at a time."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from allauth.account.models import EmailAddress
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_noop

from accounts.models import User
from games.models import Notice
from games.notices.due import due_rows
from games.notices.mail.message_ids import message_id_of
from games.notices.outcome import BACK_OFF, settle
from games.notices.staleness import stale_reason
from games.outbox.schedule import not_before

# How long a claimed row may stay unsettled before another worker takes it; tasks are ended long before.
CLAIM = timedelta(minutes=5)

NOT_VERIFIED = gettext_noop("the address is not confirmed")
CAME_BACK = gettext_noop("mails to this address came back")
NEVER_FINISHED = gettext_noop("sending broke off each time")


class Claimed(NamedTuple):
    """What this worker alone is to send now: one notice, or those of a collected mail, oldest first.

    `address`: the confirmed one, for mails; else empty.
    """

    notices: tuple[Notice, ...]
    address: str = ""

    @property
    def first(self) -> Notice:
        return self.notices[0]


@transaction.atomic(durable=True)
def outbox_claim(*, notice_id: int) -> Claimed | None:
    """Take a due row for sending, with all that are collected with it; None when there is nothing to send (now).

    What no longer holds is dropped here; what must wait (for a person at the game, for the end of quiet hours) is put
    off. A row that another worker took and never settled is sent again, with the Message-ID that it had, and counts as
    `uncertain`; one that was taken again and again has failed.
    """
    at = timezone.now()
    rows = _locked(notice_id, at)
    for row in rows:
        row.uncertain = row.uncertain or row.status == Notice.Status.SENDING
    kept, address = _holding(rows)
    going = [row for row in kept if not _put_off(row, at)]
    if going and going[0].attempts > len(BACK_OFF):
        for row in going:
            settle(row, Notice.Status.FAILED, NEVER_FINISHED)
        return None
    return _claimed(going, address, at) if going else None


@transaction.atomic(durable=True)
def outbox_confirm(*, claimed: Claimed) -> Claimed | None:
    """What of a claim still holds now that the receiver listens; the rest is dropped, None when that is all.

    Connecting may take seconds, in which a turn is played.
    """
    keys = [row.pk for row in claimed.notices]
    rows = list(_whole().filter(pk__in=keys, status=Notice.Status.SENDING).order_by("pk"))
    kept, address = _holding(rows)
    return Claimed(tuple(kept), address) if kept else None


def verified_address(user: User) -> str:
    """The address that mails may go to, or nothing: it is confirmed, and mails to it have not come back."""
    if user.mail_stopped_at is not None:
        return ""
    address = EmailAddress.objects.filter(user=user, verified=True, email__iexact=user.email).first()
    return address.email if address is not None else ""


def _locked(notice_id: int, at: datetime) -> list[Notice]:
    """The row, if it is due and nobody else has it; where it is collected, with all that go in the same mail."""
    asked = due_rows(at).filter(pk=notice_id).first()
    if asked is None:
        return []
    if not asked.digest:
        return list(_whole(skip_locked=True).filter(_due(at), pk=notice_id))
    # One mail a time: in the order of their ids, so that who asks for another row of the same mail waits, and then
    # finds them taken. What was tried before keeps to its own mail and Message-ID.
    same = Q(user=asked.user_id, digest=asked.digest, message_id=asked.message_id)
    return list(_whole().filter(_due(at), same).order_by("pk"))


def _whole(*, skip_locked: bool = False) -> QuerySet[Notice]:
    rows = Notice.objects.select_for_update(of=("self",), skip_locked=skip_locked)
    return rows.select_related("game", "user__preferences", "subscription", "webhook")


def _due(at: datetime) -> Q:
    return Q(status__in=(Notice.Status.WAITING, Notice.Status.SENDING), due_at__lte=at)


def _holding(rows: Sequence[Notice]) -> tuple[list[Notice], str]:
    """The rows, all to one person by one channel, whose news still hold; the others are dropped. And the address."""
    mailed = bool(rows) and rows[0].channel == Notice.Channel.MAIL
    address = verified_address(rows[0].user) if mailed else ""
    kept = []
    for row in rows:
        reason = stale_reason(row)
        if not reason and mailed and not address:
            reason = CAME_BACK if row.user.mail_stopped_at is not None else NOT_VERIFIED
        if reason:
            settle(row, Notice.Status.DROPPED, reason)
        else:
            kept.append(row)
    return kept, address


def _put_off(row: Notice, at: datetime) -> bool:
    until = not_before(row, at)
    if until <= at:
        return False
    row.status, row.due_at = Notice.Status.WAITING, until
    row.save(update_fields=["status", "due_at", "uncertain"])
    return True


def _claimed(rows: Sequence[Notice], address: str, at: datetime) -> Claimed:
    for row in rows:
        row.status = Notice.Status.SENDING
        row.attempts += 1
        row.due_at = at + CLAIM
        if address and not row.message_id:
            row.message_id = message_id_of(rows[0])
        row.save(update_fields=["status", "attempts", "due_at", "uncertain", "message_id"])
    return Claimed(tuple(rows), address)
