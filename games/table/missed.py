"""Turns that the viewer missed, each with the table after it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from games.models import Game, Move
from games.table.view_model import TURN_KINDS, Entry, HandResult, LogStep, Missed, Round, SetView

# Older steps are left to the log.
MAX_STEPS = 60
# Time after the start in which no player counts as late.
GAME_BEGINNING = timedelta(minutes=2)

# Entry kinds that show a player's presence, unless another acted in their place.
OWN_ACTS = (*TURN_KINDS, "undo", "resign", "return")


@dataclass(frozen=True, slots=True)
class HandLog:
    """A hand's rounds, newest first; `result` if the hand is over."""

    rounds: Sequence[Round]
    result: HandResult | None


def missed_after(seen: int, hands: Sequence[HandLog]) -> Missed | None:
    """The turns after version `seen` and the viewer's own last act; None if there were none. The hands are in order."""
    steps = [step for hand in hands for step in _steps(hand)]
    own = [step.entry.version for step in steps if _in_person(step.entry)]
    last = max([seen, *own])
    news = [step for step in steps if step.entry.version > last][-MAX_STEPS:]
    turns = sum(step.entry.kind in TURN_KINDS for step in news)
    return Missed(tuple(news), turns, first=last == 0) if turns else None


def just_begun(game: Game, missed: Missed, at: datetime) -> bool:
    """Whether the viewer first comes while the game begins, and so missed nothing."""
    return missed.first and begins(game, at)


def begins(game: Game, at: datetime) -> bool:
    return game.started_at is not None and at - game.started_at < GAME_BEGINNING


def begins_before(seen: int, newest: Sequence[Round]) -> bool:
    """Whether a viewer who last saw version `seen` may have missed the end of the hand before `newest`."""
    entries = [entry for past in newest for entry in past.entries]
    if any(_in_person(entry) for entry in entries):
        return False
    return not entries or min(entry.version for entry in entries) > seen + 1


def _in_person(entry: Entry) -> bool:
    return entry.player.is_me and entry.kind in OWN_ACTS and entry.by == Move.By.PLAYER


def _steps(hand: HandLog) -> Iterator[LogStep]:
    steps = [step for past in reversed(hand.rounds) for step in _steps_of_round(past)]
    last = next((at for at in reversed(range(len(steps))) if steps[at].entry.kind == "out"), None)
    for at, step in enumerate(steps):
        yield replace(step, result=hand.result) if at == last else step


def _steps_of_round(past: Round) -> Iterator[LogStep]:
    laid, beaten, took = None, None, ""
    for entry in reversed(past.entries):
        if entry.cards:
            laid, beaten, took = SetView(entry.cards, entry.value, entry.player), laid, entry.took
        yield LogStep(entry, laid, beaten, took)
