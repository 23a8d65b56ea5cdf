"""Forms about an account whose address is not confirmed yet."""

from allauth.account.adapter import get_adapter
from allauth.core import context
from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.forms import PasswordForm
from accounts.sign_in.login_limits import counted, login_tries
from accounts.sign_in.signup_forms import mailable


class OwnerForm(PasswordForm):
    """Asks for the account's password, outside its own session; empty for an account without one."""

    def clean_password(self) -> str:
        """Check the password. Raises ValidationError if it is wrong, or after too many tries, which count as tries to
        log in.
        """
        password: str = self.cleaned_data["password"]
        with counted(login_tries(context.request, self.user.handle)):
            if not self.user.check_password(password):
                raise get_adapter().validation_error("incorrect_password")
        return password


class NewAddressForm(OwnerForm):
    """The form of another address for the account."""

    email = forms.EmailField(label=_("New address"), widget=forms.EmailInput(attrs={"autocomplete": "email"}))
    field_order = ("email", "password")

    def clean_email(self) -> str:
        return mailable(get_adapter().clean_email(self.cleaned_data["email"].lower()))
