"""Account forms that allauth lacks."""

from typing import Any

from allauth.account.adapter import get_adapter
from django import forms
from django.conf import settings
from django.http import HttpRequest
from django.utils import translation
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.time_zones import choices_with, known_zones


class SignupExtras(forms.Form):
    """Inherited by allauth's sign-up form."""

    # Filled in by a script, so invalid values are ignored.
    time_zone = forms.CharField(required=False, max_length=64, widget=forms.HiddenInput)

    def clean_time_zone(self) -> str:
        name: str = self.cleaned_data["time_zone"]
        return name if name in known_zones() else "UTC"

    def signup(self, request: HttpRequest, user: User) -> None:
        user.time_zone = self.cleaned_data["time_zone"]
        user.language = translation.get_language_from_request(request)
        user.save(update_fields=["time_zone", "language"])


class SettingsForm(forms.Form):
    time_zone = forms.ChoiceField(label=_("Time zone"), help_text=_("Times on the pages and in mails are shown in it."))
    language = forms.ChoiceField(label=_("Language"), choices=settings.LANGUAGES)

    def __init__(self, user: User, data: Any = None) -> None:
        super().__init__(data, initial={"time_zone": user.time_zone, "language": user.language})
        zones = self.fields["time_zone"]
        assert isinstance(zones, forms.ChoiceField)
        zones.choices = choices_with(user.time_zone)
        if len(settings.LANGUAGES) == 1:
            del self.fields["language"]


class PasswordForm(forms.Form):
    """Asked again before what an open session must not do."""

    password = forms.CharField(
        label=_("Your password"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    def __init__(self, user: User, data: Any = None) -> None:
        super().__init__(data)
        self.user = user

    def clean_password(self) -> str:
        """Raises ValidationError if wrong, or after too many tries (allauth counts)."""
        password: str = self.cleaned_data["password"]
        adapter = get_adapter()
        if not adapter.reauthenticate(self.user, password):
            raise adapter.validation_error("incorrect_password")
        return password
