"""Claims of due notifications: at most one worker holds a row."""

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
from games.notices.mail.message_ids import mail_id
from games.notices.outcome import BACK_OFF, REASON_MAX, settle
from games.notices.staleness import stale_reason
from games.outbox.schedule import not_before

# Another worker may take a row that stayed unsettled for this long; tasks are ended long before.
CLAIM_TIMEOUT = timedelta(minutes=5)

NOT_VERIFIED = gettext_noop("your address isn’t confirmed")
CAME_BACK = gettext_noop("emails to this address bounced")
NEVER_FINISHED = gettext_noop("sending was interrupted each time")


class Claimed(NamedTuple):
    """A claimed notification, or those of a digest, oldest first. `address`: the confirmed one, for emails."""

    notices: tuple[Notice, ...]
    address: str = ""

    @property
    def first(self) -> Notice:
        return self.notices[0]


@transaction.atomic(durable=True)
def outbox_claim(*, notice_id: int) -> Claimed | None:
    """Claim a due row and the others of its digest; None if nothing is to be sent now. Drops stale rows and postpones
    those that must wait (person at the game, quiet hours, a webhook's slow server). A row that was never settled is
    sent again with its Message-ID, as `uncertain`; after too many attempts it fails.
    """
    at = timezone.now()
    rows = _locked(notice_id, at)
    for row in rows:
        row.uncertain = row.uncertain or row.status == Notice.Status.SENDING
    kept, address = _drop_stale(rows)
    going = [row for row in kept if not _put_off(row, at)]
    if going and going[0].attempts > len(BACK_OFF):
        for row in going:
            settle(row, Notice.Status.FAILED, NEVER_FINISHED)
        return None
    return _claimed(going, address, at) if going else None


# Most of these are stale when they are due: a game starts as soon as it is full, and its players play.
MOSTLY_STALE = (Notice.Kind.JOINED, Notice.Kind.STARTED)


@transaction.atomic(durable=True)
def outbox_drop(*, limit: int) -> int:
    """Drop due rows that are mostly stale by then, so that only the others need a task each; return how many."""
    waiting = due_rows(timezone.now()).filter(status=Notice.Status.WAITING, kind__in=MOSTLY_STALE, digest="")
    found: dict[str, list[int]] = {}
    # The rows are not locked: a task that comes in between finds its row taken, and ends.
    for row in _whole(waiting).order_by("due_at", "pk")[:limit]:
        if reason := stale_reason(row):
            found.setdefault(reason, []).append(row.pk)
    for reason, keys in found.items():
        still = Notice.objects.filter(pk__in=keys, status=Notice.Status.WAITING)
        still.update(status=Notice.Status.DROPPED, reason=reason[:REASON_MAX])
    return sum(map(len, found.values()))


@transaction.atomic(durable=True)
def outbox_confirm(*, claimed: Claimed) -> Claimed | None:
    """Drop rows that became stale while connecting, which may take seconds; None if none is left."""
    keys = [row.pk for row in claimed.notices]
    rows = list(_locked_rows().filter(pk__in=keys, status=Notice.Status.SENDING).order_by("pk"))
    kept, address = _drop_stale(rows)
    return Claimed(tuple(kept), address) if kept else None


def verified_address(user: User) -> str:
    """The person's confirmed address; "" if there is none, or emails to it bounced."""
    if user.mail_stopped_at is not None:
        return ""
    address = EmailAddress.objects.filter(user=user, verified=True, email__iexact=user.email).first()
    return address.email if address is not None else ""


def _locked(notice_id: int, at: datetime) -> list[Notice]:
    """The row, if it is due and free; with a digest, all rows of that email."""
    asked = due_rows(at).filter(pk=notice_id).first()
    if asked is None:
        return []
    if not asked.digest:
        return list(_locked_rows(skip_locked=True).filter(_due(at), pk=notice_id))
    # In the order of ids: another worker for the same email waits, then finds the rows taken. Rows tried before keep
    # their own email and Message-ID.
    same = Q(user=asked.user_id, digest=asked.digest, message_id=asked.message_id)
    return list(_locked_rows().filter(_due(at), same).order_by("pk"))


def _locked_rows(*, skip_locked: bool = False) -> QuerySet[Notice]:
    return _whole(Notice.objects.select_for_update(of=("self",), skip_locked=skip_locked))


def _whole(rows: QuerySet[Notice]) -> QuerySet[Notice]:
    return rows.select_related("game", "user__preferences", "subscription__session", "webhook")


def _due(at: datetime) -> Q:
    return Q(status__in=Notice.OPEN, due_at__lte=at)


def _drop_stale(rows: Sequence[Notice]) -> tuple[list[Notice], str]:
    """Return the rows left, all of one person and channel, with the address."""
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
    if row.webhook is not None and row.webhook.rests_until is not None:
        until = max(until, row.webhook.rests_until)
    if until <= at:
        return False
    row.status, row.due_at = Notice.Status.WAITING, until
    row.save(update_fields=["status", "due_at", "uncertain"])
    return True


def _claimed(rows: Sequence[Notice], address: str, at: datetime) -> Claimed:
    for row in rows:
        row.status = Notice.Status.SENDING
        row.attempts += 1
        row.due_at = at + CLAIM_TIMEOUT
        if address and not row.message_id:
            row.message_id = mail_id(rows[0])
        row.save(update_fields=["status", "attempts", "due_at", "uncertain", "message_id"])
    return Claimed(tuple(rows), address)
