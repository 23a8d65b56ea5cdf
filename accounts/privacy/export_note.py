"""Allows and logs exports by staff."""

from django.db import transaction

from accounts.decisions.sanctions import locked_account
from accounts.errors import AccountReason, AccountRefused
from accounts.models import User
from accounts.staff.audit import audit_write
from accounts.staff.permission import neutral_check, staff_check


@transaction.atomic(durable=True)
def export_note(*, actor: User, user: User, reason: str) -> None:
    """Record the export of a person's data by staff. Not of other staff, nor of people who play with `actor`, because
    the file lists seats. Raises PermissionDenied, AccountRefused.
    """
    staff_check(actor, "accounts.erase_person", reason)
    account = locked_account(user)
    if account.pk == actor.pk:
        raise AccountRefused(AccountReason.OWN_ACCOUNT)
    if not account.is_person:
        raise AccountRefused(AccountReason.NOT_A_PERSON)
    if account.is_staff or account.is_superuser:
        raise AccountRefused(AccountReason.STAFF_FIRST)
    neutral_check(actor, account)
    audit_write(actor=actor, action="person.export", reason=reason, person=account)
