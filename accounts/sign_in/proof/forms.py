"""The field for an emailed code."""

from typing import Any

from django import forms
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.sign_in.login_limits import counted, session_tries
from accounts.sign_in.proof.mailed_code import DIGITS, code_is_right


class MailedCodeForm(forms.Form):
    # Room for spaces and dashes, which people type between digits.
    code = forms.CharField(
        label=_("Code"),
        max_length=DIGITS * 3,
        widget=forms.TextInput(attrs={"autocomplete": "one-time-code", "inputmode": "numeric"}),
    )

    def __init__(self, *args: Any, request: HttpRequest, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.request, self.user = request, user

    def clean_code(self) -> str:
        """Check the code. Raises ValidationError if it is wrong or expired, or after too many tries."""
        code = "".join(sign for sign in self.cleaned_data["code"] if sign not in " -")
        with counted(session_tries(self.request, self.user)):
            if not code_is_right(self.request, self.user, code):
                raise forms.ValidationError(_("Wrong or expired code."))
        return code
