"""Claims: addresses that accounts gave and have not confirmed.

Many accounts may claim an address; one confirms it, and the others are not told.
"""

from datetime import time
from typing import Final

from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from django.conf import settings
from django.db import transaction
from django.db.models import Exists, OuterRef, ProtectedError, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone

from accounts.mail.account_mails import account_mail_write
from accounts.models import AccountMail, AddressReturn, User, WaitingAccount
from accounts.privacy.erasure import accounts_erase
from accounts.sign_in.sessions import sessions_end
from accounts.sign_in.unconfirmed.openers import LIFE
from accounts.signals import account_closing, account_reclaimed
from accounts.sweeps import HOUR, sweep

BATCH: Final = 200
TAKEN_OVER_MAIL: Final = "account/email/taken_over"


def is_confirmed(user: User) -> bool:
    """Whether the account has an address that it confirmed."""
    return bool(EmailAddress.objects.filter(user=user, verified=True).exists())


def claim_of(user: User) -> EmailAddress | None:
    return EmailAddress.objects.filter(user=user, verified=False).order_by("pk").last()


@transaction.atomic
def claim_change(*, user: User, email: str) -> EmailAddress | None:
    """Replace the claimed address; links to the former one end. None if the account has confirmed one."""
    user = User.objects.select_for_update(no_key=True).get(pk=user.pk)
    if is_confirmed(user):
        return None
    EmailAddress.objects.filter(user=user).delete()
    return EmailAddress.objects.create(user=user, email=email, primary=True)


@transaction.atomic
def account_take_over(*, request: HttpRequest, claim: EmailAddress) -> User | None:
    """Confirm the account's first address for its reader, who need not be the person that opened the account.

    So everything that could log in is removed: password, sessions, passkeys, two-factor login and connected logins, and
    the devices, calendar and webhooks that get notifications. The opener's reason for joining goes too. The reader gets
    an email about it. None if another account has confirmed the address.
    """
    if not get_adapter().confirm_email(request, claim):
        return None
    user = User.objects.select_for_update(no_key=True).get(pk=claim.user_id)
    user.set_unusable_password()
    user.save(update_fields=["password"])
    Authenticator.objects.filter(user=user).delete()
    SocialAccount.objects.filter(user=user).delete()
    AddressReturn.objects.filter(user=user).delete()
    WaitingAccount.objects.filter(user=user).update(note="")
    sessions_end(user=user, keep="")
    account_reclaimed.send(sender=User, user=user, since=None)
    link = f"{settings.PUBLIC_URL}{reverse('account_reset_password')}"
    account_mail_write(TAKEN_OVER_MAIL, user.email, user.language, to=user, handle=user.handle, link=link)
    return user


@sweep(every=HOUR, at=time(minute=20))
@transaction.atomic(durable=True)
def unconfirmed_forget() -> int:
    """Delete accounts that never confirmed an address, so that their usernames are free again; return how many.

    Reports about an account stay, so that a reported one is erased instead.
    """
    found = _unconfirmed().values("pk")[:BATCH]
    locked = list(User.objects.select_for_update(skip_locked=True).filter(pk__in=found).values_list("pk", flat=True))
    # Again, under the lock: a confirmation may have come in between.
    over = list(_unconfirmed().filter(pk__in=locked))
    for user in over:
        account_forget(user)
    return len(over)


def account_forget(user: User) -> None:
    """Delete an account that never logged in, in the caller's transaction; erase it if others have reported it."""
    # Its invitations go, which others may have sent.
    account_closing.send(sender=User, user=user, erased=False)
    try:
        with transaction.atomic():
            user.delete()
    except ProtectedError:
        accounts_erase([user])


def _unconfirmed() -> QuerySet[User]:
    """Accounts of sign-ups without a login so far, for whose address no recent email has requested a confirmation."""
    since = timezone.now() - LIFE
    addresses = EmailAddress.objects.filter(user=OuterRef("pk"))
    mails = AccountMail.objects.filter(user=OuterRef("pk"))
    opened = User.objects.filter(
        is_active=True, is_guest=False, is_bot=False, is_staff=False, is_superuser=False,
        last_login=None, erased_at=None, merged_into=None, sanctions=None, date_joined__lte=since,
    )  # fmt: skip
    signed_up = opened.filter(Exists(addresses) | Exists(mails))
    return signed_up.exclude(Exists(addresses.filter(verified=True))).exclude(
        Exists(mails.filter(created_at__gt=since))
    )
