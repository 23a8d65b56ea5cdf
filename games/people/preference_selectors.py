"""Preferences with defaults."""

from dataclasses import dataclass
from typing import Literal, cast, get_args

from django.conf import settings
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
    Notice.Kind.OPTIONS,
    Notice.Kind.MESSAGE,
    Notice.Kind.MENTION,
    Notice.Kind.MODERATION,
    Notice.Kind.HAND,
)
"""In the order of the settings' table."""


@dataclass(frozen=True)
class ChannelChoice:
    """The chosen channels of a kind. Push and webhook mean all of the person's devices and webhooks."""

    mail: MailChoice = "now"
    push: bool = True
    webhook: bool = True


DEFAULT_CHOICE = ChannelChoice()
NO_CHANNEL = ChannelChoice(mail="off", push=False, webhook=False)
OPT_IN_KINDS = frozenset({Notice.Kind.HAND})
"""Only people who asked for these get them, and they need no answer."""
# A mention shows in the chat anyway.
_DEFAULTS = {Notice.Kind.MENTION: ChannelChoice(mail="off"), **dict.fromkeys(OPT_IN_KINDS, NO_CHANNEL)}

_FOLLOWS = {
    Notice.Kind.JOINED: Notice.Kind.STARTED,
    Notice.Kind.TABLE: Notice.Kind.INVITATION,
    Notice.Kind.PUBLISH: Notice.Kind.INVITATION,
}

# Choices from before a kind existed hold for it through another, so that "nothing" stays nothing.
FALLS_BACK = dict.fromkeys((Notice.Kind.OPTIONS, Notice.Kind.MESSAGE), Notice.Kind.INVITATION)

MANDATORY_KINDS = frozenset({Notice.Kind.SANCTION, Notice.Kind.APPEAL, Notice.Kind.REPORT})
"""Always sent: people must hear of decisions about them."""

# Webhooks mostly post where others read.
_MANDATORY_CHOICE = ChannelChoice(webhook=False)


def preferences_of(user: User) -> Preferences:
    """The person's settings; unsaved defaults if there is no row. No query if they were fetched with the account."""
    try:
        return user.preferences
    except Preferences.DoesNotExist:
        return Preferences(user=user)


def choice_kind(kind: Notice.Kind) -> Notice.Kind:
    """The kind whose choice applies: JOINED follows STARTED, and TABLE and PUBLISH follow INVITATION."""
    return _FOLLOWS.get(kind, kind)


def default_choice(kind: Notice.Kind) -> ChannelChoice:
    """The default channels of a kind that can be chosen."""
    return _DEFAULTS.get(kind, DEFAULT_CHOICE)


def channels_for(preferences: Preferences, kind: Notice.Kind) -> ChannelChoice:
    """The channels of a kind. Missing or invalid choices follow the default."""
    if kind in MANDATORY_KINDS:
        return _MANDATORY_CHOICE
    chosen, default = preferences.channels, default_choice(kind)
    choice = chosen.get(choice_kind(kind).value) if isinstance(chosen, dict) else None
    if not isinstance(choice, dict):
        earlier = FALLS_BACK.get(kind)
        return channels_for(preferences, earlier) if earlier is not None else default
    mail, push, webhook = choice.get("mail"), choice.get("push"), choice.get("webhook")
    return ChannelChoice(
        mail=cast(MailChoice, mail) if mail in MAIL_CHOICES else default.mail,
        push=push if isinstance(push, bool) else default.push,
        webhook=webhook if isinstance(webhook, bool) else default.webhook,
    )


@dataclass(frozen=True)
class AvailableChannels:
    """The channels that are set up, so that a choice about them has an effect."""

    mail: bool
    push: bool
    webhook: bool
    can_add: bool
    """Whether this site has a channel besides email that is not set up."""


def available_channels(user: User) -> AvailableChannels:
    """The channels that are set up for the person. One query."""
    own = OuterRef("pk")
    device, webhook = (
        User.objects.filter(pk=user.pk)
        .values_list(
            Exists(PushSubscription.objects.filter(user=own)),
            Exists(Webhook.objects.filter(user=own, stopped_at__isnull=True)),
        )
        .get()
    )
    has_push = bool(settings.VAPID_PRIVATE_KEY)
    return AvailableChannels(
        mail=bool(user.email),
        push=has_push and device,
        webhook=webhook,
        can_add=not webhook or (has_push and not device),
    )
