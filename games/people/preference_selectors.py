"""How a person wants to be told: their own choices, and what holds for who has made none."""

from dataclasses import dataclass
from typing import Literal, cast, get_args

from django.db.models import Exists, OuterRef

from accounts.models import User
from games.models import Notice, Preferences, PushSubscription, Webhook

MailChoice = Literal["now", "hourly", "daily", "weekly", "off"]
MAIL_CHOICES: tuple[MailChoice, ...] = get_args(MailChoice)

CHOICE_KINDS = (
    Notice.Kind.TURN,
    Notice.Kind.REMINDER,
    Notice.Kind.TIMEOUT,
    Notice.Kind.PAUSE,
    Notice.Kind.STARTED,
    Notice.Kind.OVER,
    Notice.Kind.INVITATION,
    Notice.Kind.MENTION,
    Notice.Kind.MODERATION,
)
"""The kinds that people choose channels for, in the order of the settings' table."""


@dataclass(frozen=True)
class ChannelChoice:
    """How one kind of notice reaches a person; push and webhook mean every device and address they have there."""

    mail: MailChoice = "now"
    push: bool = True
    webhook: bool = True


DEFAULT_CHOICE = ChannelChoice()
# Who is named in a chat finds it there: a mail for each line would be too much.
_DEFAULTS = {Notice.Kind.MENTION: ChannelChoice(mail="off")}

MANDATORY_KINDS = frozenset({Notice.Kind.SANCTION, Notice.Kind.APPEAL, Notice.Kind.REPORT})
"""What everybody is told whom it concerns, at any hour and whatever they chose: nobody is judged unseen."""

# Not by webhooks: those mostly post where others read, too.
_MANDATORY_CHOICE = ChannelChoice(webhook=False)


def preferences_of(user: User) -> Preferences:
    """The person's row, or an unsaved one with the defaults. No query where the account came with its preferences."""
    try:
        return user.preferences
    except Preferences.DoesNotExist:
        return Preferences(user=user)


def choice_kind(kind: Notice.Kind) -> Notice.Kind:
    """The kind that people choose channels for: who is told of a start is told in the same way that they sat down."""
    return Notice.Kind.STARTED if kind == Notice.Kind.JOINED else kind


def channels_for(preferences: Preferences, kind: Notice.Kind) -> ChannelChoice:
    """The channels that the person chose for `kind`; what is missing or no choice at all is as the default has it."""
    if kind in MANDATORY_KINDS:
        return _MANDATORY_CHOICE
    chosen, default = preferences.channels, _DEFAULTS.get(kind, DEFAULT_CHOICE)
    choice = chosen.get(choice_kind(kind).value) if isinstance(chosen, dict) else None
    if not isinstance(choice, dict):
        return default
    mail, push, webhook = choice.get("mail"), choice.get("push"), choice.get("webhook")
    return ChannelChoice(
        mail=cast(MailChoice, mail) if mail in MAIL_CHOICES else default.mail,
        push=push if isinstance(push, bool) else default.push,
        webhook=webhook if isinstance(webhook, bool) else default.webhook,
    )


@dataclass(frozen=True)
class Reach:
    """Whether push and webhooks have anywhere to go."""

    push: bool
    webhook: bool


def reach_of(user: User) -> Reach:
    """Where a person has devices and webhooks that take notices. One query."""
    own = OuterRef("pk")
    row = (
        User.objects.filter(pk=user.pk)
        .values_list(
            Exists(PushSubscription.objects.filter(user=own)),
            Exists(Webhook.objects.filter(user=own, stopped_at__isnull=True)),
        )
        .get()
    )
    return Reach(*row)
