"""Words about the bots."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from games.bots import REGISTRY
from games.models.game import NAME_MAX
from games.web.score_words import target_words
from games.web.sentences import in_a_row

LEVELS: Final[dict[str, Promise]] = {
    "skald": pgettext_lazy("how strong a bot is", "very easy"),
    "seidmadr": pgettext_lazy("how strong a bot is", "easy"),
    "hirdman": pgettext_lazy("how strong a bot is", "medium"),
    "berserker": pgettext_lazy("how strong a bot is", "hard"),
    "jarl": pgettext_lazy("how strong a bot is", "very hard"),
}
WAYS: Final[dict[str, Promise]] = {
    "skald": _("Beats whatever it can and plans nothing. Good for your first games."),
    "seidmadr": _("Plans ahead, but beats too eagerly."),
    "hirdman": _("Tries to go out in as few turns as possible."),
    "berserker": _("Watches how many cards the others have left."),
    "jarl": _("Guesses your cards from how you play. The strongest bot."),
}


def bot_title(name: str) -> str:
    """Words like "Berserker (strong)". Raises KeyError for an unknown bot."""
    return f"{REGISTRY[name].label} ({LEVELS[name]})"


def bots_game_name(bots: Sequence[str], target: int | None) -> str:
    """The name of a game against these bots, like "Jarl and Skald, to 15 points"."""
    labels = [REGISTRY[name].label for name in dict.fromkeys(bots)]
    goal = target_words(target)
    name = f"{in_a_row(labels)}, {goal}"
    return name if len(name) <= NAME_MAX else ", ".join([gettext("Against bots"), goal])


def bot_record(won: int) -> str:
    """Words about the bot's record. `won`: the percentage of its rated games."""
    return gettext("Wins %(won)s%% of its rated games.") % {"won": won}


def bot_name(handle: str) -> str | None:
    """The registry's name of the bot with this username, if it still has one."""
    # A number follows if a person had the username first.
    label = re.sub(r"-\d+\Z", "", handle)
    return next((bot.name for bot in REGISTRY.values() if bot.label == label), None)


def bot_tag(handle: str) -> str:
    """Words like "Bot, strong"."""
    name = bot_name(handle)
    return capfirst(gettext("bot")) if name is None else gettext("Bot, {level}").format(level=LEVELS[name])


def bot_way(handle: str) -> str:
    """A sentence about how the bot plays, or "" for a bot that left the registry."""
    name = bot_name(handle)
    return "" if name is None else str(WAYS[name])
