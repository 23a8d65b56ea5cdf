"""The form that opens an account. Not in forms.py: allauth's form, which this one widens, takes a part from there."""

from typing import Any

from allauth.account.forms import SignupForm as LibraryForm
from django.utils.translation import gettext_lazy as _

LABELS = {"username": _("Handle"), "email": _("E-mail address"), "password1": _("Password")}
HELP = {
    "username": _("The name others see; 2 to 20 letters, digits, - and _; it cannot be changed later."),
    "password1": _("At least 8 characters: no common password, not digits alone, not like your handle."),
}


class SignupForm(LibraryForm):
    """Handle, address and password, each with what it must be said before it is filled in."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, label in LABELS.items():
            field = self.fields[name]
            field.label = label
            field.help_text = HELP.get(name, "")
            # The label says it.
            field.widget.attrs.pop("placeholder", None)
