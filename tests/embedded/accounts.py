"""Accounts at a running site for tests that are about something else: made in its shell, without a mail."""

from functools import cache

from allauth.account.models import EmailAddress
from django.contrib.auth.hashers import make_password
from django.contrib.auth.models import Group
from django.test import Client

from accounts.models import User
from tests.factories import log_in_with_code
from tests.password import PASSWORD


def account_make(handle: str) -> str:
    """A person as sign-up, the confirmed address and PASSWORD leave them, logged in; their session's key."""
    user = _user_make(handle)
    client = Client()
    client.force_login(user, backend="accounts.sign_in.backends.PersonBackend")
    return str(client.session.session_key)


def moderator_make(handle: str) -> str:
    """A moderator who has set up a second factor, logged in with it; the session's key."""
    user = _user_make(handle)
    user.is_staff = True
    user.save(update_fields=["is_staff"])
    user.groups.add(Group.objects.get(name="moderator"))
    client = Client()
    log_in_with_code(client, user)
    return str(client.session.session_key)


def _user_make(handle: str) -> User:
    user = User.objects.create_user(handle, f"{handle}@example.org")
    user.password = _hashed()
    user.save(update_fields=["password"])
    EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=True)
    return user


@cache
def _hashed() -> str:
    # Slow by intent, so once for all.
    return make_password(PASSWORD)
