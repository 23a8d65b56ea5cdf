"""Due notifications that no worker has queued, and old ones to delete."""

from datetime import datetime

from django.core.cache import cache
from django.db.models import QuerySet
from django.utils import timezone

from accounts.transactions.slices import rows_delete
from games import on_commit
from games.models import Notice
from games.notices.sent import SENT_DAYS

# As long as people see them on their page.
RETENTION = SENT_DAYS
# A queued row is not queued again before this.
QUEUED_S = 300


def due_rows(at: datetime) -> QuerySet[Notice]:
    return Notice.objects.filter(status__in=Notice.OPEN, due_at__lte=at)


def outbox_queue(*, limit: int) -> int:
    """Queue due rows not queued lately; return how many. The mark in the cache holds the time the row was due, which
    each claim moves. Cache and queue are lost together.
    """
    due = due_rows(timezone.now()).order_by("due_at", "pk").values_list("pk", "due_at", "channel")[:limit]
    marks = {f"outbox:{pk}:{due_at.timestamp()}": (pk, channel) for pk, due_at, channel in due}
    queued = cache.get_many(marks)
    fresh = {mark: row for mark, row in marks.items() if mark not in queued}
    for pk, channel in fresh.values():
        on_commit.notice_is_due(pk, outward=channel != Notice.Channel.MAIL)
    cache.set_many(dict.fromkeys(fresh, 1), QUEUED_S)
    return len(fresh)


def outbox_tidy() -> int:
    """Delete old settled rows in slices; return how many."""
    old = Notice.objects.filter(created_at__lt=timezone.now() - RETENTION).exclude(status__in=Notice.OPEN)
    return rows_delete(old)
