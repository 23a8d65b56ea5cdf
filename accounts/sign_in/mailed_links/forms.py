"""allauth's forms for links in emails."""

from allauth.account.forms import RequestLoginCodeForm, ResetPasswordForm, UserTokenForm
from allauth.core import context

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

    def clean_uidb36(self) -> str:
        """The account's number in its one spelling, or 0, which no account has."""
        number: str = self.cleaned_data["uidb36"]
        return number if person_of(number) is not None else "0"
