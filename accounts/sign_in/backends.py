"""Login backends: people with a living account."""

from __future__ import annotations

from typing import Any, Final

from allauth.account.auth_backends import AuthenticationBackend
from allauth.account.models import EmailAddress
from django.contrib.auth.backends import ModelBackend
from django.http import HttpRequest

from accounts.models import User
from accounts.sign_in.session_store import ACCOUNT

# No account has this username; looking for it takes as long as for another one.
NOBODY: Final = "-"


class _Loading(ModelBackend):
    """Loads an account with LOADED_WITH_ACCOUNTS in one query."""

    def get_user(self, user_id: Any) -> User | None:
        found = ACCOUNT.fetch(key=user_id)
        return found[0] if found and self.user_can_authenticate(found[0]) else None


class PersonBackend(_Loading):
    """Reads the accounts of sessions. EmailOrHandleBackend checks passwords: each hash takes a third of a second."""

    def authenticate(self, request: HttpRequest | None, **credentials: Any) -> None:  # type: ignore[override]
        return None

    def user_can_authenticate(self, user: Any) -> bool:
        return bool(user and user.can_log_in)


class EmailOrHandleBackend(_Loading, AuthenticationBackend):
    """allauth's backend, by username or confirmed address."""

    def authenticate(self, request: HttpRequest | None, **credentials: Any) -> User | None:  # type: ignore[override]
        """Check the password once, for what was typed. The library passes an address as username and as email, would
        check the password twice, and would accept a claimed address. That would reveal whether another account has
        confirmed it.
        """
        name = credentials.get("email") or credentials.get("username") or ""
        if "@" in name:
            address = EmailAddress.objects.select_related("user").filter(email=name.lower(), verified=True).first()
            name = address.user.handle if address is not None else NOBODY
        password = credentials.get("password")
        found: User | None = super().authenticate(request, username=name, password=password)
        return found

    def user_can_authenticate(self, user: Any) -> bool:
        return bool(user and user.can_log_in)
