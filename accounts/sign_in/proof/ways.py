"""Proofs that a person can give, and whether the login is so recent that none is needed."""

import time
from typing import Final

from allauth.account import app_settings
from allauth.account.authentication import get_authentication_records
from allauth.account.models import EmailAddress
from allauth.socialaccount.models import SocialAccount
from django.conf import settings
from django.http import HttpRequest

from accounts.models import User
from accounts.sign_in.two_factor import has_app

# The library's name of the page for an emailed code or the provider.
WAY: Final = "mail"


def proof_address(user: User) -> str:
    """The confirmed address, also while it bounces; "" for guests."""
    address = EmailAddress.objects.get_verified(user)
    return str(address.email) if address is not None else ""


def has_provider(user: User) -> bool:
    return settings.OIDC is not None and SocialAccount.objects.filter(user=user).exists()


def proves_without_password(user: User) -> bool:
    """Whether an emailed code or the provider is possible. Email must not bypass a password or an app's code."""
    if user.has_usable_password() or has_app(user):
        return False
    return bool(proof_address(user)) or has_provider(user)


def has_just_logged_in(request: HttpRequest, user: User) -> bool:
    """Whether the latest proof in this session, be it the login itself, is a few minutes old at most."""
    records = get_authentication_records(request, user)
    return bool(records) and time.time() - records[-1]["at"] < app_settings.REAUTHENTICATION_TIMEOUT
