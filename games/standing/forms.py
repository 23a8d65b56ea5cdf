"""The form of a standing table."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.lobby.forms.new_game import SEATS, SetupForm, setup_choices
from games.models import StandingTable


class StandingForm(SetupForm):
    """The name and the options of a table's games. `seats`: at most so many play."""

    seats = forms.TypedChoiceField(
        label=_("Most players in a game"),
        choices=SEATS,
        coerce=int,
        initial=SEATS[-1][0],
        widget=forms.RadioSelect,
        help_text=_("With more members, they take turns to sit out."),
        error_messages={"invalid_choice": _("Choose 2 to 6 players.")},
    )
    goes_on = forms.BooleanField(
        label=_("Next game begins automatically"),
        required=False,
        help_text=_("12 hours after the last one ended. Otherwise any member starts it with a button."),
    )


def table_choices(table: StandingTable) -> dict[str, Any]:
    """The table's name and options, by the names of the form's fields."""
    return setup_choices(table) | {"name": table.name, "goes_on": table.goes_on}
