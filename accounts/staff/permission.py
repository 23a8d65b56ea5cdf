"""What acts of staff ask first: whether one may, and whether one may in this case."""

from django.core.exceptions import PermissionDenied

from accounts.errors import AccountReason, AccountRefused
from accounts.models import User
from accounts.signals import account_judging
from accounts.staff.roles import Role


def staff_check(actor: User, permission: str, reason: str | None = None) -> None:
    """Raise PermissionDenied unless `actor` is on the staff and has `permission`, such as "games.moderate_game".

    Where the act takes a `reason`, an empty one raises AccountRefused(REASON_MISSING).
    """
    if not (actor.is_active and actor.is_staff and not actor.is_suspended and actor.has_perm(permission)):
        raise PermissionDenied
    if reason is not None and not reason.strip():
        raise AccountRefused(AccountReason.REASON_MISSING)


def neutral_check(actor: User, *users: User) -> None:
    """Raise AccountRefused where `actor` is a party to what would be decided about these people, whom the caller has
    locked: by a game that they share, say, of which those who hear `account_judging` know."""
    account_judging.send(sender=User, actor=actor, users=users)


def rank_check(actor: User, user: User) -> None:
    """Raise AccountRefused where `actor` would reach into the logins of the own account by way of staff
    (OWN_ACCOUNT), or, without being a superuser, into those of an administrator or a superuser (SUPERUSERS_FOR_IT)."""
    if actor.pk == user.pk:
        raise AccountRefused(AccountReason.OWN_ACCOUNT)
    high = user.is_superuser or user.groups.filter(name=Role.ADMINISTRATOR).exists()
    if high and not actor.is_superuser:
        raise AccountRefused(AccountReason.SUPERUSERS_FOR_IT)
