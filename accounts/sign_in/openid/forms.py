"""The sign-up after a first login with the provider."""

from typing import Any

from allauth.socialaccount.forms import SignupForm as LibraryForm

from accounts.sign_in.mail_domains import is_disposable
from accounts.sign_in.openid.adapter import confirmed_address
from accounts.sign_in.signup_forms import SiteRules


class ProviderSignupForm(SiteRules, LibraryForm):
    """Asks for a username, and for an address if the provider has confirmed none that lasts."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        address = confirmed_address(self.sociallogin)
        self.address = "" if is_disposable(address) else address
        if self.address:
            del self.fields["email"]
        else:
            self.sociallogin.email_addresses = []

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if self.address:
            cleaned["email"] = self.validate_unique_email(self.address)
        return cleaned
