"""Channels by kind, digests, quiet hours, reminders."""

from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.dates import WEEKDAYS
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.models import Notice, Preferences
from games.people.preference_selectors import CHOICE_KINDS, ChannelChoice, channels_for
from games.web.time_fields import ask_for_both, time_field, time_pair

MAIL_WORDS = [
    ("now", _("Right away")),
    *Notice.Digest.choices,
    ("off", _("No email")),
]
KIND_WORDS: dict[Notice.Kind, Promise] = {
    Notice.Kind.REMINDER: _("Your time is running out."),
    Notice.Kind.TIMEOUT: _("Your turn was played without you."),
    Notice.Kind.PAUSE: _("Someone wants to pause or resume a game."),
    Notice.Kind.MENTION: _("Someone wrote your name in a chat."),
    Notice.Kind.MODERATION: _("The site team changed one of your games."),
}
"""What the kind's name does not say."""
SHARES = [
    (50, _("when half the time is left")),
    (25, _("when a quarter of the time is left")),
    (10, _("when a tenth of the time is left")),
]


@dataclass(frozen=True)
class KindRow:
    kind: Notice.Kind
    name: str | Promise
    words: str | Promise
    mail: forms.BoundField
    push: forms.BoundField
    webhook: forms.BoundField

    @property
    def failed(self) -> bool:
        return bool(self.mail.errors or self.push.errors or self.webhook.errors)


class NoticesForm(forms.Form):
    """Fields `<kind>_mail`, `<kind>_push`, `<kind>_webhook` for each kind."""

    digest_hour = forms.TypedChoiceField(
        label=_("Daily and weekly digests at"),
        choices=[(hour, f"{hour:02}:00") for hour in range(24)],
        coerce=int,
    )
    digest_weekday = forms.TypedChoiceField(label=_("Weekly digests on"), choices=list(WEEKDAYS.items()), coerce=int)
    quiet_from = time_field(_("From"))
    quiet_to = time_field(_("To"))
    quiet_exempt = forms.MultipleChoiceField(
        label=_("Send these anyway"),
        choices=[(kind.value, kind.label) for kind in CHOICE_KINDS],
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    remind_share = forms.TypedChoiceField(label=_("Remind me"), choices=SHARES, coerce=int, widget=forms.RadioSelect)
    remind_repeat = forms.BooleanField(
        label=_("Remind me again"),
        required=False,
        help_text=_("Each time half of the remaining time is gone."),
    )
    mail_cards = forms.BooleanField(
        label=_("Show my cards in emails"),
        required=False,
        help_text=_("Anyone who reads your email can then see your cards."),
    )
    mail_links = forms.BooleanField(
        label=_("Let me play from emails"),
        required=False,
        help_text=_("A link plays your turn without logging in. Anyone with the email can use it."),
    )

    def __init__(self, preferences: Preferences, data: Any = None) -> None:
        quiet = preferences.quiet or (None, None)
        initial: dict[str, Any] = {
            name: getattr(preferences, name)
            for name in (
                *("digest_hour", "digest_weekday", "quiet_exempt"),
                *("remind_share", "remind_repeat", "mail_cards", "mail_links"),
            )
        }
        super().__init__(data, initial=initial | {"quiet_from": quiet[0], "quiet_to": quiet[1]})
        for kind in CHOICE_KINDS:
            self._add_row(kind, channels_for(preferences, kind))

    def _add_row(self, kind: Notice.Kind, chosen: ChannelChoice) -> None:
        self.fields[f"{kind}_mail"] = forms.ChoiceField(label=_("Email"), choices=MAIL_WORDS, initial=chosen.mail)
        self.fields[f"{kind}_push"] = forms.BooleanField(label=_("Push"), required=False, initial=chosen.push)
        self.fields[f"{kind}_webhook"] = forms.BooleanField(label=_("Webhook"), required=False, initial=chosen.webhook)

    def rows(self) -> list[KindRow]:
        return [
            KindRow(
                kind,
                kind.label,
                KIND_WORDS.get(kind, ""),
                self[f"{kind}_mail"],
                self[f"{kind}_push"],
                self[f"{kind}_webhook"],
            )
            for kind in CHOICE_KINDS
        ]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        ask_for_both(self, "quiet_from", "quiet_to")
        return cleaned

    def choices(self) -> dict[str, Any]:
        """For NoticeChoices."""
        chosen = self.cleaned_data
        return {
            "channels": {
                kind: ChannelChoice(
                    mail=chosen[f"{kind}_mail"], push=chosen[f"{kind}_push"], webhook=chosen[f"{kind}_webhook"]
                )
                for kind in CHOICE_KINDS
            },
            "digest_hour": chosen["digest_hour"],
            "digest_weekday": chosen["digest_weekday"],
            "quiet": time_pair(self, "quiet_from", "quiet_to"),
            "quiet_exempt": [Notice.Kind(kind) for kind in chosen["quiet_exempt"]],
            "remind_share": chosen["remind_share"],
            "remind_repeat": chosen["remind_repeat"],
            "mail_cards": chosen["mail_cards"],
            "mail_links": chosen["mail_links"],
        }
