"""Withdrawal of shared imported games."""

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from accounts.staff.audit import audit_write
from accounts.staff.permission import staff_check
from games.errors import Refused
from games.models import ImportedRecord
from games.moderation.acts.base import MODERATE
from games.moderation.errors import ActReason, ConflictReason
from games.records.withdrawals import DEAL, WITHDRAWAL


@transaction.atomic(durable=True)
def imported_withdraw(*, actor: User, imported_id: int, reason: str) -> ImportedRecord:
    """Show a shared imported game to its owner alone, who can't share it again. Raises PermissionDenied,
    AccountRefused(REASON_MISSING), Refused(ALREADY, OWN_CASE).
    """
    staff_check(actor, MODERATE, reason)
    row = ImportedRecord.objects.select_for_update(no_key=True).filter(pk=imported_id).first()
    if row is None or not row.is_shared:
        raise Refused(ActReason.ALREADY)
    if row.owner_id == actor.pk:
        raise Refused(ConflictReason.OWN_CASE)
    row.withdrawn_at = timezone.now()
    row.save(update_fields=["withdrawn_at"])
    audit_write(
        actor=actor,
        action=WITHDRAWAL,
        reason=reason,
        person=row.owner,
        about=f"imported game {row.pk}",
        facts={DEAL: row.fingerprint},
    )
    return row
