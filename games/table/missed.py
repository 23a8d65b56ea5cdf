"""What happened at a table since a person was there, turn by turn, each with the cards as they then lay."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from games.models import Game, Move
from games.table.view_model import TURN_KINDS, Entry, HandResult, Missed, Round, SetView, Step

# The newest are told; who was away for longer reads on in the log.
MOST_STEPS = 60
# So long a game is beginning.
BEGINNING = timedelta(minutes=2)

# What its person was there for, where nobody else did it in their place.
DEEDS = (*TURN_KINDS, "undo", "resign", "return")


@dataclass(frozen=True, slots=True)
class HandLog:
    """A hand's log, newest round first, and its result where it is over."""

    rounds: Sequence[Round]
    result: HandResult | None


def missed_after(seen: int, hands: Sequence[HandLog]) -> Missed | None:
    """What came after the version `seen`, of these hands in order; None where it was nothing but the viewer's own.

    What the viewer did in person is no news, nor is what came before the last of it.
    """
    steps = [step for hand in hands for step in _steps(hand)]
    own = [step.entry.version for step in steps if _in_person(step.entry)]
    last = max([seen, *own])
    news = [step for step in steps if step.entry.version > last][-MOST_STEPS:]
    turns = sum(step.entry.kind in TURN_KINDS for step in news)
    return Missed(tuple(news), turns, first=last == 0) if turns else None


def was_there(game: Game, missed: Missed, at: datetime) -> bool:
    """Whether nobody was away: who comes for the first time, while the game begins, finds it under way."""
    return missed.first and game.started_at is not None and at - game.started_at < BEGINNING


def begins_before(seen: int, newest: Sequence[Round]) -> bool:
    """Whether who saw the version `seen` may have missed the end of the hand before the newest, which is `newest`."""
    entries = [entry for past in newest for entry in past.entries]
    if any(_in_person(entry) for entry in entries):
        return False
    return not entries or min(entry.version for entry in entries) > seen + 1


def _in_person(entry: Entry) -> bool:
    return entry.player.is_me and entry.kind in DEEDS and entry.by == Move.By.PLAYER


def _steps(hand: HandLog) -> Iterator[Step]:
    steps = [step for past in reversed(hand.rounds) for step in _steps_of_round(past)]
    last = next((at for at in reversed(range(len(steps))) if steps[at].entry.kind == "out"), None)
    for at, step in enumerate(steps):
        yield replace(step, result=hand.result) if at == last else step


def _steps_of_round(past: Round) -> Iterator[Step]:
    laid, beaten, took = None, None, ""
    for entry in reversed(past.entries):
        if entry.cards:
            laid, beaten, took = SetView(entry.cards, entry.value, entry.player), laid, entry.took
        yield Step(entry, laid, beaten, took)
