"""Checks before acts of staff."""

from django.contrib.auth.models import Permission
from django.core.exceptions import PermissionDenied
from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts.errors import AccountReason, AccountRefused
from accounts.models import User
from accounts.signals import account_judging
from accounts.staff.roles import Role
from accounts.visible_text import text_shows


def staff_check(actor: User, permission: str, reason: str | None = None) -> None:
    """Check the permission, like "games.moderate_game". Raises PermissionDenied unless `actor` is on the staff with it,
    AccountRefused(REASON_MISSING) for a `reason` without visible characters; None needs no reason.
    """
    if not (actor.is_active and actor.is_staff and not actor.is_suspended and actor.has_perm(permission)):
        raise PermissionDenied
    if reason is not None and not text_shows(reason):
        raise AccountRefused(AccountReason.REASON_MISSING)


def staff_with(permission: str) -> QuerySet[User]:
    """The staff with the permission that `staff_check` lets act."""
    app, codename = permission.split(".")
    rows = Permission.objects.filter(content_type__app_label=app, codename=codename)
    held = Q(is_superuser=True) | Q(groups__permissions__in=rows) | Q(user_permissions__in=rows)
    acting = User.objects.filter(held, is_staff=True, is_active=True, erased_at=None)
    return acting.exclude(suspended_until__gt=timezone.now()).distinct()


def neutral_check(actor: User, *users: User) -> None:
    """Check that `actor` has no interest in these people, as receivers of `account_judging` decide. The caller has
    locked them. Raises AccountRefused.
    """
    account_judging.send(sender=User, actor=actor, users=users)


def rank_check(actor: User, user: User) -> None:
    """Check that `actor` may act on this account. Raises AccountRefused(OWN_ACCOUNT) for the actor's own,
    AccountRefused(SUPERUSERS_FOR_IT) for administrators and superusers unless `actor` is a superuser.
    """
    if actor.pk == user.pk:
        raise AccountRefused(AccountReason.OWN_ACCOUNT)
    high = user.is_superuser or user.groups.filter(name=Role.ADMINISTRATOR).exists()
    if high and not actor.is_superuser:
        raise AccountRefused(AccountReason.SUPERUSERS_FOR_IT)
