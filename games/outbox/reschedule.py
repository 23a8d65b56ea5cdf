"""Reschedules waiting notifications when their person changes hours."""

from datetime import datetime
from typing import cast

from accounts.models import User
from games.clocks import Every
from games.models import Notice
from games.outbox.schedule import digest_due


def outbox_hours_changed(*, user: User, at: datetime) -> None:
    """Reschedule the person's waiting notifications, in the caller's transaction. Retries keep their times."""
    rows = Notice.objects.select_for_update(of=("self",)).filter(
        user=user, status=Notice.Status.WAITING, attempts=0, due_at__gt=at
    )
    for row in rows.select_related("user__preferences").order_by("pk"):
        kind = Notice.Kind(row.kind)
        row.due_at = digest_due(kind, row.user, cast(Every, row.digest), at) if row.digest else at
        row.save(update_fields=["due_at"])
