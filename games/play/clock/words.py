"""Words of the clocks: a game's pace, what happens when time is up, how much time is left."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from typing import Final

from django import template
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext, pgettext
from django.utils.translation import gettext_lazy as _

from games.clocks import Pace
from games.lobby.selectors import OwnTable
from games.models import Game
from games.play.clock.selectors import Halt
from games.table.players import Player
from games.table.view_model import Clock, Pause, Rules, TableView
from games.web.dates import day_of_year, spoken
from games.web.sentences import in_a_row

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
    after = gettext("After three times in a row a caretaker bot holds the seat, until its player is back.")
    return f"{words} {after}"


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


@register.filter
def left_short(due_at: datetime) -> str:
    """`left_words` for narrow places, as the page's script counts it down: "5 h left"."""
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
def until(at: datetime) -> str:
    """A time to come as one would say it: "18:00" today, "Tue 18:00" within six days, else "3 Dec 18:00"."""
    here = timezone.localtime(at)
    return spoken(here, (here.date() - timezone.localdate()).days)


@register.filter
def at_time(at: datetime) -> str:
    """`until` as part of a sentence: "at 18:00" today, "on Tue at 18:00", "on 3 Dec at 18:00"."""
    day, _space, time = until(at).rpartition(" ")
    words = gettext("on {day} at {time}") if day else gettext("at {time}")
    return words.format(day=day, time=time)


@register.filter
def is_urgent(clock: Clock) -> bool:
    """Whether little of the turn's time is left."""
    return clock.urgent_at is not None and timezone.now() >= clock.urgent_at


@register.filter
def milliseconds(at: datetime) -> int:
    """An instant as scripts count time."""
    return int(at.timestamp() * 1000)


@register.simple_tag
def server_now() -> int:
    """The server's time as scripts count it."""
    return milliseconds(timezone.now())


@register.filter
def halt_words(table: TableView) -> str:
    """Why the clock stands still, and until when: "away, back on 3 Dec"; nothing where it runs."""
    halt = table.clock.halt
    if halt is None:
        return ""
    if halt.reason == "weekend":
        return gettext("weekend")
    if halt.reason == "away":
        acts = next((seat for seat in table.seats if seat.to_act), None)
        back = acts.away_until if acts is not None else None
        return gettext("away") if back is None else gettext("away, back on {day}").format(day=back_on(back))
    words = gettext("paused until {time}") if halt.reason == "paused" else gettext("asleep until {time}")
    return words.format(time=until(halt.until)) if halt.until is not None else gettext("paused")


@register.filter
def halt_short(halt: Halt) -> str:
    """Why a clock stands still, for lists: "weekend", "away", "asleep until 08:00"."""
    if halt.reason == "weekend":
        return gettext("weekend")
    if halt.reason == "asleep" and halt.until is not None:
        return gettext("asleep until {time}").format(time=until(halt.until))
    return gettext("away")


@register.filter
def back_on(last: date) -> str:
    """The day after an absence's last one: "3 Dec"."""
    return day_of_year(last + DAY)


@register.filter
def clock_sentence(table: TableView) -> str:
    """How much time the seat to act has, in a sentence."""
    clock, acts = table.clock, table.to_act
    if acts is None or (clock.due_at is None and clock.halt is None):
        return gettext("No clock runs at the moment.")
    if table.pause.on:
        return _pause_sentence(table)
    if clock.halt is not None:
        words = gettext("Your clock stands still: {state}.")
        if not acts.is_me:
            words = gettext("{name}’s clock stands still: {state}.")
        words = words.format(name=acts.name, state=halt_words(table))
        return words if clock.due_at is None else f"{words} {_time_up_at(clock.due_at)}"
    words = gettext("You have until {time}.") if acts.is_me else gettext("{name} has until {time}.")
    return words.format(name=acts.name, time=until(clock.due_at) if clock.due_at is not None else "")


def _pause_sentence(table: TableView) -> str:
    pause = table.pause
    if not pause.held:
        return gettext("The game is {state} at the latest.").format(state=halt_words(table))
    if pause.until is None:
        return gettext("A moderator has paused the game, and will let it go on.")
    return gettext("A moderator has paused the game; it goes on {time} at the latest.").format(
        time=at_time(pause.until)
    )


def _time_up_at(due_at: datetime) -> str:
    return gettext("Time is up {time}.").format(time=at_time(due_at))


@register.filter
def granted_words(clock: Clock) -> str:
    """Who has given a day more for this turn, in a sentence; nothing where nobody has."""
    if clock.granted is None:
        return ""
    if clock.granted.is_me:
        return gettext("You have given a day more for this turn.")
    return gettext("{name} has given a day more for this turn.").format(name=clock.granted.name)


@register.filter
def wish_words(pause: Pause) -> str:
    """What is wished: "Ylva wants a pause.", "Ylva and you want to go on."."""
    names, count = _names(pause.wanted), len(pause.wanted)
    if pause.i_want and count == 1:
        return gettext("You want to go on.") if pause.on else gettext("You want a pause.")
    if pause.on:
        return ngettext("{names} wants to go on.", "{names} want to go on.", count).format(names=names)
    return ngettext("{names} wants a pause.", "{names} want a pause.", count).format(names=names)


@register.filter
def wish_short(pause: Pause) -> str:
    """A wish that waits for an answer, for narrow places: "Ylva wants a pause", "You want to go on; Ylva is asked"."""
    if not pause.i_want:
        return wish_of([player.name for player in pause.wanted], paused=pause.on)
    mine = gettext("You want to go on") if pause.on else gettext("You want a pause")
    asked = [player.name for player in pause.others]
    if len(asked) == 1:
        return gettext("{wish}; {name} has yet to answer.").format(wish=mine, name=asked[0])
    return gettext("{wish}; {count} players have yet to answer.").format(wish=mine, count=len(asked))


def wish_of(names: Sequence[str], *, paused: bool) -> str:
    """What these players want: "Ylva wants a pause", "2 players want to go on"."""
    if paused:
        words = ngettext("{name} wants to go on", "{count} players want to go on", len(names))
    else:
        words = ngettext("{name} wants a pause", "{count} players want a pause", len(names))
    return words.format(name=names[0], count=len(names))


@register.filter
def asked_words(table: OwnTable) -> str:
    """The wish of others that the person has not answered, or their own while others have not; else nothing."""
    paused = table.game.status == Game.Status.PAUSED
    if table.asked_by:
        return wish_of(table.asked_by, paused=paused)
    if not table.asks:
        return ""
    return gettext("You want to go on") if paused else gettext("You want a pause")


@register.filter
def waiting_for(pause: Pause) -> str:
    """Who is still to agree, besides the viewer."""
    return _names(pause.others)


def _names(players: tuple[Player, ...]) -> str:
    names = [player.name for player in players if not player.is_me]
    if len(names) < len(players):
        names.append(pgettext("one of several who do something", "you"))
    return in_a_row(names)
