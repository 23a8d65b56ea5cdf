"""The one question that each act of staff asks first."""

from django.core.exceptions import PermissionDenied

from accounts.errors import AccountReason, AccountRefused
from accounts.models import User


def staff_check(actor: User, permission: str, reason: str | None = None) -> None:
    """Raise PermissionDenied unless `actor` is on the staff and has `permission`, such as "games.moderate_game".

    Where the act takes a `reason`, an empty one raises AccountRefused(REASON_MISSING).
    """
    if not (actor.is_active and actor.is_staff and not actor.is_suspended and actor.has_perm(permission)):
        raise PermissionDenied
    if reason is not None and not reason.strip():
        raise AccountRefused(AccountReason.REASON_MISSING)
