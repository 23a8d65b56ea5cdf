"""Words for the clock, its halts and pauses."""

from __future__ import annotations

from datetime import date, datetime

from django import template
from django.utils import timezone
from django.utils.text import capfirst
from django.utils.translation import gettext, ngettext

from games.play.clock.words import back_on, pause_wish_words
from games.table.players import Player
from games.table.view_model import Pause, Sprint, TableView, TurnClock
from games.web.dates import at_time, until_time
from games.web.sentences import in_a_row

register = template.Library()


@register.filter
def is_urgent(clock: TurnClock) -> bool:
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
        return gettext("away") if back is None else away_words(back)
    words = gettext("paused {until}") if halt.reason == "paused" else gettext("asleep {until}")
    return words.format(until=until_time(halt.until)) if halt.until is not None else gettext("paused")


@register.filter
def away_words(last: date) -> str:
    """Words about an absence. `last`: the last day away."""
    return gettext("away, back {on}").format(on=back_on(last))


@register.filter
def clock_sentence(table: TableView) -> str:
    clock, acts = table.clock, table.to_act
    if acts is None or (clock.due_at is None and clock.halt is None):
        return gettext("No clock is running.")
    if table.pause.on:
        return _pause_sentence(table)
    if clock.halt is not None:
        words = gettext("Your clock is stopped.")
        if not acts.is_me:
            words = gettext("{name}’s clock is stopped.").format(name=acts.name)
        words = f"{words} {capfirst(halt_words(table))}."
        return words if clock.due_at is None else f"{words} {_has_until(acts, clock.due_at)}"
    return _has_until(acts, clock.due_at) if clock.due_at is not None else ""


def _pause_sentence(table: TableView) -> str:
    pause = table.pause
    words = gettext("A moderator paused the game") if pause.held else capfirst(gettext("paused"))
    if pause.until is None:
        return f"{words}."
    resumes = gettext("The game resumes {time} at the latest.").format(time=at_time(pause.until))
    return f"{words}. {resumes}"


def _has_until(acts: Player, due_at: datetime) -> str:
    words = gettext("You have {until}.") if acts.is_me else gettext("{name} has {until}.")
    return words.format(name=acts.name, until=until_time(due_at))


@register.filter
def granted_words(clock: TurnClock) -> str:
    if clock.granted is None:
        return ""
    if clock.granted.is_me:
        return gettext("You gave one more day for this turn.")
    return gettext("{name} gave one more day for this turn.").format(name=clock.granted.name)


@register.filter
def wish_words(pause: Pause) -> str:
    return f"{_wish(pause)}."


@register.filter
def wish_short(pause: Pause) -> str:
    """The request for a pause in one line; more than one answer is counted."""
    if not pause.i_want:
        return _wish(pause)
    asked = [player.name for player in pause.others]
    return f"{_wish(pause)}. {still_to_agree(asked[0] if len(asked) == 1 else str(len(asked)))}"


def _wish(pause: Pause) -> str:
    if pause.i_want:
        return gettext("You want to resume") if pause.on else gettext("You want a pause")
    return pause_wish_words([player.name for player in pause.wanted], paused=pause.on)


@register.filter
def sprint_short(sprint: Sprint) -> str:
    """The offer of a sprint, or the request for one; more than one answer is counted."""
    if not sprint.i_want:
        return _sprint_wish(sprint) or gettext("Everyone’s here.")
    asked = [player.name for player in sprint.others]
    return f"{_sprint_wish(sprint)}. {still_to_agree(asked[0] if len(asked) == 1 else str(len(asked)))}"


@register.filter
def sprint_words(sprint: Sprint) -> str:
    if not sprint.wanted:
        return gettext("Everyone’s here.")
    waits = f" {still_to_agree(in_a_row([player.name for player in sprint.others]))}" if sprint.others else ""
    return f"{_sprint_wish(sprint)}.{waits}"


def _sprint_wish(sprint: Sprint) -> str:
    if sprint.i_want:
        return gettext("You want to play live")
    names = [player.name for player in sprint.wanted]
    if not names:
        return ""
    words = ngettext("{name} wants to play live", "{count} players want to play live", len(names))
    return words.format(name=names[0], count=len(names))


@register.filter
def still_to_agree(names: str) -> str:
    return gettext("Still to agree: {names}.").format(names=names)


@register.filter
def waiting_for(pause: Pause) -> str:
    return still_to_agree(in_a_row([player.name for player in pause.others]))
