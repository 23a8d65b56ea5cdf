"""Taking the book of what staff did out of the site."""

from django.db import transaction

from accounts.models import User
from accounts.staff.audit import Fact, audit_write
from accounts.staff.permission import staff_check


def audit_export(*, actor: User, reason: str, filters: dict[str, Fact]) -> None:
    """Note that `actor` takes the entries that `filters` let through. Raises PermissionDenied and AccountRefused."""
    staff_check(actor, "accounts.export_audit", reason)
    with transaction.atomic(durable=True):
        audit_write(actor=actor, action="audit.export", reason=reason, facts=filters)
