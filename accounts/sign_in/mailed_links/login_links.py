"""Logs in by a link in an email.

allauth emails codes, which work only in the browser that requested them. These links work in any browser, so they are
made of Django's tokens: a login, a new password or a new address ends all earlier ones. They have their own lifetime
and salt, so they can't reset a password.
"""

from hashlib import sha256
from typing import Final

from allauth.account.adapter import get_adapter
from allauth.account.utils import get_next_redirect_url, user_pk_to_url_str
from django.core.cache import cache
from django.http import HttpRequest
from django.urls import reverse

from accounts.errors import AccountReason, AccountRefused
from accounts.models import User
from accounts.sign_in.addresses import address_answering
from accounts.sign_in.allauth_internals import send_unknown_account_mail
from accounts.sign_in.mailed_links.addresses import with_wanted
from accounts.sign_in.mailed_links.people import person_of
from accounts.sign_in.mailed_links.tokens import LoginTokens

MAIL: Final = "account/email/login_link"
_TOKENS: Final = LoginTokens()
LIFE: Final = LoginTokens.life


def login_link_send(*, request: HttpRequest, email: str) -> None:
    """Email a link that leads on to the request's `next`. Instead, an unconfirmed address gets the link that confirms
    it, as at a login, and an address without an open account gets an email that says so.
    """
    address = address_answering(email=email)
    if address is None or not address.user.can_log_in:
        send_unknown_account_mail(request, email)
        return
    if not address.verified:
        get_adapter().confirmation_mail(request, address)
        return
    user = address.user
    link = reverse("login_by_link", args=[f"{user_pk_to_url_str(user)}-{_TOKENS.make_token(user)}"])
    wanted = with_wanted(link, get_next_redirect_url(request))
    get_adapter().send_mail(MAIL, email, {"user": user, "handle": user.handle, "login_url": wanted})


def login_link_find(*, key: str) -> User:
    """The person of a link that still works. Raises AccountRefused(LINK_OVER)."""
    number, _dash, token = key.partition("-")
    user = person_of(number)
    if user is None or not user.can_log_in or not _TOKENS.check_token(user, token) or cache.get(_used(key)):
        raise AccountRefused(AccountReason.LINK_OVER)
    return user


def login_link_use(*, key: str) -> User:
    """The person of a link, which is used up by this, even if the login still waits for a code. Raises
    AccountRefused(LINK_OVER).
    """
    user = login_link_find(key=key)
    if not cache.add(_used(key), 1, LIFE.total_seconds()):
        raise AccountRefused(AccountReason.LINK_OVER)
    return user


def _used(key: str) -> str:
    return f"login-link:{sha256(key.encode()).hexdigest()}"
