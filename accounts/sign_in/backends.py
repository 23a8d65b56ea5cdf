"""Login backends: people with a living account."""

from typing import Any, Final

from allauth.account.auth_backends import AuthenticationBackend
from django.conf import settings
from django.contrib.auth.backends import ModelBackend

from accounts.models import User
from accounts.models.prepared_query import SAMPLE_ID, PreparedQuery

_ACCOUNT: Final = PreparedQuery(
    lambda key: User.objects.select_related(*settings.LOADED_WITH_ACCOUNTS).filter(pk=key), key=SAMPLE_ID
)


class _Loading(ModelBackend):
    """With LOADED_WITH_ACCOUNTS in one query."""

    def get_user(self, user_id: Any) -> User | None:
        found = _ACCOUNT.fetch(key=user_id)
        return found[0] if found and self.user_can_authenticate(found[0]) else None


class PersonBackend(_Loading):
    """By handle and password (the admin's login)."""

    def user_can_authenticate(self, user: Any) -> bool:
        return bool(user and user.can_log_in)


class EmailOrHandleBackend(_Loading, AuthenticationBackend):
    """allauth's, by handle or address."""

    def user_can_authenticate(self, user: Any) -> bool:
        return bool(user and user.can_log_in)
