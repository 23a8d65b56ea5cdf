"""Forms for active hours and absences."""

from datetime import date
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.clocks import Hours
from games.models import Preferences
from games.web.time_fields import ask_for_both, day_field, time_field, time_pair


class WakingForm(forms.Form):
    """The form of active hours. If both are empty, the clock always runs."""

    waking_from = time_field(pgettext_lazy("time of day", "From"))
    waking_to = time_field(pgettext_lazy("time of day", "To"))

    def __init__(self, preferences: Preferences, data: Any = None) -> None:
        waking = preferences.waking or (None, None)
        super().__init__(data, initial={"waking_from": waking[0], "waking_to": waking[1]})

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        ask_for_both(self, "waking_from", "waking_to")
        return cleaned

    def hours(self) -> Hours | None:
        """The active hours; None means always. The form has to be valid."""
        return time_pair(self, "waking_from", "waking_to")


class AbsenceForm(forms.Form):
    first = day_field(_("First day"))
    last = day_field(_("Last day"))

    def __init__(self, today: date, data: Any = None) -> None:
        super().__init__(data)
        for field in self.fields.values():
            field.widget.attrs["min"] = today.isoformat()
