"""Verifies a record's events, actors and times against each other."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from games.engine.record_schema import Record, RecordedEvent
from games.engine.record_times import SECOND

# Clocks of several machines differ, and parts of one act are recorded at slightly different times.
LEEWAY: Final = 5 * SECOND
_FOR_A_SEAT: Final = ("bot", "moderator")

# A hand's number and the length of its log.
_Place = tuple[int, int]


def event_differences(record: Record) -> Iterator[str]:
    """Contradictions among events and times of a record that is otherwise sound."""
    yield from _order(record)
    for seat in range(record.options.seats):
        yield from _seat(record, seat)
    if record.end == "resigned":
        yield from _last_resigned(record)
    yield from _times(record)


def _place(event: RecordedEvent) -> _Place:
    return event.hand, event.after_turn


def _order(record: Record) -> Iterator[str]:
    places = [_place(event) for event in record.events]
    for number, (before, after) in enumerate(pairwise(places), start=2):
        if after < before:
            yield f"event {number} stands after one that came later"


def _seat(record: Record, seat: int) -> Iterator[str]:
    """A seat's events in order: none after resigning, and a return only from a bot."""
    last: RecordedEvent | None = None
    for event in (event for event in record.events if event.seat == seat):
        if last is not None and last.kind == "resign":
            yield f"seat {seat}: {event.kind} after it had resigned"
        elif event.kind == "return":
            if last is None or last.kind != "handover":
                yield f"seat {seat}: return, though no bot held it"
            else:
                yield from _held(record, last, until=_place(event))
        last = event
    if last is not None and last.kind == "resign":
        yield from _held(record, last, until=None)


def _held(record: Record, since: RecordedEvent, until: _Place | None) -> Iterator[str]:
    """Turns that the person took though a bot held the seat since then; `until` None means the game's end."""
    for hand in record.hands:
        for turn in hand.log:
            # Without known numbers of withdrawn turns, its place in the log is unknown.
            number = turn.number or (len(hand.log) if hand.number > since.hand else 0)
            place = hand.number, number
            if turn.seat != since.seat or place <= _place(since) or (until is not None and place > until):
                continue
            if turn.by not in _FOR_A_SEAT:
                yield (
                    f"hand {hand.number}: turn {number} of seat {turn.seat} is by {turn.by}, "
                    f"after the seat's {since.kind} in hand {since.hand}"
                )


def _last_resigned(record: Record) -> Iterator[str]:
    """Check that the game ended in its last hand when the last seat resigned."""
    last = [event for event in record.events if event.kind == "resign"][-1]
    hand = record.hands[-1]
    if _place(last) != (hand.number, len(hand.log)):
        yield f"the last seat resigned in hand {last.hand} after turn {last.after_turn}, but the game went on"
    if record.ended_at is not None and abs(record.ended_at - last.at) > LEEWAY:
        yield "the game didn't end when the last seat resigned"


def _times(record: Record) -> Iterator[str]:
    now, what = record.started_at, "the game's start"
    for at, name in _dated(record):
        if at < now - LEEWAY:
            yield f"{name} comes before {what}"
        if at > now:
            now, what = at, name
    if record.ended_at is None:
        return
    if record.ended_at < now - LEEWAY:
        yield f"the game's end comes before {what}"
    if record.end in ("target", "single_hand") and record.ended_at > record.hands[-1].log[-1].at + LEEWAY:
        yield "the game's end comes after the turn that ended it"


def _dated(record: Record) -> Iterator[tuple[int, str]]:
    for hand in record.hands:
        if any(turn.number is None for turn in hand.log):
            continue  # the order of its turns is unknown
        events = [event for event in record.events if event.hand == hand.number]
        for number in range(len(hand.log) + 1):
            if number:
                yield hand.log[number - 1].at, f"turn {number} of hand {hand.number}"
            for event in events:
                if event.after_turn == number:
                    yield event.at, f"the {event.kind} of seat {event.seat} in hand {hand.number}"
