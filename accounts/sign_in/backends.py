"""Who may log in: people with a living account, by handle or e-mail address."""

from typing import Any

from allauth.account.auth_backends import AuthenticationBackend
from django.conf import settings
from django.contrib.auth.backends import ModelBackend

from accounts.models import User


class _Loading(ModelBackend):
    """Reads what LOADED_WITH_ACCOUNTS names in the same query as the account."""

    def get_user(self, user_id: Any) -> User | None:
        user = User.objects.select_related(*settings.LOADED_WITH_ACCOUNTS).filter(pk=user_id).first()
        return user if self.user_can_authenticate(user) else None


class PersonBackend(_Loading):
    """Handle and password (the admin's login); refuses bots and erased accounts."""

    def user_can_authenticate(self, user: Any) -> bool:
        return bool(user and user.can_log_in)


class EmailOrHandleBackend(_Loading, AuthenticationBackend):
    """allauth's backend by handle or e-mail address; refuses bots and erased accounts."""

    def user_can_authenticate(self, user: Any) -> bool:
        return bool(user and user.can_log_in)
