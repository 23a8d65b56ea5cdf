"""Erasing accounts."""

from collections.abc import Sequence
from hashlib import sha256

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from allauth.usersessions.adapter import get_adapter
from allauth.usersessions.models import UserSession
from django.db import transaction
from django.utils import timezone

from accounts.decisions.sanctions import locked_account
from accounts.errors import AccountReason, AccountRefused
from accounts.mail.account_mails import account_mail_write
from accounts.models import (
    AccountMail,
    AddressReturn,
    Appeal,
    DoubleAccount,
    ErasedHandle,
    NetworkTrace,
    Sanction,
    StaffAlerts,
    User,
    WaitingAccount,
)
from accounts.privacy.unnaming import rows_unname
from accounts.sign_in.addresses import addresses_hold
from accounts.signals import account_closing
from accounts.staff.audit import audit_write
from accounts.staff.permission import neutral_check, staff_check


@transaction.atomic(durable=True)
def account_erase(*, user: User) -> None:
    """Erase everything that identifies the person; does nothing to an erased account.

    It erases name, address, password, two-factor login, connected logins, sessions, networks, rights, and texts of
    appeals; of merged accounts too. For suspended or banned people hashes of addresses stay (`addresses_hold`).
    Receivers of `account_closing` leave games first, in this transaction. The row stays under a neutral name, its
    decisions without the username, which is never given again.
    """
    account, merged = _locked(user)
    if account.erased_at is None:
        accounts_erase([account, *merged])


@transaction.atomic(durable=True)
def account_erase_by(*, actor: User, user: User, reason: str) -> None:
    """Erase an account as staff; the person gets a last email. Raises PermissionDenied, AccountRefused."""
    staff_check(actor, "accounts.erase_person", reason)
    account, merged = _locked(user)
    if account.pk == actor.pk:
        raise AccountRefused(AccountReason.OWN_ACCOUNT)
    if not account.is_person:
        raise AccountRefused(AccountReason.NOT_A_PERSON)
    if account.is_staff or account.is_superuser:
        raise AccountRefused(AccountReason.STAFF_FIRST)
    neutral_check(actor, account)
    for person in (account, *merged):
        audit_write(actor=actor, action="person.erase", reason=reason, person=person)
    if account.email and account.mail_stopped_at is None:
        account_mail_write("accounts/email/erased", account.email, account.language, handle=account.handle)
    accounts_erase([account, *merged])


def handle_was_erased(*, handle: str) -> bool:
    """Whether an erased account had the username, in any letter case."""
    return ErasedHandle.objects.filter(digest=_digest(handle)).exists()


def _digest(handle: str) -> str:
    return sha256(f"odin handle {handle.lower()}".encode()).hexdigest()


def _locked(user: User) -> tuple[User, list[User]]:
    # First, so that nothing more is merged into it.
    account = locked_account(user)
    merged = User.objects.select_for_update(no_key=True).filter(merged_into=account, erased_at__isnull=True)
    return account, list(merged.order_by("pk"))


def accounts_erase(accounts: Sequence[User]) -> None:
    """Erase locked accounts in the caller's transaction. Locks decisions of all before games."""
    for account in accounts:
        addresses_hold(account=account)
        _decisions_unname(account)
    for account in accounts:
        _erase(account)


def _erase(account: User) -> None:
    """Erase a locked account that no decision names any more."""
    account_closing.send(sender=User, user=account, erased=True)
    ErasedHandle.objects.get_or_create(digest=_digest(account.handle))
    EmailAddress.objects.filter(user=account).delete()
    Authenticator.objects.filter(user=account).delete()
    SocialAccount.objects.filter(user=account).delete()
    NetworkTrace.objects.filter(user=account).delete()
    AccountMail.objects.filter(user=account).delete()
    AddressReturn.objects.filter(user=account).delete()
    StaffAlerts.objects.filter(user=account).delete()
    WaitingAccount.objects.filter(user=account).delete()
    get_adapter().end_sessions(list(UserSession.objects.filter(user=account)))
    account.groups.clear()
    account.user_permissions.clear()
    account.handle = f"erased-{account.pk}"
    account.email = ""
    account.mail_stopped_at, account.mail_stopped_why = None, ""
    account.set_unusable_password()
    account.time_zone, account.language = "UTC", "en"
    account.is_active = account.is_staff = account.is_superuser = account.is_guest = False
    account.last_login = account.avatar = None
    account.erased_at = timezone.now()
    account.save()


def _decisions_unname(account: User) -> None:
    """Delete the person's appeals, and replace the username by the id in the texts of staff."""
    Appeal.objects.filter(sanction__user=account).update(text="")
    # Other people's appeals may name the person too.
    rows_unname(account, Appeal.objects.all(), "text", "answer")
    rows_unname(account, Sanction.objects.all(), "reason", "lift_reason")
    rows_unname(account, DoubleAccount.objects.all(), "reason")
