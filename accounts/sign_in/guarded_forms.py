"""allauth's forms for passwords and codes, with counted tries (accounts.sign_in.login_limits)."""

from allauth.account.adapter import get_adapter
from allauth.account.forms import ChangePasswordForm as LibraryPasswordForm
from allauth.core import context
from allauth.mfa.base.forms import AuthenticateForm as LibraryCodeForm
from allauth.mfa.base.forms import ReauthenticateForm as LibraryCodeAgainForm

from accounts.models import User
from accounts.sign_in.login_limits import code_tries, counted, session_tries


class ChangePasswordForm(LibraryPasswordForm):
    def clean_oldpassword(self) -> str:
        password: str = self.cleaned_data["oldpassword"]
        if not get_adapter().reauthenticate(self.user, password):
            raise get_adapter().validation_error("enter_current_password")
        return password


class CodeForm(LibraryCodeForm):
    def clean_code(self) -> str:
        with counted(code_tries(context.request, self.user)):
            code: str = super().clean_code()
        return code


class CodeAgainForm(LibraryCodeAgainForm):
    user: User

    def clean_code(self) -> str:
        with counted(session_tries(context.request, self.user)):
            code: str = super().clean_code()
        return code
