"""The sign-up after a first login with the provider."""

from typing import Any

from allauth.account.models import EmailAddress
from allauth.socialaccount.forms import SignupForm as LibraryForm
from django.http import HttpRequest

from accounts.models import User
from accounts.sign_in.addresses import address_is_closed, address_lock, address_take
from accounts.sign_in.mail_domains import address_fault
from accounts.sign_in.openid.adapter import confirmed_address
from accounts.sign_in.signup_forms import SiteRules


class ProviderSignupForm(SiteRules, LibraryForm):
    """Asks for a username, and for an address unless the provider has confirmed a lasting one."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        address = confirmed_address(self.sociallogin)
        self.address = "" if address_fault(address) else address
        if self.address:
            del self.fields["email"]
        else:
            self.sociallogin.email_addresses = []

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if self.address:
            cleaned["email"] = self.address
            address_lock(email=self.address)
            # Only an email says that the address is taken; the provider says that the person reads it.
            self.account_already_exists = address_is_closed(email=self.address, to=self.sociallogin.user)
        return cleaned

    def save(self, request: HttpRequest) -> User:
        if not self.address:
            self.sociallogin.email_addresses = [EmailAddress(email=self.cleaned_data["email"], primary=True)]
        saved: User = super().save(request)
        if self.address:
            address_take(email=self.address, owner=saved)
        return saved
