"""Account emails as a service writes them."""

from __future__ import annotations

import json
from datetime import datetime

from django.utils import timezone

from accounts.mail.outbox import WORTH, mail_make
from accounts.models import AccountMail, User
from accounts.secret_box import seal


def mail_row(user: User, *, due_at: datetime | None = None) -> AccountMail:
    """An email that nothing has queued, due now or since `due_at`."""
    now = timezone.now()
    sealed = seal(json.dumps(mail_make(f"{user.handle}@example.org", "Subject", "Text")).encode())
    return AccountMail.objects.create(
        user=user, kind="test", sealed=sealed, created_at=now, due_at=due_at or now, expires_at=now + WORTH
    )
