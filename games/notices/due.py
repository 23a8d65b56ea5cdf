"""What is due and was not queued, or its queue forgot it; and what is so old that nobody asks for it."""

from datetime import datetime

from django.core.cache import cache
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from games import on_commit
from games.models import Notice
from games.notices.sent import SENT_DAYS

# What people may look up on their page; older rows are deleted.
LIFE = SENT_DAYS
# A row in the queue is not queued once more before this, however long the queue is.
QUEUED_S = 300
OPEN = (Notice.Status.WAITING, Notice.Status.SENDING)


def due_rows(at: datetime) -> QuerySet[Notice]:
    """Rows that may be claimed."""
    return Notice.objects.filter(status__in=OPEN, due_at__lte=at)


def outbox_due_ids(*, limit: int) -> list[int]:
    """Rows that may be claimed now, oldest first."""
    return list(due_rows(timezone.now()).order_by("due_at", "pk").values_list("pk", flat=True)[:limit])


def outbox_queue(*, limit: int) -> int:
    """Set each due row going that no sweep has queued lately; how many were.

    A mark in the cache says so; it names the time at which the row was due, as that moves on with each claim. Where
    the cache forgets, so has the queue.
    """
    due = due_rows(timezone.now()).order_by("due_at", "pk").values_list("pk", "due_at", "channel")[:limit]
    marks = {f"outbox:{pk}:{due_at.timestamp()}": (pk, channel) for pk, due_at, channel in due}
    queued = cache.get_many(marks)
    fresh = {mark: row for mark, row in marks.items() if mark not in queued}
    for pk, channel in fresh.values():
        on_commit.notice_is_due(pk, outward=channel != Notice.Channel.MAIL)
    cache.set_many(dict.fromkeys(fresh, 1), QUEUED_S)
    return len(fresh)


@transaction.atomic(durable=True)
def outbox_tidy() -> int:
    """Delete what was settled long ago; how many rows."""
    old = Notice.objects.filter(created_at__lt=timezone.now() - LIFE).exclude(status__in=OPEN)
    return old.delete()[0]
