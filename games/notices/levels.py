"""The stored choices that each simple choice about notifications means."""

from collections.abc import Mapping

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.models import Notice, Preferences
from games.people.preference_selectors import CHOICE_KINDS, ChannelChoice, channels_for, default_choice


class Level(models.TextChoices):
    """A simple choice. CUSTOM is any stored choice that is none of the others."""

    EVERY = "every", _("Every turn")
    DAILY = "daily", _("One email a day")
    URGENT = "urgent", _("Only what’s urgent")
    NOTHING = "nothing", pgettext_lazy("notifications", "Nothing")
    CUSTOM = "custom", pgettext_lazy("notifications", "Custom")


_AT_ONCE = ChannelChoice()
_DAILY = ChannelChoice(mail="daily", push=False, webhook=False)
_NEVER = ChannelChoice(mail="off", push=False, webhook=False)
# After these a turn is lost.
_URGENT = (Notice.Kind.REMINDER, Notice.Kind.TIMEOUT)


def _daily(kind: Notice.Kind) -> ChannelChoice:
    """The channels of a kind under "one email a day". Kinds that are off by default stay off, and reminders are not
    collected, because in a digest they would come too late.
    """
    if kind == Notice.Kind.REMINDER:
        return _AT_ONCE
    return _NEVER if default_choice(kind).mail == "off" else _DAILY


LEVELS: Mapping[Level, Mapping[Notice.Kind, ChannelChoice]] = {
    Level.EVERY: {kind: default_choice(kind) for kind in CHOICE_KINDS},
    Level.DAILY: {kind: _daily(kind) for kind in CHOICE_KINDS},
    Level.URGENT: {kind: _AT_ONCE if kind in _URGENT else _NEVER for kind in CHOICE_KINDS},
    Level.NOTHING: dict.fromkeys(CHOICE_KINDS, _NEVER),
}


def level_of(preferences: Preferences) -> Level:
    chosen = {kind: channels_for(preferences, kind) for kind in CHOICE_KINDS}
    return next((level for level, choices in LEVELS.items() if choices == chosen), Level.CUSTOM)
