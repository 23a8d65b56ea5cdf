"""Staff roles (groups, accounts.staff.roles); no one decides about their own."""

from django.conf import settings
from django.contrib.auth.models import Group
from django.db import transaction
from django.urls import reverse

from accounts.decisions.sanctions import locked_account
from accounts.errors import AccountReason, AccountRefused
from accounts.mail.account_mails import account_mail_to
from accounts.models import User
from accounts.staff.audit import audit_write
from accounts.staff.cards_grant import cards_grant_mail
from accounts.staff.permission import staff_check
from accounts.staff.roles import LABELS, Role


@transaction.atomic(durable=True)
def role_give(*, actor: User, user: User, role: str, reason: str) -> User:
    """Give a role. Only superusers give the roles of administrators and of revealing hidden cards, because an
    administrator could give the latter to a second account of their own. Emails new staff the next steps, and all
    administrators about a new reader of cards. Raises PermissionDenied, AccountRefused.
    """
    account, group, held = _checked(actor, user, role, reason)
    if role == Role.CARDS and not actor.is_superuser:
        raise AccountRefused(AccountReason.SUPERUSERS_FOR_CARDS)
    if not account.is_active:
        raise AccountRefused(AccountReason.CLOSED_ALREADY)
    if account.is_suspended:
        raise AccountRefused(AccountReason.SUSPENDED)
    if role in held:
        raise AccountRefused(AccountReason.HAS_ROLE)
    if role == Role.CARDS and not held:
        raise AccountRefused(AccountReason.ROLE_FIRST)
    new = not account.is_staff
    account.groups.add(group)
    account.is_staff = True
    account.save(update_fields=["is_staff"])
    if new:
        way = f"{settings.PUBLIC_URL}{reverse('admin:index')}"
        account_mail_to(account, "accounts/email/staff", role=LABELS[Role(role)], way=way)
    if role == Role.CARDS:
        cards_grant_mail(account, actor.name, reason)
    audit_write(actor=actor, action="person.role_give", reason=reason, person=account, facts={"role": role})
    return account


@transaction.atomic(durable=True)
def role_take(*, actor: User, user: User, role: str, reason: str) -> User:
    """Take a role. The last one takes staff status and the permission to reveal cards with it. Raises PermissionDenied,
    AccountRefused.
    """
    account, group, held = _checked(actor, user, role, reason)
    if role not in held:
        raise AccountRefused(AccountReason.HAS_NO_ROLE)
    account.groups.remove(group)
    if held - {role} <= {Role.CARDS}:
        account.groups.remove(*account.groups.filter(name=Role.CARDS))
        account.is_staff = account.is_superuser
        account.save(update_fields=["is_staff"])
    audit_write(actor=actor, action="person.role_take", reason=reason, person=account, facts={"role": role})
    return account


def _checked(actor: User, user: User, role: str, reason: str) -> tuple[User, Group, set[str]]:
    staff_check(actor, "accounts.give_role", reason)
    role = Role(role)
    account = locked_account(user)
    if account.pk == actor.pk:
        raise AccountRefused(AccountReason.OWN_ACCOUNT)
    if not account.is_person:
        raise AccountRefused(AccountReason.NOT_A_PERSON)
    if role == Role.ADMINISTRATOR and not actor.is_superuser:
        raise AccountRefused(AccountReason.SUPERUSERS_ONLY)
    held = set(account.groups.filter(name__in=list(Role)).values_list("name", flat=True))
    return account, Group.objects.get(name=role), held
