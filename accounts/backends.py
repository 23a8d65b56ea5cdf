"""Who may log in: people with a living account, by handle or e-mail address."""

from typing import Any

from allauth.account.auth_backends import AuthenticationBackend
from django.contrib.auth.backends import ModelBackend


class PersonBackend(ModelBackend):
    """Handle and password (the admin's login); refuses bots and erased accounts."""

    def user_can_authenticate(self, user: Any) -> bool:
        return bool(user and user.can_log_in)


class EmailOrHandleBackend(AuthenticationBackend):
    """allauth's backend by handle or e-mail address; refuses bots and erased accounts."""

    def user_can_authenticate(self, user: Any) -> bool:
        return bool(user and user.can_log_in)
