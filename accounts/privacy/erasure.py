"""Erasing who a person was."""

from collections.abc import Sequence
from hashlib import sha256

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.adapter import get_adapter
from allauth.usersessions.models import UserSession
from django.db import transaction
from django.utils import timezone

from accounts.decisions.sanctions import locked_account
from accounts.errors import AccountReason, AccountRefused
from accounts.mail.account_mails import letter_send
from accounts.models import (
    AccountMail,
    AddressReturn,
    Appeal,
    DoubleAccount,
    ErasedHandle,
    NetworkTrace,
    Sanction,
    User,
)
from accounts.privacy.unnaming import rows_unname
from accounts.sign_in.addresses import addresses_hold
from accounts.signals import account_closing
from accounts.staff.audit import audit_write
from accounts.staff.permission import neutral_check, staff_check


@transaction.atomic(durable=True)
def account_erase(*, user: User) -> None:
    """Erase who the person was, as the person asks for it. Nothing happens to who is erased already.

    Name, mail, password, second factor, logins, networks, rights, and what the person wrote in appeals; of accounts
    that were merged into this one as well. Of who is suspended or banned addresses_hold keeps a hash. Those who hear
    `account_closing` leave games and the like first, in this transaction. The row stays, so that games stay whole,
    under a neutral name; the handle becomes one that nobody can take (accounts.sign_in.adapter), and the former one
    is never given again. Decisions stay, without the handle; the audit stays as it is, as it names nobody.
    """
    account, merged = _locked(user)
    if account.erased_at is None:
        _erase_all([account, *merged])


@transaction.atomic(durable=True)
def account_erase_by(*, actor: User, user: User, reason: str) -> None:
    """Erase a person who asked for it by other ways than the own settings, or has to go. Told by a last mail.

    Raises PermissionDenied, AccountRefused.
    """
    staff_check(actor, "accounts.erase_person", reason)
    account, merged = _locked(user)
    if account.pk == actor.pk:
        raise AccountRefused(AccountReason.OWN_ACCOUNT)
    if account.is_bot or account.erased_at is not None:
        raise AccountRefused(AccountReason.NOT_A_PERSON)
    if account.is_staff or account.is_superuser:
        raise AccountRefused(AccountReason.STAFF_FIRST)
    neutral_check(actor, account)
    for person in (account, *merged):
        audit_write(actor=actor, action="person.erase", reason=reason, person=person)
    if account.email and account.mail_stopped_at is None:
        letter_send("accounts/email/erased", account.email, account.language, handle=account.handle)
    _erase_all([account, *merged])


def handle_was_erased(*, handle: str) -> bool:
    """Whether the handle, in any case of letters, belonged to somebody who was erased."""
    return ErasedHandle.objects.filter(digest=_digest(handle)).exists()


def _digest(handle: str) -> str:
    return sha256(f"odin handle {handle.lower()}".encode()).hexdigest()


def _locked(user: User) -> tuple[User, list[User]]:
    """The account and those that were merged into it, which are the same person's; locked."""
    # The account first: nothing is merged into it any more from then on.
    account = locked_account(user)
    merged = User.objects.select_for_update(no_key=True).filter(merged_into=account, erased_at__isnull=True)
    return account, list(merged.order_by("pk"))


def _erase_all(accounts: Sequence[User]) -> None:
    """Of accounts that are locked. Decisions about all of them are locked before games."""
    for account in accounts:
        addresses_hold(account=account)
        _decisions_unname(account)
    for account in accounts:
        _erase(account)


def _erase(account: User) -> None:
    """Of an account that is locked, and that no decision names any more."""
    account_closing.send(sender=User, user=account, erased=True)
    ErasedHandle.objects.get_or_create(digest=_digest(account.handle))
    EmailAddress.objects.filter(user=account).delete()
    Authenticator.objects.filter(user=account).delete()
    NetworkTrace.objects.filter(user=account).delete()
    AccountMail.objects.filter(user=account).delete()
    AddressReturn.objects.filter(user=account).delete()
    get_adapter().end_sessions(list(UserSession.objects.filter(user=account)))
    account.groups.clear()
    account.user_permissions.clear()
    account.handle = f"erased-{account.pk}"
    account.email = ""
    account.mail_stopped_at, account.mail_stopped_why = None, ""
    account.set_unusable_password()
    account.time_zone, account.language = "UTC", "en"
    account.is_active = account.is_staff = account.is_superuser = False
    account.last_login = None
    account.erased_at = timezone.now()
    account.save()


def _decisions_unname(account: User) -> None:
    """What the person wrote goes; in what staff wrote about anybody, the handle becomes the id."""
    Appeal.objects.filter(sanction__user=account).update(text="")
    # In other people's appeals too: what they wrote may name the person.
    rows_unname(account, Appeal.objects.all(), "text", "answer")
    rows_unname(account, Sanction.objects.all(), "reason", "lift_reason")
    rows_unname(account, DoubleAccount.objects.all(), "reason")
