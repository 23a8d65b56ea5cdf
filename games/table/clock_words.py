"""Words for the clock, its halts and pauses."""

from __future__ import annotations

from datetime import datetime

from django import template
from django.utils import timezone
from django.utils.translation import gettext, ngettext, pgettext

from games.play.clock.words import at_time, back_on, pause_wish_words
from games.table.players import Player
from games.table.view_model import Clock, Pause, TableView
from games.web.dates import until
from games.web.sentences import in_a_row

register = template.Library()


@register.filter
def is_urgent(clock: Clock) -> bool:
    return clock.urgent_at is not None and timezone.now() >= clock.urgent_at


@register.filter
def halt_words(table: TableView) -> str:
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
def clock_sentence(table: TableView) -> str:
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
    if clock.granted is None:
        return ""
    if clock.granted.is_me:
        return gettext("You have given a day more for this turn.")
    return gettext("{name} has given a day more for this turn.").format(name=clock.granted.name)


@register.filter
def wish_words(pause: Pause) -> str:
    names, count = _names(pause.wanted), len(pause.wanted)
    if pause.i_want and count == 1:
        return gettext("You want to go on.") if pause.on else gettext("You want a pause.")
    if pause.on:
        return ngettext("{names} wants to go on.", "{names} want to go on.", count).format(names=names)
    return ngettext("{names} wants a pause.", "{names} want a pause.", count).format(names=names)


@register.filter
def wish_short(pause: Pause) -> str:
    if not pause.i_want:
        return pause_wish_words([player.name for player in pause.wanted], paused=pause.on)
    mine = gettext("You want to go on") if pause.on else gettext("You want a pause")
    asked = [player.name for player in pause.others]
    if len(asked) == 1:
        return gettext("{wish}; {name} has yet to answer.").format(wish=mine, name=asked[0])
    return gettext("{wish}; {count} players have yet to answer.").format(wish=mine, count=len(asked))


@register.filter
def waiting_for(pause: Pause) -> str:
    return _names(pause.others)


def _names(players: tuple[Player, ...]) -> str:
    names = [player.name for player in players if not player.is_me]
    if len(names) < len(players):
        names.append(pgettext("one of several who do something", "you"))
    return in_a_row(names)
