"""Canned answers to reporters."""

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from accounts.staff.audit import audit_write
from accounts.staff.permission import staff_check
from games.models import CannedAnswer

EDIT = "games.edit_canned_answer"


@transaction.atomic
def answer_write(*, actor: User, answer: CannedAnswer, reason: str) -> None:
    """Add or change a standard answer. Raises PermissionDenied, AccountRefused(REASON_MISSING)."""
    staff_check(actor, EDIT, reason)
    action = "answer.add" if answer._state.adding else "answer.change"
    answer.changed_at = timezone.now()
    answer.save()
    audit_write(actor=actor, action=action, reason=reason, about=f"answer {answer.pk}")


@transaction.atomic
def answer_remove(*, actor: User, answer: CannedAnswer, reason: str) -> None:
    """Delete a standard answer. Raises PermissionDenied, AccountRefused(REASON_MISSING)."""
    staff_check(actor, EDIT, reason)
    about = f"answer {answer.pk}"
    answer.delete()
    audit_write(actor=actor, action="answer.remove", reason=reason, about=about)
