"""Forms for one's picture, choices at the table, and other people by name."""

from collections.abc import Iterator
from typing import Any

from django import forms
from django.forms.boundfield import BoundWidget
from django.utils.functional import lazy
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from games.models import Preferences
from games.web.card_art import COLOUR_NAMES, FIGURES

capfirst_lazy = lazy(capfirst, str)


class HandleForm(forms.Form):
    handle = forms.CharField(
        label=_("Username"), max_length=64, widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"})
    )

    def clean_handle(self) -> str:
        """The username, without the @ of a mention."""
        return str(self.cleaned_data["handle"]).removeprefix("@")


class AvatarForm(forms.Form):
    figure = forms.TypedChoiceField(
        label=_("Picture"), coerce=int, choices=list(enumerate(FIGURES)), widget=forms.RadioSelect
    )
    colour = forms.TypedChoiceField(
        label=_("Colour"),
        coerce=int,
        choices=[(place, capfirst_lazy(name)) for place, name in enumerate(COLOUR_NAMES.values())],
        widget=forms.RadioSelect,
    )

    def __init__(self, avatar: int, data: Any = None) -> None:
        figure, colour = divmod(avatar, len(COLOUR_NAMES))
        super().__init__(data, initial={"figure": figure, "colour": colour})

    def colours(self) -> Iterator[tuple[str, BoundWidget]]:
        """The letter and radio button of each colour."""
        return zip(COLOUR_NAMES, self["colour"], strict=True)

    def avatar(self) -> int:
        """The chosen picture. The form has to be valid."""
        figure: int = self.cleaned_data["figure"]
        colour: int = self.cleaned_data["colour"]
        return figure * len(COLOUR_NAMES) + colour


class TableForm(forms.Form):
    confirm = forms.ChoiceField(label=_("Ask me first"), choices=Preferences.Confirm, widget=forms.RadioSelect)
    hand_sort = forms.ChoiceField(label=_("Sort your cards"), choices=Preferences.HandSort, widget=forms.RadioSelect)
    count_down = forms.BooleanField(label=_("Count points down from the target"), required=False)
    pass_if_stuck = forms.BooleanField(label=_("Pass if I have to"), required=False)
    sound = forms.BooleanField(
        label=_("Sounds"),
        required=False,
        help_text=_("Quiet sounds, from your first turn on. Until you choose, devices set to less motion stay silent."),
    )
    text_table = forms.BooleanField(label=_("Use the text table"), required=False)

    def __init__(self, preferences: Preferences, data: Any = None) -> None:
        initial = {name: getattr(preferences, name) for name in self.base_fields}
        self._sound = preferences.sound
        super().__init__(data, initial=initial | {"sound": self._sound is not False})

    def choices(self) -> dict[str, Any]:
        """The chosen settings. The form has to be valid."""
        chosen = self.cleaned_data
        return {
            "confirm": Preferences.Confirm(chosen["confirm"]),
            "hand_sort": Preferences.HandSort(chosen["hand_sort"]),
            "count_down": chosen["count_down"],
            "pass_if_stuck": chosen["pass_if_stuck"],
            # Sounds that are on without a choice stay so.
            "sound": self._sound if chosen["sound"] and self._sound is None else chosen["sound"],
            "text_table": chosen["text_table"],
        }
