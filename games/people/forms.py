"""The form for choices at the table."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.models import Preferences


class TableForm(forms.Form):
    confirm = forms.ChoiceField(label=_("Ask me first"), choices=Preferences.Confirm, widget=forms.RadioSelect)
    hand_sort = forms.ChoiceField(label=_("Sort your cards"), choices=Preferences.HandSort, widget=forms.RadioSelect)
    count_down = forms.BooleanField(label=_("Count points down from the target"), required=False)
    pass_if_stuck = forms.BooleanField(label=_("Pass if I have to"), required=False)
    sound = forms.BooleanField(label=_("Sounds"), required=False)
    text_table = forms.BooleanField(label=_("Use the text table"), required=False)

    def __init__(self, preferences: Preferences, data: Any = None) -> None:
        initial = {name: getattr(preferences, name) for name in self.base_fields}
        super().__init__(data, initial=initial)

    def choices(self) -> dict[str, Any]:
        """The form is valid."""
        chosen = self.cleaned_data
        return {
            "confirm": Preferences.Confirm(chosen["confirm"]),
            "hand_sort": Preferences.HandSort(chosen["hand_sort"]),
            "count_down": chosen["count_down"],
            "pass_if_stuck": chosen["pass_if_stuck"],
            "sound": chosen["sound"],
            "text_table": chosen["text_table"],
        }
