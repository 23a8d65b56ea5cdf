"""allauth's forms for links in emails."""

from allauth.account.forms import RequestLoginCodeForm, ResetPasswordForm, UserTokenForm
from allauth.core import context

from accounts.models import User
from accounts.sign_in.login_limits import begun
from accounts.sign_in.mailed_links.mail_limits import link_mails
from accounts.sign_in.mailed_links.people import person_of


class LoginLinkForm(RequestLoginCodeForm):  # type: ignore[misc] # untyped
    """Requests a link to log in."""

    def clean_email(self) -> str:
        """Raises ValidationError after too many emails."""
        email: str = super().clean_email()
        begun(link_mails(context.request, email, "login"))
        return email


class NewPasswordForm(ResetPasswordForm):  # type: ignore[misc] # untyped
    """Requests a link to choose a new password."""

    def clean_email(self) -> str:
        """Raises ValidationError after too many emails."""
        email: str = super().clean_email()
        begun(link_mails(context.request, email, "password"))
        return email


class ResetTokenForm(UserTokenForm):  # type: ignore[misc] # untyped
    """Checks a link to a new password."""

    def _get_user(self, uidb36: str) -> User | None:
        return person_of(uidb36)
