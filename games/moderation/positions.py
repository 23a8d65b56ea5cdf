"""Withdrawal of positions of the day."""

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from accounts.staff.audit import audit_write
from accounts.staff.permission import staff_check
from games.errors import Refused
from games.models import Position
from games.moderation.errors import WithdrawalReason


@transaction.atomic(durable=True)
def position_withdraw(*, actor: User, position_id: int, reason: str) -> Position:
    """Show the position to nobody any more, nor its answers. Today's is replaced by another. Raises PermissionDenied,
    AccountRefused(REASON_MISSING), Refused(NO_SUCH_POSITION, WITHDRAWN).
    """
    staff_check(actor, "games.withdraw_position", reason)
    position = Position.objects.select_for_update().filter(pk=position_id).first()
    if position is None:
        raise Refused(WithdrawalReason.NO_SUCH_POSITION)
    if position.withdrawn_at is not None:
        raise Refused(WithdrawalReason.WITHDRAWN)
    position.withdrawn_at = timezone.now()
    position.save(update_fields=["withdrawn_at"])
    audit_write(
        actor=actor,
        action="position.withdraw",
        reason=reason,
        about=f"position {position.pk}",
        facts={"origin": position.origin, "day": str(position.day or "")},
    )
    return position
