"""Forms that take an address; not in forms.py, from which allauth's forms, subclassed here, import."""

from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.fields import SetPasswordField
from allauth.account.forms import AddEmailForm as LibraryAddressForm
from allauth.account.forms import SignupForm as LibraryForm
from allauth.account.models import EmailAddress
from allauth.core import context
from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.text import format_lazy
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _

from accounts.forms import SignupExtras
from accounts.models import HANDLE_MAX, HANDLE_RULE, NOTE_MAX, User
from accounts.registration.gate import approval_is_needed
from accounts.sign_in.handles import handle_spelled
from accounts.sign_in.mail_domains import address_fault
from accounts.sign_in.mailed_links.mail_limits import address_mails
from accounts.visible_text import WrittenField

LABELS = {"username": _("Username"), "email": _("Email address"), "password1": _("Password")}
HELP = {
    "username": format_lazy(
        "{} {} {}",
        _("The name others see."),
        HANDLE_RULE,
        _("Your username can’t be changed."),
    ),
    "password1": _("At least 8 characters. Not a common password, not only digits, not like your username."),
}


class SiteRules(forms.Form):
    """The site's words and rules in the library's forms that make accounts."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, field in self.fields.items():
            if name in LABELS:
                field.label = LABELS[name]
                field.help_text = HELP.get(name, "")
                # The label says it.
                field.widget.attrs.pop("placeholder", None)
        note_ask(self)

    def clean_username(self) -> str:
        return _clean_handle(self, "username")

    def clean_email(self) -> str:
        return mailable(super().clean_email())  # type: ignore[misc] # the library's

    def validate_unique_email(self, value: str) -> str:
        """Accept any address, even one that another account has confirmed or a decision holds. Only an email tells the
        person that it is taken, so the page does not reveal it.
        """
        return str(get_adapter().validate_unique_email(value))


class SignupForm(SiteRules, LibraryForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        trap = self.fields[settings.ACCOUNT_SIGNUP_FORM_HONEYPOT_FIELD]
        trap.label = _("Leave this empty")
        # allauth hides it by a style attribute, which our CSP forbids; a class does it.
        trap.widget = forms.TextInput(attrs={"tabindex": "-1", "autocomplete": "off"})

    def clean(self) -> dict[str, Any]:
        """Check the password against the email address as well; the library compares it with the username alone."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        password, person = cleaned.get("password1"), User(email=cleaned.get("email", ""))
        if password:
            try:
                get_adapter().clean_password(password, user=person)
            except ValidationError as refused:
                self.add_error("password1", refused)
        return cleaned

    @property
    def trap(self) -> forms.BoundField:
        field: forms.BoundField = self[settings.ACCOUNT_SIGNUP_FORM_HONEYPOT_FIELD]
        return field

    @property
    def asked_fields(self) -> list[forms.BoundField]:
        return [field for field in self if field.name != settings.ACCOUNT_SIGNUP_FORM_HONEYPOT_FIELD]


class GuestForm(SignupExtras):
    """The form of a guest, who gives only a name."""

    handle = forms.CharField(
        label=_("Your name"),
        help_text=HANDLE_RULE,
        max_length=HANDLE_MAX,
        widget=forms.TextInput(attrs={"autocomplete": "nickname", "autocapitalize": "words", "spellcheck": "false"}),
    )

    def clean_handle(self) -> str:
        return _clean_handle(self, "handle")


class AddressForm(LibraryAddressForm):
    def clean_email(self) -> str:
        return mailable(super().clean_email())

    def save(self, request: HttpRequest) -> EmailAddress:
        """Save one claim at a time, even if many come at the same time."""
        User.objects.select_for_update(no_key=True).get(pk=self.user.pk)
        return super().save(request)


class KeepForm(AddressForm):
    """The form that makes a guest a member."""

    password = SetPasswordField(label=LABELS["password1"], help_text=HELP["password1"])

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["email"].label = LABELS["email"]
        for field in self.fields.values():
            # The label says it.
            field.widget.attrs.pop("placeholder", None)
        note_ask(self)

    def clean_password(self) -> str:
        password: str = self.cleaned_data["password"]
        return str(get_adapter().clean_password(password, user=self.user))


class NoteField(WrittenField):
    """A few words to the site team, in one line."""

    def to_python(self, value: Any) -> str:
        return " ".join(super().to_python(value).split())


def note_ask(form: forms.Form) -> None:
    """Ask people whose account the site team must approve for a few words."""
    if approval_is_needed(context.request):
        form.fields["note"] = NoteField(
            label=_("Why would you like to join?"),
            help_text=_("Only the site team reads this. It’s deleted once they have decided."),
            max_length=NOTE_MAX,
            required=False,
            widget=forms.Textarea(attrs={"rows": 3}),
        )


def mailable(address: str) -> str:
    """The address. Raises ValidationError for a throwaway one, a banned one, and one with too many emails today."""
    over = address_fault(address) or address_mails(context.request, address).over()
    if over:
        raise get_adapter().validation_error(over)
    return address


def _clean_handle(form: forms.Form, field: str) -> str:
    """The username. Raises ValidationError, and fills the field with a spelling that is allowed and free, if there is
    one.
    """
    name: str = form.cleaned_data[field]
    try:
        return str(get_adapter().clean_username(name))
    except ValidationError as refusal:
        offered = handle_spelled(name, get_language() or "en")
        if offered in {"", name} or not _is_free(offered):
            raise
        form.data = dict(form.data.items()) | {form.add_prefix(field): offered}
        words = gettext("We’ve filled in “%(name)s” instead.") % {"name": offered}
        raise ValidationError([*refusal.messages, words]) from refusal


def _is_free(handle: str) -> bool:
    try:
        get_adapter().clean_username(handle)
    except ValidationError:
        return False
    return True
