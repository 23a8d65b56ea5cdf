"""Changes of notification settings."""

from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.clocks import Hours
from games.errors import Refused
from games.models import Notice, Preferences
from games.notices.levels import LEVELS, Level
from games.outbox.reschedule import outbox_hours_changed
from games.people.errors import PreferenceReason
from games.people.locking import locked_preferences
from games.people.preference_selectors import NO_CHANNEL, OPT_IN_KINDS, ChannelChoice, channels_for, choice_kind
from games.play.clock.deadline import clocks_reset

# Webhooks mostly post where others read.
HAND_CHOICE = ChannelChoice(webhook=False)


@dataclass(frozen=True)
class NoticeChoices:
    """The customised choices. Kinds missing from `channels` stay as they are."""

    channels: Mapping[Notice.Kind, ChannelChoice]
    digest_hour: int
    digest_weekday: int
    quiet: Hours | None
    quiet_exempt: Collection[Notice.Kind]
    remind_share: int
    remind_repeat: bool


@dataclass(frozen=True)
class SimpleChoices:
    """The simple choice. Level.CUSTOM leaves the channels as they are. `hand`: whether to tell of today's hand."""

    level: Level
    mail_cards: bool
    mail_links: bool
    hand: bool = False


@transaction.atomic(durable=True)
def preferences_change(*, user: User, choices: NoticeChoices) -> Preferences:
    """Save the choices and reschedule waiting notifications. Raises Refused."""
    if choices.quiet is not None and choices.quiet[0] == choices.quiet[1]:
        raise Refused(PreferenceReason.QUIET_EMPTY)
    preferences = locked_preferences(user)
    before, reminders = _hours(preferences), _reminders(preferences)
    for kind, choice in choices.channels.items():
        choose(preferences, kind, choice)
    preferences.digest_hour = choices.digest_hour
    preferences.digest_weekday = choices.digest_weekday
    preferences.quiet = None if choices.quiet is None else list(choices.quiet)
    preferences.quiet_exempt = sorted(choices.quiet_exempt)
    preferences.remind_share = choices.remind_share
    preferences.remind_repeat = choices.remind_repeat
    preferences.save()
    if _hours(preferences) != before:
        outbox_hours_changed(user=user, at=timezone.now())
    if _reminders(preferences) != reminders:
        clocks_reset(user=user, former_zone=preferences.user.time_zone)
    return preferences


@transaction.atomic(durable=True)
def simple_choices_save(*, user: User, choices: SimpleChoices) -> Preferences:
    """Save the simple choice. Raises Refused for a closed account."""
    preferences = locked_preferences(user)
    for kind, choice in LEVELS.get(choices.level, {}).items():
        choose(preferences, kind, choice)
    hand_choose(preferences, on=choices.hand)
    preferences.mail_cards = choices.mail_cards
    preferences.mail_links = choices.mail_links
    preferences.save(update_fields=["channels", "hand_answered_at", "mail_cards", "mail_links"])
    return preferences


def _hours(preferences: Preferences) -> tuple[object, ...]:
    quiet = tuple(preferences.quiet or ()), tuple(preferences.quiet_exempt)
    return quiet, preferences.digest_hour, preferences.digest_weekday


def _reminders(preferences: Preferences) -> tuple[object, ...]:
    """The settings that decide when reminders come."""
    quiet = tuple(preferences.quiet or ()), tuple(preferences.quiet_exempt)
    return quiet, preferences.remind_share, preferences.remind_repeat


def choose(preferences: Preferences, kind: Notice.Kind, choice: ChannelChoice) -> None:
    """Set the choice of a kind in a locked row, for the caller to save."""
    kept = preferences.channels if isinstance(preferences.channels, dict) else {}
    preferences.channels = kept | {choice_kind(kind).value: asdict(choice)}
    if kind in OPT_IN_KINDS and choice == NO_CHANNEL:
        # The key itself says that the person wants these (Preferences.Meta).
        del preferences.channels[kind.value]
    elif kind == Notice.Kind.HAND:
        preferences.hand_answered_at = timezone.now()


def wants_hand(preferences: Preferences) -> bool:
    """Whether the person hears of today's hand by any channel."""
    return channels_for(preferences, Notice.Kind.HAND) != NO_CHANNEL


def hand_choose(preferences: Preferences, *, on: bool) -> None:
    """Turn news of today's hand on or off in a locked row, for the caller to save. Channels chosen before stay."""
    if on != wants_hand(preferences):
        choose(preferences, Notice.Kind.HAND, HAND_CHOICE if on else NO_CHANNEL)
