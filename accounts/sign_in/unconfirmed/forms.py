"""Forms about an account whose address is not confirmed yet."""

from typing import Any

from allauth.account.adapter import get_adapter
from allauth.core import context
from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.sign_in.login_limits import login_tries
from accounts.sign_in.signup_forms import lasting


class OwnerForm(forms.Form):
    """Asks for the account's password; empty for an account without one."""

    password = forms.CharField(
        label=_("Password"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    def __init__(self, user: User, data: Any = None) -> None:
        super().__init__(data)
        self.user = user
        if not user.has_usable_password():
            del self.fields["password"]

    def clean_password(self) -> str:
        """Raises ValidationError if wrong, or after too many tries, which count as tries to log in."""
        password: str = self.cleaned_data["password"]
        tries = login_tries(context.request, self.user.handle)
        over = tries.begin()
        if over:
            raise get_adapter().validation_error(over)
        if not self.user.check_password(password):
            raise get_adapter().validation_error("incorrect_password")
        tries.rollback()
        return password


class ClaimForm(OwnerForm):
    """Another address for the account."""

    email = forms.EmailField(label=_("New address"), widget=forms.EmailInput(attrs={"autocomplete": "email"}))
    field_order = ("email", "password")

    def clean_email(self) -> str:
        return lasting(get_adapter().clean_email(self.cleaned_data["email"].lower()))
