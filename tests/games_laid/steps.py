"""The steps of a recorded game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from games.engine.record_schema import Record, RecordedHand
from games.engine.record_times import SECOND
from games.lobby.services import NewGame
from tests.recorded_games import Place, Recording

BOT = "skald"


def options_of(one: Recording, **more: Any) -> NewGame:
    """The record's options; `more` are fields that recordings lack."""
    options = one.record.options
    agreed = NewGame(
        seats=options.seats, target=options.target, goat=options.goat, two_player_deck=options.two_player_deck,
        next_leader=options.next_leader, bots=[BOT] * one.kinds.count("bot"),
    )  # fmt: skip
    return replace(agreed, **more)


@dataclass(frozen=True, slots=True)
class Step:
    """A turn or a seat's event."""

    kind: str
    seat: int
    at: int
    text: str = ""
    by: str = ""


def steps_of(record: Record, until: Place | None) -> Iterator[Step]:
    """The steps of the record up to a place; None is the end."""
    for hand in record.hands:
        if until is None or hand.number < until.hand:
            yield from _hand_steps(record, hand, None)
        elif hand.number == until.hand:
            yield from _hand_steps(record, hand, until.turn if until.turn >= 0 else len(hand.log) + until.turn)
    if until is None and record.end == "cancelled":
        assert record.ended_at is not None
        yield Step("cancel", -1, record.ended_at)


def _hand_steps(record: Record, hand: RecordedHand, turns: int | None) -> Iterator[Step]:
    """All steps of a hand, or its first turns with what follows from them."""
    for number in range(len(hand.log) + 1):
        turn = hand.log[number - 1] if number else None
        if turn is not None:
            yield Step("turn", turn.seat, turn.at, turn.text, turn.by)
        last = number == turns
        if turn in hand.withdrawn and turn is not None and not last:
            yield Step("undo", turn.seat, turn.at + SECOND // 2)
        for event in record.events:
            if (event.hand, event.after_turn) == (hand.number, number) and (not last or event.kind == "handover"):
                yield Step(event.kind, event.seat, event.at)
        if last:
            return
