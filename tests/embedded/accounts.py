"""Accounts at a running site for tests that are about something else: made in its shell, without a mail."""

from functools import cache

from allauth.account.models import EmailAddress
from django.contrib.auth.hashers import make_password
from django.test import Client

from accounts.models import User
from tests.password import PASSWORD


def account_make(handle: str) -> str:
    """A person as sign-up, the confirmed address and PASSWORD leave them, logged in; their session's key."""
    user = User.objects.create_user(handle, f"{handle}@example.org")
    user.password = _hashed()
    user.save(update_fields=["password"])
    EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=True)
    client = Client()
    client.force_login(user, backend="accounts.backends.PersonBackend")
    return str(client.session.session_key)


@cache
def _hashed() -> str:
    # Slow by intent, so once for all.
    return make_password(PASSWORD)
