"""Accounts made in a running site's shell."""

from functools import cache

from allauth.account.models import EmailAddress
from django.contrib.auth.hashers import make_password
from django.contrib.auth.models import Group
from django.test import Client

from accounts.models import User
from tests.factories import log_in_with_code
from tests.password import PASSWORD


def account_make(handle: str) -> str:
    """Confirmed and logged in, with PASSWORD; returns the session's key."""
    user = _user_make(handle)
    client = Client()
    client.force_login(user, backend="accounts.sign_in.backends.PersonBackend")
    return str(client.session.session_key)


def moderator_make(handle: str) -> str:
    """Logged in with two factors; returns the session's key."""
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
    # Hashing is slow on purpose.
    return make_password(PASSWORD)
