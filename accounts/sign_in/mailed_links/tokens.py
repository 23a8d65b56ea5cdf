"""Tokens in links of emails that log in or lead to a new password."""

from datetime import timedelta

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.signing import BadSignature, TimestampSigner

from accounts.models import User


class ResetTokens:
    """Signed tokens that lead to a new password. A login, a new password or another address ends them; a renewed hash
    does not. Each token has one spelling.
    """

    salt = "accounts.sign_in.reset_links"
    life = timedelta(seconds=settings.PASSWORD_RESET_TIMEOUT)

    def make_token(self, user: User) -> str:
        return self._signer(user).sign(str(user.pk))

    def check_token(self, user: User | None, token: str | None) -> bool:
        if user is None or token is None:
            return False
        try:
            return self._signer(user).unsign(token, max_age=self.life) == str(user.pk)
        except BadSignature:
            return False

    def _signer(self, user: User) -> TimestampSigner:
        """A signer whose signatures hold until the account changes."""
        login = "" if user.last_login is None else user.last_login.isoformat()
        addresses = sorted(EmailAddress.objects.filter(user=user).values_list("email", flat=True))
        state = f"{user.pk}/{user.password_mark}/{login}/{user.email}/{'|'.join(addresses)}"
        return TimestampSigner(salt=f"{self.salt}/{state}", sep=".")


class LoginTokens(ResetTokens):
    """Tokens that log in. They have their own lifetime and salt, so they can't reset a password."""

    salt = "accounts.sign_in.login_links"
    # "half an hour" on the page.
    life = timedelta(minutes=30)
