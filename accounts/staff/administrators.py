"""Makes administrators for the operator's command and `manage.py up`."""

from allauth.account.models import EmailAddress
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import transaction

from accounts.errors import AccountReason, AccountRefused
from accounts.models import User
from accounts.privacy.erasure import handle_was_erased
from accounts.sign_in.addresses import address_take
from accounts.sign_in.handles import looks_like_bot
from accounts.staff.audit import audit_write
from accounts.staff.cards_grant import cards_grant_mail

ACTION = "person.administrator"
REASON = "at the server's console"


@transaction.atomic(durable=True)
def administrator_make(*, handle: str, email: str, password: str) -> User:
    """Open an account with every right and a confirmed address, taken from accounts that never confirmed it. The
    username may speak for the site. Raises ValidationError with all faults.
    """
    address = email.strip().lower()
    _check(User(handle=handle, email=address), password)
    # Created without the address, which another account may hold until address_take.
    user = User.objects.create_superuser(handle, password=password)
    address_take(email=address, owner=user)
    EmailAddress.objects.create(user=user, email=address, verified=True, primary=True)
    _grant_record(user)
    return user


@transaction.atomic(durable=True)
def administrator_promote(*, user: User, email: str) -> User:
    """Give an account every right. Raises AccountRefused. Its password stays, so its confirmed address must be `email`:
    otherwise another person's account, opened with the operator's address, would be promoted.
    """
    account = User.objects.select_for_update(no_key=True).get(pk=user.pk)
    if not account.is_person:
        raise AccountRefused(AccountReason.NOT_A_PERSON)
    if not account.is_active:
        raise AccountRefused(AccountReason.CLOSED_ALREADY)
    if account.is_suspended:
        raise AccountRefused(AccountReason.SUSPENDED)
    if not EmailAddress.objects.filter(user=account, email__iexact=email, verified=True).exists():
        raise AccountRefused(AccountReason.ADDRESS_UNCONFIRMED)
    if account.is_superuser:
        raise AccountRefused(AccountReason.HAS_ROLE)
    account.is_staff = account.is_superuser = True
    account.save(update_fields=["is_staff", "is_superuser"])
    _grant_record(account)
    return account


def _grant_record(account: User) -> None:
    """Write the audit entry, and email the administrators, because every right includes the one to reveal
    hidden cards.
    """
    cards_grant_mail(account, "", REASON)
    audit_write(actor=None, action=ACTION, reason=REASON, person=account)


def _check(user: User, password: str) -> None:
    """Check the account's fields and password. Raises ValidationError."""
    faults: list[str] = []
    try:
        user.clean_fields(exclude=["password"])
    except ValidationError as error:
        faults.extend(error.messages)
    if _handle_taken(user.handle):
        faults.append("This handle is taken, or kept for bots.")
    if not user.email:
        faults.append("An administrator needs an e-mail address.")
    elif EmailAddress.objects.filter(email__iexact=user.email, verified=True).exists():
        faults.append("This address belongs to another account.")
    try:
        validate_password(password, user)
    except ValidationError as error:
        faults.extend(error.messages)
    if faults:
        raise ValidationError(faults)


def _handle_taken(handle: str) -> bool:
    """Whether a living or erased account has the username, in any letter case, or it looks like a bot's."""
    taken = User.objects.filter(handle__iexact=handle).exists()
    return looks_like_bot(handle) or taken or handle_was_erased(handle=handle)
