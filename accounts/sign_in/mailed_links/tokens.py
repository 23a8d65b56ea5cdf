"""Tokens in links of emails that log in or lead to a new password."""

from datetime import timedelta
from typing import Final

from allauth.account.models import EmailAddress
from django.contrib.auth.tokens import PasswordResetTokenGenerator
from django.utils.http import base36_to_int

from accounts.models import User


class ResetTokens(PasswordResetTokenGenerator):
    """Tokens that lead to a new password. A login, a new password or another address ends them; a renewed hash does
    not. Django compares the whole token, so that each has one spelling.
    """

    def _make_hash_value(self, user: User, timestamp: int) -> str:
        login = "" if user.last_login is None else user.last_login.replace(microsecond=0, tzinfo=None)
        addresses = sorted(EmailAddress.objects.filter(user=user).values_list("email", flat=True))
        return f"{user.pk}/{user.password_mark}/{login}/{timestamp}/{user.email}/{'|'.join(addresses)}"


class LoginTokens(ResetTokens):
    """Tokens that log in. They have their own lifetime and salt, so they can't reset a password."""

    key_salt = "accounts.sign_in.login_links"
    # "half an hour" on the page.
    life: Final = timedelta(minutes=30)

    def check_token(self, user: User | None, token: str | None) -> bool:
        if not super().check_token(user, token) or token is None:
            return False
        age = self._num_seconds(self._now()) - base36_to_int(token.partition("-")[0])
        return bool(age <= self.life.total_seconds())
