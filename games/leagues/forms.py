"""The form of a league."""

from __future__ import annotations

from typing import Final

from django import forms
from django.utils.translation import gettext_lazy as _

from games.clocks import Pace
from games.leagues.services import AWAY_DAYS, PACES, SIGNUP_DAYS, WEEKS, Terms
from games.lobby.forms.new_game import DEFAULT_PACE, SEATS, SetupForm
from games.lobby.forms.new_game import PACES as ALL_PACES

_USUAL: Final = Terms()


def _numbers(values: tuple[int, ...]) -> list[tuple[int, str]]:
    return [(value, str(value)) for value in values]


class LeagueForm(SetupForm):
    """The name, the terms and the options of a league's games. `seats`: at most so many play at a table."""

    seats = forms.TypedChoiceField(
        label=_("Most players in a game"),
        choices=SEATS,
        coerce=int,
        initial=2,
        widget=forms.RadioSelect,
        help_text=_("Members meet at tables of about this size. Each table plays two games."),
        error_messages={"invalid_choice": _("Choose 2 to 6 players.")},
    )
    pace = forms.ChoiceField(
        label=_("Time for a turn"),
        choices=[(value, label) for value, label in ALL_PACES if Pace(value) in PACES],
        initial=DEFAULT_PACE,
        widget=forms.RadioSelect,
        error_messages={"invalid_choice": _("Choose a pace.")},
    )
    signup_days = forms.TypedChoiceField(
        label=_("Days to sign up"),
        choices=_numbers(SIGNUP_DAYS),
        coerce=int,
        initial=_USUAL.signup_days,
        widget=forms.RadioSelect,
    )
    weeks = forms.TypedChoiceField(
        label=_("Weeks to play"),
        choices=_numbers(WEEKS),
        coerce=int,
        initial=_USUAL.weeks,
        widget=forms.RadioSelect,
        help_text=_("Then stand-in bots finish all games that still run."),
    )
    away_days = forms.TypedChoiceField(
        label=_("Away days"),
        choices=_numbers(AWAY_DAYS),
        coerce=int,
        initial=_USUAL.away_days,
        widget=forms.RadioSelect,
        help_text=_("So many away days stop a member’s clocks. Games can’t be paused."),
    )

    def terms(self) -> Terms:
        """The chosen terms. The form has to be valid."""
        chosen = self.cleaned_data
        return Terms(chosen["signup_days"], chosen["weeks"], chosen["away_days"])
