"""Emails to the owner about a new address or password."""

from allauth.account.models import EmailAddress
from allauth.account.signals import password_reset
from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse

from accounts.mail.account_mails import account_mail_write, contact_link
from accounts.models import User
from accounts.sign_in.devices import session_remember
from accounts.sign_in.login_limits import login_tries
from accounts.sign_in.mailed_links.address_returns import LIFE, address_return_offer

PASSWORD_MAIL = "account/email/password_changed"  # noqa: S105 # a template
ADDRESS_MAIL = "account/email/email_changed"


def connect() -> None:
    password_reset.connect(_reset, dispatch_uid="accounts.ownership.reset")


def address_change_notify(user: User, before: str) -> None:
    """Email the former address, even if its emails bounced, with a link that takes it back."""
    token = address_return_offer(user=user, address=before)
    link = f"{settings.PUBLIC_URL}{reverse('address_back', args=[token])}"
    account_mail_write(
        ADDRESS_MAIL, before, user.language, to=user, worth=LIFE, handle=user.handle, link=link, days=LIFE.days
    )


def password_change_notify(user: User) -> None:
    link = f"{settings.PUBLIC_URL}{reverse('account_reset_password')}"
    account_mail_write(
        PASSWORD_MAIL, user.email, user.language, to=user, handle=user.handle, link=link, contact=contact_link()
    )


def _reset(sender: object, request: HttpRequest, user: User, **_more: object) -> None:
    """Forget tries at the account's names, also those from elsewhere, since the password was chosen by email."""
    for email in EmailAddress.objects.filter(user=user).values_list("email", flat=True):
        login_tries(request, email).forget()
    session_remember(request, user.pk)
    login_tries(request, user.handle).forget()
