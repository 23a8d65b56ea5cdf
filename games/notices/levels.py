"""The stored choices that each simple choice about notifications means."""

from collections.abc import Mapping

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.models import Notice, Preferences
from games.people.preference_selectors import (
    CHOICE_KINDS,
    NO_CHANNEL,
    OPT_IN_KINDS,
    ChannelChoice,
    channels_for,
    default_choice,
)


class Level(models.TextChoices):
    """A simple choice. CUSTOM is any stored choice that is none of the others."""

    EVERY = "every", _("Every turn")
    DAILY = "daily", _("One email a day")
    URGENT = "urgent", _("Only what’s urgent")
    NOTHING = "nothing", pgettext_lazy("notifications", "Nothing")
    CUSTOM = "custom", pgettext_lazy("notifications", "Custom")


_AT_ONCE = ChannelChoice()
_DAILY = ChannelChoice(mail="daily", push=False, webhook=False)
# Levels leave kinds alone that people ask for one by one.
_KINDS = tuple(kind for kind in CHOICE_KINDS if kind not in OPT_IN_KINDS)
# After these a turn is lost.
_URGENT = (Notice.Kind.REMINDER, Notice.Kind.TIMEOUT)


def _daily(kind: Notice.Kind) -> ChannelChoice:
    """The channels of a kind under "one email a day". Kinds that are off by default stay off, and reminders are not
    collected, because in a digest they would come too late.
    """
    if kind == Notice.Kind.REMINDER:
        return _AT_ONCE
    return NO_CHANNEL if default_choice(kind).mail == "off" else _DAILY


LEVELS: Mapping[Level, Mapping[Notice.Kind, ChannelChoice]] = {
    Level.EVERY: {kind: default_choice(kind) for kind in _KINDS},
    Level.DAILY: {kind: _daily(kind) for kind in _KINDS},
    Level.URGENT: {kind: _AT_ONCE if kind in _URGENT else NO_CHANNEL for kind in _KINDS},
    Level.NOTHING: dict.fromkeys(_KINDS, NO_CHANNEL),
}


def level_of(preferences: Preferences) -> Level:
    chosen = {kind: channels_for(preferences, kind) for kind in _KINDS}
    return next((level for level, choices in LEVELS.items() if choices == chosen), Level.CUSTOM)
