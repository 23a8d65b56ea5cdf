"""The worker that sends emails about accounts."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.core.signals import request_finished
from django.db.models.signals import post_save
from django.utils import timezone

from accounts.models import AccountMail
from accounts.tasks import mail_send


def mails_leave() -> None:
    """Send each email that is due."""
    due = AccountMail.objects.filter(status__in=AccountMail.OPEN, due_at__lte=timezone.now())
    for mail_id in list(due.order_by("pk").values_list("pk", flat=True)):
        mail_send(mail_id)


@contextmanager
def leaving_after_requests() -> Iterator[None]:
    """Run a worker after every request that wrote an email."""
    written: list[int] = []

    def note(instance: AccountMail, **_signal: Any) -> None:
        written.append(instance.pk)

    def leave(**_signal: Any) -> None:
        if written:
            written.clear()
            mails_leave()

    post_save.connect(note, sender=AccountMail)
    request_finished.connect(leave)
    try:
        yield
    finally:
        request_finished.disconnect(leave)
        post_save.disconnect(note, sender=AccountMail)
