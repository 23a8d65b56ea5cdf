"""Logs exports of the audit log."""

from django.db import transaction

from accounts.models import User
from accounts.staff.audit import Fact, audit_write
from accounts.staff.permission import staff_check


def audit_export(*, actor: User, reason: str, filters: dict[str, Fact]) -> None:
    """Record an export of the entries of `filters`. Raises PermissionDenied, AccountRefused."""
    staff_check(actor, "accounts.export_audit", reason)
    with transaction.atomic(durable=True):
        audit_write(actor=actor, action="audit.export", reason=reason, facts=filters)
