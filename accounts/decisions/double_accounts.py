"""Marks and merges accounts that staff take for one person's."""

from allauth.usersessions.adapter import get_adapter
from allauth.usersessions.models import UserSession
from django.db import transaction
from django.utils import timezone

from accounts.decisions.sanctions import derived_write
from accounts.errors import AccountReason, AccountRefused
from accounts.mail.account_mails import account_mail_to, contact_link
from accounts.models import AddressReturn, DoubleAccount, Sanction, User
from accounts.signals import account_merged
from accounts.staff.audit import audit_write
from accounts.staff.permission import neutral_check, staff_check


@transaction.atomic(durable=True)
def double_mark(*, actor: User, user: User, handle: str, reason: str) -> DoubleAccount:
    """Mark two accounts as one person's. `handle`: the other account's username. Raises PermissionDenied,
    AccountRefused.
    """
    staff_check(actor, "accounts.mark_double", reason)
    first, second = sorted(_pair(actor, user, handle), key=lambda account: account.pk)
    if DoubleAccount.objects.filter(first=first, second=second).exists():
        raise AccountRefused(AccountReason.MARKED_ALREADY)
    double = _double_write(actor, first, second, reason)
    audit_write(
        actor=actor,
        action="double.mark",
        reason=reason,
        person=first,
        about=f"double {double.pk}",
        facts={"other": second.pk},
    )
    return double


@transaction.atomic(durable=True)
def double_unmark(*, actor: User, double_id: int, reason: str) -> None:
    """Remove the mark. Raises PermissionDenied, AccountRefused(MERGED_ALREADY)."""
    staff_check(actor, "accounts.mark_double", reason)
    double = DoubleAccount.objects.select_for_update().filter(pk=double_id).first()
    if double is None:
        raise AccountRefused(AccountReason.NO_SUCH_PERSON)
    if double.merged_at is not None:
        raise AccountRefused(AccountReason.MERGED_ALREADY)
    audit_write(
        actor=actor,
        action="double.unmark",
        reason=reason,
        person=double.first,
        about=f"double {double.pk}",
        facts={"other": double.second_id},
    )
    double.delete()


@transaction.atomic(durable=True)
def double_merge(*, actor: User, user: User, handle: str, reason: str) -> DoubleAccount:
    """Merge `user` permanently into the account called `handle`, and mark the pair; `user` can no longer log in.
    Running seats and decisions are moved; seats that the other may not have are given up. Receivers of `account_merged`
    handle games. Both get an email with the reason. Raises PermissionDenied, AccountRefused.
    """
    staff_check(actor, "accounts.merge_double", reason)
    second, first = _pair(actor, user, handle)
    if not first.is_active:
        raise AccountRefused(AccountReason.CLOSED_ALREADY)
    if any(account.is_staff or account.is_superuser for account in (first, second)):
        raise AccountRefused(AccountReason.STAFF_FIRST)
    neutral_check(actor, first, second)
    at = timezone.now()
    User.objects.filter(merged_into=second).update(merged_into=first)
    Sanction.objects.filter(user=second).update(user=first)
    derived_write(second)
    derived_write(first)
    account_merged.send(sender=User, first=first, second=second)
    get_adapter().end_sessions(list(UserSession.objects.filter(user=second)))
    AddressReturn.objects.filter(user=second).delete()
    second.merged_into, second.is_active = first, False
    second.save(update_fields=["merged_into", "is_active"])
    double = _double_ensure(actor, first, second, reason)
    double.merged_at = at
    double.save(update_fields=["merged_at"])
    audit_write(
        actor=actor,
        action="double.merge",
        reason=reason,
        person=second,
        about=f"double {double.pk}",
        facts={"into": first.pk},
        at=at,
    )
    _notify(first, second, reason)
    return double


def _double_ensure(actor: User, one: User, other: User, reason: str) -> DoubleAccount:
    lower, higher = sorted((one, other), key=lambda account: account.pk)
    double = DoubleAccount.objects.filter(first=lower, second=higher).first()
    return _double_write(actor, lower, higher, reason) if double is None else double


def _notify(first: User, second: User, reason: str) -> None:
    facts = {"first": first.handle, "second": second.handle, "reason": reason.strip(), "contact": contact_link()}
    account_mail_to(second, "accounts/email/merged", **facts)
    account_mail_to(first, "accounts/email/merged_into", **facts)


def _pair(actor: User, user: User, handle: str) -> tuple[User, User]:
    """Lock both. Raises AccountRefused."""
    other = User.objects.filter(handle__iexact=handle.strip()).first()
    if other is None:
        raise AccountRefused(AccountReason.NO_SUCH_PERSON)
    if other.pk == user.pk:
        raise AccountRefused(AccountReason.SAME_ACCOUNT)
    locked = User.objects.select_for_update(no_key=True).filter(pk__in=(user.pk, other.pk)).order_by("pk")
    accounts = {account.pk: account for account in locked}
    for account in accounts.values():
        if account.pk == actor.pk:
            raise AccountRefused(AccountReason.OWN_ACCOUNT)
        if not account.is_person or account.is_outside_bot:
            raise AccountRefused(AccountReason.NOT_A_PERSON)
        if account.merged_into_id is not None:
            raise AccountRefused(AccountReason.MERGED_ALREADY)
    return accounts[user.pk], accounts[other.pk]


def _double_write(actor: User, first: User, second: User, reason: str) -> DoubleAccount:
    return DoubleAccount.objects.create(
        first=first, second=second, by=actor, created_at=timezone.now(), reason=reason.strip()
    )
