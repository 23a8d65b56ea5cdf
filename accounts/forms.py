"""Account forms that allauth lacks."""

from typing import Any

from allauth.account.adapter import get_adapter
from django import forms
from django.conf import settings
from django.forms.renderers import get_default_renderer
from django.http import HttpRequest
from django.utils import translation
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.time_zones import choices_with, known_zones

_SELECTED = mark_safe(" selected")


class SignupExtras(forms.Form):
    """Fields that allauth's sign-up form inherits."""

    # Filled in by a script, so invalid values are ignored.
    time_zone = forms.CharField(required=False, max_length=64, widget=forms.HiddenInput)

    def clean_time_zone(self) -> str:
        name: str = self.cleaned_data["time_zone"]
        return name if name in known_zones() else "UTC"

    def signup(self, request: HttpRequest, user: User) -> None:
        user.time_zone = self.cleaned_data["time_zone"]
        user.language = translation.get_language_from_request(request)
        user.save(update_fields=["time_zone", "language"])


class LongSelect(forms.Select):
    """A select with the same HTML as Django's, but without two templates for each option, which are most of the cost of
    a page with 400 time zones.
    """

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        context = self.get_context(name, value, attrs)
        groups, context["widget"]["optgroups"] = context["widget"]["optgroups"], []
        begin, end = (renderer or get_default_renderer()).render(self.template_name, context).split("\n</select>")
        filled = "".join(_group_html(label, options) for label, options, _index in groups)
        return mark_safe(f"{begin}{filled}\n</select>{end}")  # noqa: S308 # made of safe strings


def _group_html(label: str | None, options: list[dict[str, Any]]) -> SafeString:
    rows = format_html_join(
        "",
        '\n  <option value="{}"{}>{}</option>\n',
        ((option["value"], _SELECTED if option["selected"] else "", option["label"]) for option in options),
    )
    return format_html('\n  <optgroup label="{}">{}\n  </optgroup>', label, rows) if label else rows


class SettingsForm(forms.Form):
    time_zone = forms.ChoiceField(label=_("Time zone"), widget=LongSelect)
    language = forms.ChoiceField(label=_("Language"), choices=settings.LANGUAGES)

    def __init__(self, user: User, data: Any = None) -> None:
        super().__init__(data, initial={"time_zone": user.time_zone, "language": user.language})
        zones = self.fields["time_zone"]
        assert isinstance(zones, forms.ChoiceField)
        zones.choices = choices_with(user.time_zone)
        if len(settings.LANGUAGES) == 1:
            del self.fields["language"]


class PasswordForm(forms.Form):
    """Asks for the password again before acts that an open session must not allow; empty for people without a
    password.
    """

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
        """Check the password. Raises ValidationError if it is wrong, or after too many tries (allauth counts)."""
        password: str = self.cleaned_data["password"]
        adapter = get_adapter()
        if not adapter.reauthenticate(self.user, password):
            raise adapter.validation_error("incorrect_password")
        return password
