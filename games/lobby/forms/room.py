"""Forms of the waiting room."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from accounts.models import HANDLE_MAX
from games.lobby.forms.new_game import DEFAULT_BOT, bot_choices


class InviteForm(forms.Form):
    handle = forms.CharField(
        label=_("Username"),
        max_length=HANDLE_MAX,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}),
        error_messages={"required": _("Enter a username."), "max_length": _("No player has this username.")},
    )

    def clean_handle(self) -> str:
        handle: str = self.cleaned_data["handle"]
        return handle.removeprefix("@")


class StartForm(forms.Form):
    """A bot for each free seat, in order."""

    def __init__(self, free: Iterable[int], data: Any = None) -> None:
        super().__init__(data)
        for number in free:
            self.fields[f"bot_{number}"] = forms.ChoiceField(
                label=capfirst(_("seat %(number)s") % {"number": number + 1}), choices=bot_choices, initial=DEFAULT_BOT
            )

    def bots(self) -> list[str]:
        return [self.cleaned_data[name] for name in self.fields]
