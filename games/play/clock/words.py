"""Template filters for time."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from typing import Final, Protocol

from django import template
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games.clocks import Pace
from games.models import Game
from games.play.clock.selectors import Halt
from games.web.dates import on_day_of_year, until_time

register = template.Library()

MINUTE: Final = timedelta(minutes=1)
HOUR: Final = timedelta(hours=1)
DAY: Final = timedelta(days=1)

_THEN: Final[dict[str, str | Promise]] = {
    Game.TimeoutAction.PASS: _("{pace}, then you pass"),
    Game.TimeoutAction.CARETAKER: _("{pace}, then a bot plays"),
}
_TIME_UP: Final[dict[str, str | Promise]] = {
    Game.TimeoutAction.PASS: _(
        "The player passes, or leads their lowest card. After three timeouts in a row a stand-in bot plays on."
    ),
    Game.TimeoutAction.CARETAKER: _("A stand-in bot takes the turn. After three timeouts in a row it plays on."),
}


class Paced(Protocol):
    @property
    def pace(self) -> str: ...

    @property
    def timeout_action(self) -> str: ...

    @property
    def weekends_off(self) -> bool: ...


@register.filter
def pace_words(game: Paced) -> str:
    """Words like "1 day a turn" or "no time limit"."""
    if game.pace == Game.Pace.NONE:
        return gettext("no time limit")
    return str(Game.Pace(game.pace).label)


@register.filter
def clock_words(game: Paced) -> str:
    """Words like "1 day a turn, then you pass, weekends off"."""
    pace = pace_words(game)
    words = pace if game.pace == Game.Pace.NONE else str(_THEN[game.timeout_action]).format(pace=pace)
    return gettext("{clock}, weekends off").format(clock=words) if game.weekends_off else words


@register.filter
def time_up_words(game: Paced) -> str:
    """A sentence about what happens when time runs out."""
    if game.pace == Game.Pace.NONE:
        return gettext("No time limit. After {days} days a stand-in bot takes the turn.").format(
            days=Pace.NONE.length.days
        )
    return str(_TIME_UP[game.timeout_action])


@register.filter
def left_words(due_at: datetime | None) -> str:
    """Words like "5 hours left"."""
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


@register.filter
def left_short(due_at: datetime) -> str:
    """Words like "5 h left", as the script counts down."""
    left = due_at - timezone.now()
    if left <= timedelta(0):
        return gettext("time is up")
    if left < MINUTE:
        return gettext("{time} left").format(time=gettext("< 1 min"))
    for unit, words, least in ((DAY, _("{count} d"), 2 * DAY), (HOUR, _("{count} h"), 2 * HOUR)):
        if left >= least:
            return gettext("{time} left").format(time=str(words).format(count=left // unit))
    return gettext("{time} left").format(time=gettext("{count} min").format(count=left // MINUTE))


@register.filter
def milliseconds(at: datetime) -> int:
    return int(at.timestamp() * 1000)


@register.simple_tag
def server_now() -> int:
    return milliseconds(timezone.now())


@register.filter
def halt_short(halt: Halt) -> str:
    """Words like "weekend", "away" or "asleep until 08:00"."""
    if halt.reason == "weekend":
        return gettext("weekend")
    if halt.reason == "asleep" and halt.until is not None:
        return gettext("asleep {until}").format(until=until_time(halt.until))
    return gettext("away")


@register.filter
def back_on(last: date) -> str:
    """The day after, like "on 3 Dec"."""
    return on_day_of_year(last + DAY)


def pause_wish_words(names: Sequence[str], *, paused: bool) -> str:
    """Words like "Ylva wants a pause" or "2 players want to resume"."""
    if paused:
        words = ngettext("{name} wants to resume", "{count} players want to resume", len(names))
    else:
        words = ngettext("{name} wants a pause", "{count} players want a pause", len(names))
    return words.format(name=names[0], count=len(names))
