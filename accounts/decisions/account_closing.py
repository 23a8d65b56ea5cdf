"""Closes and reopens accounts; accounts.decisions.sanctions punishes."""

from allauth.usersessions.adapter import get_adapter
from allauth.usersessions.models import UserSession
from django.db import transaction

from accounts.decisions.sanctions import locked_account
from accounts.errors import AccountReason, AccountRefused
from accounts.mail.account_mails import account_mail_to, contact_link
from accounts.models import User
from accounts.signals import account_closing
from accounts.staff.audit import audit_write
from accounts.staff.permission import neutral_check, staff_check


@transaction.atomic(durable=True)
def account_close(*, actor: User, user: User, reason: str) -> User:
    """Close an account. Receivers of `account_closing` leave its games in this transaction. Raises PermissionDenied,
    AccountRefused.
    """
    account = _checked(actor, user, reason)
    if account.is_staff or account.is_superuser:
        raise AccountRefused(AccountReason.STAFF_FIRST)
    if not account.is_active:
        raise AccountRefused(AccountReason.CLOSED_ALREADY)
    neutral_check(actor, account)
    account_closing.send(sender=User, user=account, erased=False)
    get_adapter().end_sessions(list(UserSession.objects.filter(user=account)))
    account.is_active = False
    account.save(update_fields=["is_active"])
    audit_write(actor=actor, action="person.close", reason=reason, person=account)
    account_mail_to(account, "accounts/email/closed", reason=reason.strip(), contact=contact_link())
    return account


@transaction.atomic(durable=True)
def account_open(*, actor: User, user: User, reason: str) -> User:
    """Open a closed account again; games and sessions do not come back. Raises PermissionDenied, AccountRefused."""
    account = _checked(actor, user, reason)
    if account.merged_into_id is not None:
        raise AccountRefused(AccountReason.MERGED_ALREADY)
    if account.is_active:
        raise AccountRefused(AccountReason.OPEN_ALREADY)
    account.is_active = True
    account.save(update_fields=["is_active"])
    audit_write(actor=actor, action="person.open", reason=reason, person=account)
    return account


def _checked(actor: User, user: User, reason: str) -> User:
    staff_check(actor, "accounts.close_person", reason)
    account = locked_account(user)
    if account.pk == actor.pk:
        raise AccountRefused(AccountReason.OWN_ACCOUNT)
    if not account.is_person:
        raise AccountRefused(AccountReason.NOT_A_PERSON)
    return account
