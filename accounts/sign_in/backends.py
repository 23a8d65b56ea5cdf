"""Login backends: people with a living account."""

from typing import Any

from allauth.account.auth_backends import AuthenticationBackend
from django.conf import settings
from django.contrib.auth.backends import ModelBackend

from accounts.models import User


class _Loading(ModelBackend):
    """With LOADED_WITH_ACCOUNTS in one query."""

    def get_user(self, user_id: Any) -> User | None:
        user = User.objects.select_related(*settings.LOADED_WITH_ACCOUNTS).filter(pk=user_id).first()
        return user if self.user_can_authenticate(user) else None


class PersonBackend(_Loading):
    """By handle and password (the admin's login)."""

    def user_can_authenticate(self, user: Any) -> bool:
        return bool(user and user.can_log_in)


class EmailOrHandleBackend(_Loading, AuthenticationBackend):
    """allauth's, by handle or address."""

    def user_can_authenticate(self, user: Any) -> bool:
        return bool(user and user.can_log_in)
