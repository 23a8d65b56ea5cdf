"""Connects an account that the provider's address found, once the person is in: after two-factor login, too."""

from typing import Any

from allauth.account.models import EmailAddress
from allauth.account.signals import user_logged_in
from allauth.socialaccount.models import SocialAccount, SocialLogin
from django.http import HttpRequest

from accounts.models import User
from accounts.sign_in.openid.adapter import confirmed_address


def connect() -> None:
    user_logged_in.connect(_logged_in, dispatch_uid="accounts.openid.logged_in")


def _logged_in(
    sender: object, request: HttpRequest, user: User, sociallogin: SocialLogin | None = None, **_more: Any
) -> None:
    """Connect the login, if the address is still the account's and the login is still connected to no account."""
    if sociallogin is None or sociallogin.account.pk is not None:
        return
    own = EmailAddress.objects.filter(user=user, email=confirmed_address(sociallogin), verified=True)
    login = SocialAccount.objects.filter(provider=sociallogin.account.provider, uid=sociallogin.account.uid)
    if own.exists() and not login.exists():
        sociallogin.connect(request, user)
