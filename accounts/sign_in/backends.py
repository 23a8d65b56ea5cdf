"""Login backends: people with a living account."""

from __future__ import annotations

from typing import Any

from allauth.account.auth_backends import AuthenticationBackend
from allauth.account.models import EmailAddress
from django.contrib.auth.backends import ModelBackend
from django.contrib.auth.base_user import AbstractBaseUser
from django.http import HttpRequest

from accounts.models import User
from accounts.sign_in.session_store import ACCOUNT


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

    def _authenticate(self, request: HttpRequest | None, **credentials: Any) -> AbstractBaseUser | None:
        """Check the password once, for what was typed. The library passes an address as username and as email, and
        would check the password twice.
        """
        name = credentials.get("email") or credentials.get("username")
        found: AbstractBaseUser | None = super()._authenticate(
            request, username=name, password=credentials.get("password")
        )
        return found

    def user_can_authenticate(self, user: Any) -> bool:
        return bool(user and user.can_log_in)

    def _authenticate_by_email(self, email: str, password: str) -> AbstractBaseUser | None:
        """Find the account by a confirmed address only. Logging in by a claimed one would reveal whether another
        account has confirmed it.
        """
        address = EmailAddress.objects.select_related("user").filter(email=email.lower(), verified=True).first()
        found: AbstractBaseUser | None = self._check_password(address.user if address else None, password)
        return found
