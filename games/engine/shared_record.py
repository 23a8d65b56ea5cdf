"""Verifies records of hands for everyone, of a day or week (FAIRDEAL.md): their deals, turns and points."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from games.engine.cards import HAND_SIZE, Card
from games.engine.dealing import deal
from games.engine.fairdeal import (
    CHAIN_LENGTH,
    DAILY_PROTOCOL,
    SHARED_SEATS,
    WEEKLY_HANDS,
    WEEKLY_PROTOCOL,
    Opening,
    deck_for,
    first_leader,
    seed_fits,
    shared_opening,
)
from games.engine.record_schema import RecordObject, ShapeError
from games.engine.record_times import SECOND, parse_instant
from games.engine.rules import apply, complete_turn
from games.engine.state import HandState
from games.engine.turns import IllegalTurn, parse_turn

PROTOCOLS: Final = (DAILY_PROTOCOL, WEEKLY_PROTOCOL)

_HASH: Final = re.compile("[0-9a-f]{64}")
_DAY: Final = 24 * 3600 * SECOND
_WEEK: Final = 7 * _DAY
_MOST_POINTS: Final = CHAIN_LENGTH


@dataclass(frozen=True, slots=True)
class SharedRecord:
    """A well-formed record. `place`: the number that its date makes it. `turns` and `points` may be missing."""

    opening: Opening
    fingerprint: bytes
    bots_key: bytes
    number: int
    place: int
    seed: bytes
    leader: int
    deals: tuple[tuple[Card, ...], ...]
    undealt: tuple[Card, ...] | None
    turns: tuple[str, ...] | None
    points: tuple[int, ...] | None


def is_shared(record: object) -> bool:
    """Whether the value claims to be a record of a shared hand, not of a game."""
    return isinstance(record, dict) and "format" not in record and record.get("protocol") in PROTOCOLS


def verify_shared_record(record: object) -> list[str]:
    """Differences in words, in the order deal, turns, points; [] if it is sound. Takes any JSON value and never
    raises.
    """
    try:
        read = _read(RecordObject.of(record, "the record"))
    except ShapeError as error:
        return [str(error)]
    deals = list(_deal(read))
    # Turns are replayed with the cards that the record shows.
    return [*deals, *_course(read)]


def _read(root: RecordObject) -> SharedRecord:
    protocol = root.one_of("protocol", PROTOCOLS)
    first_day = root.text("first_day")
    try:
        opening = shared_opening(protocol, first_day, root.hexed("anchor", _HASH))
    except ValueError as error:
        raise ShapeError(f"the record: {error}") from None
    deals = tuple(root.cards("deals", item) for item in root.items("deals"))
    if len(deals) != SHARED_SEATS or any(len(cards) != HAND_SIZE for cards in deals):
        raise root.error("deals", f"{HAND_SIZE} cards for each of {SHARED_SEATS} seats")
    return SharedRecord(
        opening=opening,
        fingerprint=root.hexed("fingerprint", _HASH),
        bots_key=root.hexed("bots_key", _HASH),
        number=root.whole("number", 1, CHAIN_LENGTH),
        place=_place(root, protocol),
        seed=root.hexed("seed", _HASH),
        leader=root.whole("leader", 0, SHARED_SEATS - 1),
        deals=deals,
        undealt=root.cards("undealt", root.value("undealt")) if "undealt" in root.fields else None,
        turns=_turns(root) if "turns" in root.fields else None,
        points=_points(root) if root.fields.get("points") is not None else None,
    )


def _place(root: RecordObject, protocol: str) -> int:
    """The number in the chain of the hand of this date."""
    first = _day(root, "first_day")
    if protocol != WEEKLY_PROTOCOL:
        return (_day(root, "day") - first) // _DAY + 1
    weeks, rest = divmod(_day(root, "week") - first, _WEEK)
    if rest:
        raise root.error("week", "a whole number of weeks after the chain's first day")
    return weeks * WEEKLY_HANDS + root.whole("hand", 1, WEEKLY_HANDS)


def _day(root: RecordObject, key: str) -> int:
    try:
        return parse_instant(f"{root.text(key)}T00:00:00Z")
    except ValueError:
        raise root.error(key, "a day such as 2026-11-28") from None


def _turns(root: RecordObject) -> tuple[str, ...]:
    turns = root.items("turns")
    if not all(isinstance(turn, str) for turn in turns):
        raise root.error("turns", "a list of texts")
    return tuple(map(str, turns))


def _points(root: RecordObject) -> tuple[int, ...]:
    points = root.wholes("points", _MOST_POINTS)
    if len(points) != SHARED_SEATS:
        raise root.error("points", f"a list of {SHARED_SEATS}")
    return points


def _deal(record: SharedRecord) -> Iterator[str]:
    opening, seed, number = record.opening, record.seed, record.number
    if opening.fingerprint != record.fingerprint:
        yield "the fingerprint is not that of this opening"
    if record.place != number:
        yield f"the number is {number}, but its date makes it {record.place}"
    if not seed_fits(opening.anchor, seed, number):
        yield "the seed does not lead to the anchor"
        return
    if first_leader(opening, seed, number) != record.leader:
        yield "the leader is not the one that the seed draws"
    if opening.key(seed, "bots", number) != record.bots_key:
        yield "the bots' key is not the one that the seed makes"
    deck = deck_for(opening, seed, number, "")
    for seat, cards in enumerate(record.deals):
        if cards != deck[HAND_SIZE * seat : HAND_SIZE * (seat + 1)]:
            yield f"seat {seat}'s cards are not those that the seed deals"
    if record.undealt is not None and record.undealt != deck[HAND_SIZE * SHARED_SEATS :]:
        yield "the undealt cards are not those that the seed leaves"


def _course(record: SharedRecord) -> Iterator[str]:
    """The first turn that cannot be, or points that the turns do not make."""
    if record.turns is None:
        return
    cards = [card for dealt in record.deals for card in dealt]
    if len(set(cards)) != len(cards):
        yield "a card is dealt twice"
        return
    state = deal(cards, SHARED_SEATS, record.leader)
    for number, text in enumerate(record.turns, start=1):
        after = _after(state, text)
        if isinstance(after, str):
            yield f"turn {number}, {text!r} of seat {state.to_act}: {after}"
            return
        state = after
    if state.points != record.points:
        yield f"the points are {_listed(record.points)}, but the turns make them {_listed(state.points)}"


def _after(state: HandState, text: str) -> HandState | str:
    """The state after the turn, or why there is none."""
    try:
        complete = complete_turn(state, parse_turn(text))
    except IllegalTurn as refused:
        return f"refused as {refused.reason}"
    return apply(state, complete) if text == str(complete) else f"should be written {str(complete)!r}"


def _listed(points: tuple[int, ...] | None) -> str:
    return "none" if points is None else ", ".join(map(str, points))
