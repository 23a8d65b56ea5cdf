"""The simple choice about notifications, and the contents of emails."""

from collections.abc import Iterator
from typing import Any

from django import forms
from django.forms.boundfield import BoundWidget
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.models import Preferences
from games.notices.levels import LEVELS, Level, level_of
from games.notices.preferences import SimpleChoices, wants_hand

LEVEL_WORDS: dict[Level, Promise] = {
    Level.EVERY: _("Everything, right away."),
    Level.DAILY: _("A daily digest. Reminders come right away."),
    Level.URGENT: _("When your time is running out or has run out."),
    Level.CUSTOM: _("What you chose under Customise."),
}
"""What the level's name does not say."""


class SimpleForm(forms.Form):
    """The simple choice. CUSTOM is offered only to those who have it, and keeps their choices."""

    level = forms.ChoiceField(label=_("What to send"), widget=forms.RadioSelect)
    mail_cards = forms.BooleanField(
        label=_("Show my cards in emails"),
        required=False,
        help_text=_("Anyone who reads your email can then see your cards."),
    )
    mail_links = forms.BooleanField(
        label=_("Let me play from emails"),
        required=False,
        help_text=_("A link lets you play without logging in. Anyone with the email can use it."),
    )

    hand = forms.BooleanField(
        label=_("Tell me when today’s hand is out"),
        required=False,
        help_text=_("Once a day, by email and push, and not if you’ve played it."),
    )

    def __init__(self, preferences: Preferences, data: Any = None) -> None:
        level = level_of(preferences)
        initial = {
            "level": level,
            "mail_cards": preferences.mail_cards,
            "mail_links": preferences.mail_links,
            "hand": wants_hand(preferences),
        }
        super().__init__(data, initial=initial)
        offered = [(each.value, each.label) for each in Level if each in (level, *LEVELS)]
        self.fields["level"].choices = offered  # type: ignore[attr-defined]

    def levels(self) -> Iterator[tuple[BoundWidget, str | Promise]]:
        """Each radio button with its explanation."""
        for radio in self["level"]:
            yield radio, LEVEL_WORDS.get(Level(radio.data["value"]), "")

    def choices(self) -> SimpleChoices:
        chosen = self.cleaned_data
        return SimpleChoices(
            Level(chosen["level"]),
            mail_cards=chosen["mail_cards"],
            mail_links=chosen["mail_links"],
            hand=chosen["hand"],
        )
