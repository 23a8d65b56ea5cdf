"""Links that take back an address that another person changed."""

import secrets
from datetime import time, timedelta

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from django.db import transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac

from accounts.errors import AccountReason, AccountRefused
from accounts.models import AddressReturn, User
from accounts.secret_box import Unreadable, seal, unseal
from accounts.sign_in.addresses import address_lock, address_take, mail_resume
from accounts.sign_in.sessions import sessions_end
from accounts.signals import account_reclaimed
from accounts.sweeps import HOUR, sweep
from accounts.transactions.slices import rows_delete

LIFE = timedelta(days=14)
# Two-factor login set up this shortly before the change, or later, is removed with the new address.
SUSPECT = timedelta(days=1)


@transaction.atomic
def address_return_offer(*, user: User, address: str) -> str:
    """Return the link's token, which is not stored."""
    token = secrets.token_urlsafe(32)
    AddressReturn.objects.create(user=user, digest=_digest(token), sealed=seal(address.encode()))
    return token


def address_return_find(*, token: str) -> tuple[User, str]:
    """The account and the former address. Raises AccountRefused(LINK_OVER, ADDRESS_TAKEN)."""
    row = AddressReturn.objects.select_related("user").filter(digest=_digest(token)).first()
    if row is None or row.created_at <= timezone.now() - LIFE or not row.user.can_log_in:
        raise AccountRefused(AccountReason.LINK_OVER)
    try:
        address = unseal(row.sealed).decode()
    except Unreadable:
        raise AccountRefused(AccountReason.LINK_OVER) from None
    if EmailAddress.objects.filter(email=address, verified=True).exclude(user=row.user).exists():
        raise AccountRefused(AccountReason.ADDRESS_TAKEN)
    return row.user, address


@transaction.atomic
def address_return(*, token: str) -> User:
    """Make the old address the account's only one, end its sessions, and remove its password.

    Later links that take an address back are deleted too, because they lead to the intruder's addresses; earlier ones
    stay. Two-factor login set up since SUSPECT before the change may be the intruder's and is switched off, except for
    staff, whose login other staff reset; an older one guards what old emails must not open. Passkeys and connected
    logins added since SUSPECT are deleted, for staff too; so are all devices, the calendar's address and the webhooks
    added since then. Raises AccountRefused(LINK_OVER, ADDRESS_TAKEN).
    """
    user, address = address_return_find(token=token)
    address_lock(email=address)
    user = User.objects.select_for_update(no_key=True).get(pk=user.pk)
    # Again, under the locks.
    address_return_find(token=token)
    row = AddressReturn.objects.get(digest=_digest(token))
    EmailAddress.objects.filter(user=user).delete()
    EmailAddress.objects.create(user=user, email=address, verified=True, primary=True)
    AddressReturn.objects.filter(user=user, pk__gte=row.pk).delete()
    added = Authenticator.objects.filter(user=user, created_at__gt=row.created_at - SUSPECT)
    if user.is_staff or user.is_superuser:
        added = added.filter(type=Authenticator.Type.WEBAUTHN)
    added.delete()
    SocialAccount.objects.filter(user=user, date_joined__gt=row.created_at - SUSPECT).delete()
    address_take(email=address, owner=user)
    user.set_unusable_password()
    user.save(update_fields=["password"])
    mail_resume(user=user)
    sessions_end(user=user, keep="")
    account_reclaimed.send(sender=User, user=user, since=row.created_at - SUSPECT)
    return user


@sweep(every=HOUR, at=time(minute=50))
def address_returns_forget() -> int:
    """Delete expired links in slices; return how many."""
    return rows_delete(AddressReturn.objects.filter(created_at__lte=timezone.now() - LIFE))


def _digest(token: str) -> str:
    return salted_hmac("accounts.address_return", token, algorithm="sha256").hexdigest()
