"""Outcomes of sending: sent, dropped, failed, or another attempt."""

from datetime import timedelta

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from accounts.metrics.counted import MESSAGES
from accounts.transactions.after_commit import after_commit
from games.models import Notice

# The pauses between attempts; after the last one the notification has failed.
BACK_OFF = (timedelta(minutes=1), timedelta(minutes=5), timedelta(minutes=30), timedelta(hours=2), timedelta(hours=8))
REASON_MAX = 200


@transaction.atomic(durable=True)
def outbox_sent(*, notice_id: int, answer: str = "") -> None:
    """Record that a notification and the others of its email were sent. `answer`: of a webhook's server."""
    at = timezone.now()
    rows = _claimed_with(notice_id)
    for row in rows:
        row.sent_at, row.answer = at, answer
        settle(row, Notice.Status.SENT, "")
    _count(rows)


@transaction.atomic(durable=True)
def outbox_failed(
    *, notice_id: int, reason: str, permanent: bool = False, uncertain: bool = False, answer: str = ""
) -> None:
    """Settle a notification and the others of its email, or schedule another attempt. `reason` is shown to the person.
    `uncertain`: the receiver may have taken it. `answer`: of a webhook's server.
    """
    at = timezone.now()
    rows = _claimed_with(notice_id)
    for row in rows:
        row.uncertain, row.answer = row.uncertain or uncertain, answer
        if permanent or row.attempts > len(BACK_OFF):
            settle(row, Notice.Status.FAILED, reason)
            continue
        row.status = Notice.Status.WAITING
        row.reason = reason[:REASON_MAX]
        row.due_at = at + BACK_OFF[row.attempts - 1]
        row.save(update_fields=["status", "reason", "due_at", "uncertain", "answer"])
    _count(rows)


def _count(rows: list[Notice]) -> None:
    """Count one message, of one or more notifications: `sent`, `failed`, or `waiting` for another attempt."""
    if rows:
        after_commit(MESSAGES.add, str(rows[0].channel), str(rows[0].status))


def settle(row: Notice, status: Notice.Status, reason: str) -> None:
    """Settle a locked row."""
    row.status = status
    row.reason = reason[:REASON_MAX]
    row.save(update_fields=["status", "reason", "sent_at", "uncertain", "answer"])


def _claimed_with(notice_id: int) -> list[Notice]:
    """The row and the others of its email, without those settled or erased since."""
    asked = Notice.objects.filter(pk=notice_id).first()
    together = Q(pk=notice_id)
    if asked is not None and asked.digest:
        together = Q(user=asked.user_id, digest=asked.digest, message_id=asked.message_id)
    rows = Notice.objects.select_for_update().filter(together, status=Notice.Status.SENDING)
    return list(rows.order_by("pk"))
