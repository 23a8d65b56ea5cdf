"""Customised notifications: channels by kind, digests, quiet hours, reminders."""

from dataclasses import dataclass, replace
from typing import Any

from django import forms
from django.utils.dates import WEEKDAYS
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.models import Notice, Preferences
from games.notices.preferences import NoticeChoices
from games.people.preference_selectors import CHOICE_KINDS, AvailableChannels, ChannelChoice, channels_for
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
    Notice.Kind.OPTIONS: _("The owner of a standing table changed its options."),
    Notice.Kind.INVITATION: _("Someone invites you, or asks to publish a replay."),
    Notice.Kind.MESSAGE: _("At most once an hour until you read them."),
    Notice.Kind.MENTION: _("Someone mentioned you in a chat."),
    Notice.Kind.HAND: _("A new hand is out."),
    Notice.Kind.MODERATION: _("The site team changed one of your games."),
}
"""What the kind's name does not say."""
CHANNELS = ("mail", "push", "webhook")
SHARES = [
    (50, _("when half the time is left")),
    (25, _("when a quarter of the time is left")),
    (10, _("when a tenth of the time is left")),
]


@dataclass(frozen=True)
class KindRow:
    """A kind's row of choices. `mail`, `push` and `webhook` are None if the channel is not set up."""

    kind: Notice.Kind
    name: str | Promise
    words: str | Promise
    mail: forms.BoundField | None
    push: forms.BoundField | None
    webhook: forms.BoundField | None

    @property
    def failed(self) -> bool:
        return any(field is not None and field.errors for field in (self.mail, self.push, self.webhook))


class NoticesForm(forms.Form):
    """Fields `<kind>_mail`, `<kind>_push`, `<kind>_webhook` for each kind, of channels that are set up."""

    digest_hour = forms.TypedChoiceField(
        label=_("Daily and weekly digests at"),
        choices=[(hour, f"{hour:02}:00") for hour in range(24)],
        coerce=int,
    )
    digest_weekday = forms.TypedChoiceField(label=_("Weekly digests on"), choices=list(WEEKDAYS.items()), coerce=int)
    quiet_from = time_field(pgettext_lazy("time of day", "From"))
    quiet_to = time_field(pgettext_lazy("time of day", "To"))
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

    def __init__(self, preferences: Preferences, reach: AvailableChannels, data: Any = None) -> None:
        quiet = preferences.quiet or (None, None)
        initial: dict[str, Any] = {
            name: getattr(preferences, name)
            for name in ("digest_hour", "digest_weekday", "quiet_exempt", "remind_share", "remind_repeat")
        }
        super().__init__(data, initial=initial | {"quiet_from": quiet[0], "quiet_to": quiet[1]})
        self._reach = reach
        self._before = {kind: channels_for(preferences, kind) for kind in CHOICE_KINDS}
        for kind, chosen in self._before.items():
            self._add_row(kind, chosen)

    def _add_row(self, kind: Notice.Kind, chosen: ChannelChoice) -> None:
        if self._reach.mail:
            self.fields[f"{kind}_mail"] = forms.ChoiceField(label=_("Email"), choices=MAIL_WORDS, initial=chosen.mail)
        if self._reach.push:
            self.fields[f"{kind}_push"] = forms.BooleanField(label=_("Push"), required=False, initial=chosen.push)
        if self._reach.webhook:
            self.fields[f"{kind}_webhook"] = forms.BooleanField(
                label=_("Webhook"), required=False, initial=chosen.webhook
            )

    def ways(self) -> list[str]:
        """The channels of the table."""
        return [way for way in CHANNELS if getattr(self._reach, way)]

    def rows(self) -> list[KindRow]:
        ways = self.ways()
        return [
            KindRow(
                kind,
                kind.label,
                KIND_WORDS.get(kind, ""),
                **{way: self[f"{kind}_{way}"] if way in ways else None for way in CHANNELS},
            )
            for kind in CHOICE_KINDS
        ]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        ask_for_both(self, "quiet_from", "quiet_to")
        return cleaned

    def choices(self) -> NoticeChoices:
        chosen = self.cleaned_data
        return NoticeChoices(
            channels={kind: self._choice(kind) for kind in CHOICE_KINDS},
            digest_hour=chosen["digest_hour"],
            digest_weekday=chosen["digest_weekday"],
            quiet=time_pair(self, "quiet_from", "quiet_to"),
            quiet_exempt=[Notice.Kind(kind) for kind in chosen["quiet_exempt"]],
            remind_share=chosen["remind_share"],
            remind_repeat=chosen["remind_repeat"],
        )

    def _choice(self, kind: Notice.Kind) -> ChannelChoice:
        """Channels that are not set up keep what was stored."""
        return replace(self._before[kind], **{way: self.cleaned_data[f"{kind}_{way}"] for way in self.ways()})
