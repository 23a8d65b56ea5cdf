"""Words of the clocks: a game's pace, what happens when time is up, how much time is left."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django import template
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games.clocks import Pace
from games.models import Game
from games.selectors.table.shapes import Rules

register = template.Library()

MINUTE: Final = timedelta(minutes=1)
HOUR: Final = timedelta(hours=1)
DAY: Final = timedelta(days=1)

_THEN: Final[dict[str, str | Promise]] = {
    Game.TimeoutAction.PASS: _("{pace}, then a pass"),
    Game.TimeoutAction.CARETAKER: _("{pace}, then a bot plays"),
}
_TIME_UP: Final[dict[str, str | Promise]] = {
    Game.TimeoutAction.PASS: _("The player passes; at a lead their lowest card is laid."),
    Game.TimeoutAction.CARETAKER: _("A caretaker bot takes the turn."),
}


@register.filter
def pace_words(game: Game | Rules) -> str:
    """How long a turn may take: "1 day a turn", "no time limit"."""
    if game.pace == Game.Pace.NONE:
        return gettext("no time limit")
    return str(Game.Pace(game.pace).label)


@register.filter
def clock_words(game: Game | Rules) -> str:
    """Pace, what happens when time is up, and weekends, for lists: "1 day a turn, then a pass; weekends off"."""
    pace = pace_words(game)
    words = pace if game.pace == Game.Pace.NONE else str(_THEN[game.timeout_action]).format(pace=pace)
    return gettext("{clock}; weekends off").format(clock=words) if game.weekends_off else words


@register.filter
def time_up_words(game: Game | Rules) -> str:
    """What happens when a seat's time is up, in sentences."""
    if game.pace == Game.Pace.NONE:
        return gettext("Nobody is hurried. After {days} days without a turn a caretaker bot takes it.").format(
            days=Pace.NONE.length.days
        )
    words = str(_TIME_UP[game.timeout_action])
    return gettext("{words} After three times in a row the bot holds the seat, until its player is back.").format(
        words=words
    )


@register.filter
def left_words(due_at: datetime | None) -> str:
    """How long it is until then, in its largest unit: "5 hours left"; nothing where there is no such time."""
    if due_at is None:
        return ""
    left = due_at - timezone.now()
    if left <= timedelta(0):
        return gettext("time is up")
    if left < MINUTE:
        return gettext("less than a minute left")
    if left < 2 * HOUR:
        return ngettext("{count} minute left", "{count} minutes left", left // MINUTE).format(count=left // MINUTE)
    if left < 2 * DAY:
        return ngettext("{count} hour left", "{count} hours left", left // HOUR).format(count=left // HOUR)
    return ngettext("{count} day left", "{count} days left", left // DAY).format(count=left // DAY)
