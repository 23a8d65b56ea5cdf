"""Noting that staff took out what is known about a person."""

from django.db import transaction

from accounts.errors import AccountReason, AccountRefused
from accounts.models import User
from accounts.services.audit import audit_write
from accounts.services.permission import staff_check


@transaction.atomic(durable=True)
def export_note(*, actor: User, user: User, reason: str) -> None:
    """Allow an export and note it. Raises PermissionDenied, AccountRefused."""
    staff_check(actor, "accounts.erase_person", reason)
    if user.is_bot or user.erased_at is not None:
        raise AccountRefused(AccountReason.NOT_A_PERSON)
    audit_write(actor=actor, action="person.export", reason=reason, person=user)
