"""Words for changed options of standing tables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django import template
from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.models import StandingChange
from games.models.game_setup import GameSetup
from games.standing.changes import Change, changed

register = template.Library()

# As the form calls them (games.lobby.forms.new_game, games.standing.forms).
_NAMES: Final[Mapping[str, str | Promise]] = {
    "seats_count": _("Most players in a game"),
    "goes_on": _("Next game begins automatically"),
    "pace": _("Pace"),
    "timeout_action": _("When time is up"),
    "weekends_off": capfirst(_("weekends off")),
    "rated": capfirst(_("rated")),
    "target": _("Target"),
    "two_player_deck": _("Leave out two colours"),
    "undo": _("Allow take-backs"),
    "goat": _("Play with the goat"),
    "next_leader": _("Next leader"),
}
_CHOICES: Final[Mapping[str, Mapping[object, str | Promise]]] = {
    "pace": dict(GameSetup.Pace.choices),
    "timeout_action": dict(GameSetup.TimeoutAction.choices),
    "next_leader": dict(GameSetup.NextLeader.choices),
}


@register.filter
def change_lines(change: StandingChange) -> list[str]:
    return option_lines(changed([change]))


def option_lines(options: Mapping[str, Change]) -> list[str]:
    """Words like "Pace: 1 day a turn → 3 days a turn", one for each option."""
    words = gettext("{option}: {before} → {after}")
    return [
        words.format(option=_NAMES[name], before=_value(name, before), after=_value(name, after))
        for name, (before, after) in options.items()
    ]


def _value(name: str, value: object) -> str:
    if isinstance(value, bool):
        return gettext("Yes") if value else gettext("No")
    if value is None:
        return gettext("Single hand")
    return capfirst(str(_CHOICES.get(name, {}).get(value, value)))
