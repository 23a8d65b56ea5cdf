"""The shape of a game record, odin-game/1 (RECORDS.md): from JSON to typed, frozen values.

Unknown fields are ignored: records may grow.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final, Literal, cast

from games.engine.cards import HAND_SIZE, Card
from games.engine.fairdeal import CHAIN_LENGTH, PROTOCOL, Opening
from games.engine.options import GameOptions, NextLeader
from games.engine.record_times import parse_instant

FORMAT: Final = "odin-game/1"
KINDS: Final = ("person", "bot")
ACTORS: Final = ("player", "auto", "timeout", "bot", "moderator")
EVENTS: Final = ("resign", "handover", "return")
ENDS: Final = ("target", "single_hand", "resigned", "cancelled")

End = Literal["target", "single_hand", "resigned", "cancelled"]

_HASH: Final = re.compile("[0-9a-f]{64}")
# Far above any hand's log.
_MAX_TURNS: Final = 1_000_000
_CONTRIBUTION: Final = re.compile("(?:[0-9a-f]{2}){0,64}")


class ShapeError(Exception):
    """The value is not a record; the text says where and why."""


@dataclass(frozen=True, slots=True)
class RecordedTurn:
    """A turn as text. `number`: its place in the hand's log with withdrawn turns; None if unknown."""

    seat: int
    text: str
    by: str
    at: int
    number: int | None


@dataclass(frozen=True, slots=True)
class RecordedEvent:
    """An event outside the turns. `after_turn` counts the hand's log; 0 means before the first turn."""

    kind: str
    seat: int
    hand: int
    after_turn: int
    at: int


@dataclass(frozen=True, slots=True)
class RecordedHand:
    """A hand. While secret, `seed` and `undealt` are None, other seats' deals ()."""

    number: int
    leader: int
    seed: bytes | None
    deals: tuple[tuple[Card, ...], ...]
    undealt: tuple[Card, ...] | None
    turns: tuple[RecordedTurn, ...]
    withdrawn: tuple[RecordedTurn, ...]
    points: tuple[int, ...] | None
    voided: bool

    @property
    def log(self) -> tuple[RecordedTurn, ...]:
        return tuple(sorted((*self.turns, *self.withdrawn), key=lambda turn: turn.number or 0))


@dataclass(frozen=True, slots=True)
class Record:
    """A well-formed record; `verify_record` says whether its parts agree.

    `end` and `ended_at`: None while the game runs; `points`: None if there are none.
    """

    options: GameOptions
    opening: Opening
    fingerprint: bytes
    removed: str
    first_leader: int
    hands: tuple[RecordedHand, ...]
    events: tuple[RecordedEvent, ...]
    points: tuple[int, ...] | None
    winners: tuple[int, ...]
    end: End | None
    started_at: int
    ended_at: int | None

    @property
    def resigned(self) -> frozenset[int]:
        return frozenset(event.seat for event in self.events if event.kind == "resign")


@dataclass(frozen=True, slots=True)
class RecordObject:
    """An object inside the record and its place there. Readers raise ShapeError."""

    where: str
    fields: dict[str, object]

    @classmethod
    def of(cls, value: object, where: str) -> RecordObject:
        if not isinstance(value, dict):
            raise ShapeError(f"{where} is not an object")
        return cls(where, value)

    def error(self, key: str, wanted: str) -> ShapeError:
        return ShapeError(f"{self.where}: {key} is not {wanted}")

    def value(self, key: str) -> object:
        if key not in self.fields:
            raise ShapeError(f"{self.where}: {key} is missing")
        return self.fields[key]

    def part(self, key: str) -> RecordObject:
        return RecordObject.of(self.value(key), key)

    def items(self, key: str) -> list[object]:
        value = self.value(key)
        if not isinstance(value, list):
            raise self.error(key, "a list")
        return value

    def parts(self, key: str, name: str) -> list[RecordObject]:
        return [RecordObject.of(item, f"{name} {at + 1}") for at, item in enumerate(self.items(key))]

    def text(self, key: str) -> str:
        value = self.value(key)
        if not isinstance(value, str):
            raise self.error(key, "text")
        return value

    def one_of(self, key: str, words: tuple[str, ...]) -> str:
        value = self.text(key)
        if value not in words:
            raise self.error(key, f"one of {', '.join(words)}")
        return value

    def flag(self, key: str) -> bool:
        value = self.value(key)
        if not isinstance(value, bool):
            raise self.error(key, "true or false")
        return value

    def whole(self, key: str, low: int, high: int) -> int:
        return self._whole(key, self.value(key), low, high)

    def wholes(self, key: str, high: int) -> tuple[int, ...]:
        return tuple(self._whole(key, item, 0, high) for item in self.items(key))

    def _whole(self, key: str, value: object, low: int, high: int) -> int:
        if type(value) is not int or not low <= value <= high:
            raise self.error(key, f"a whole number from {low} to {high}")
        return value

    def hexed(self, key: str, pattern: re.Pattern[str]) -> bytes:
        return self.hex_bytes(key, self.value(key), pattern)

    def hex_bytes(self, key: str, value: object, pattern: re.Pattern[str]) -> bytes:
        if not isinstance(value, str) or pattern.fullmatch(value) is None:
            raise self.error(key, "lower-case hex of the right length")
        return bytes.fromhex(value)

    def time(self, key: str) -> int:
        """The time in microseconds, as `parse_instant`."""
        value = self.text(key)
        try:
            return parse_instant(value)
        except ValueError:
            raise self.error(key, "a time in ISO 8601 with Z") from None

    def cards(self, key: str, value: object) -> tuple[Card, ...]:
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise self.error(key, "a list of cards")
        try:
            cards = tuple(Card.parse(item) for item in value)
        except ValueError:
            raise self.error(key, "a list of cards") from None
        if [str(card) for card in cards] != value:
            raise self.error(key, "written in capitals")
        return cards


def read_record(value: object) -> Record:
    """Read a JSON value. Raises ShapeError with the first fault."""
    root = RecordObject.of(value, "the record")
    root.one_of("format", (FORMAT,))
    options = _options(root.part("options"))
    _check_players(root, options.seats)
    opening, fair = _opening(root, options), root.part("fair")
    hands = tuple(_hand(part, options.seats) for part in root.parts("hands", "hand"))
    points, winners, end = _result(root, options.seats)
    started_at, ended_at = _times(root, running=end is None)
    return Record(
        options=options,
        opening=opening,
        fingerprint=fair.hexed("fingerprint", _HASH),
        removed=_removed(fair, options),
        first_leader=fair.whole("first_leader", 0, options.seats - 1),
        hands=hands,
        events=tuple(_events(root, hands, options.seats)),
        points=points,
        winners=winners,
        end=end,
        started_at=started_at,
        ended_at=ended_at,
    )


def _options(part: RecordObject) -> GameOptions:
    target = part.value("target")
    try:
        return GameOptions(
            seats=part.whole("seats", 2, 6),
            target=None if target is None else part.whole("target", 10, 30),
            goat=part.flag("goat"),
            two_player_deck=part.flag("two_player_deck"),
            next_leader=cast(NextLeader, part.one_of("next_leader", ("left", "last"))),
        )
    except ValueError as error:
        raise ShapeError(f"options: {error}") from None


def _check_players(root: RecordObject, seats: int) -> None:
    players = root.parts("players", "player")
    if len(players) != seats:
        raise root.error("players", f"a list of {seats}, one for each seat")
    for seat, player in enumerate(players):
        player.whole("seat", seat, seat)
        player.text("name")
        player.one_of("kind", KINDS)


def _opening(root: RecordObject, options: GameOptions) -> Opening:
    fair = root.part("fair")
    fair.one_of("protocol", (PROTOCOL,))
    given = fair.items("contributions")
    try:
        return Opening(
            game_id=root.text("id"),
            anchor=fair.hexed("anchor", _HASH),
            seats=options.seats,
            goat=options.goat,
            remove_two=options.removes_two,
            contributions=tuple(fair.hex_bytes("contributions", item, _CONTRIBUTION) for item in given),
        )
    except ValueError as error:
        raise ShapeError(f"fair: {error}") from None


def _removed(fair: RecordObject, options: GameOptions) -> str:
    removed = fair.items("removed")
    if not all(isinstance(colour, str) and len(colour) == 1 for colour in removed):
        raise fair.error("removed", "a list of colours")
    letters = "".join(map(str, removed))
    try:
        options.colours(letters)
    except ValueError as error:
        raise ShapeError(f"fair: removed: {error}") from None
    return letters


def _hand(part: RecordObject, seats: int) -> RecordedHand:
    deals = tuple(part.cards("deals", item) for item in part.items("deals"))
    if len(deals) != seats or any(len(cards) not in (0, HAND_SIZE) for cards in deals):
        raise part.error("deals", f"{HAND_SIZE} cards, or none where they are secret, for each of {seats} seats")
    undealt = part.value("undealt")
    turns, withdrawn = _turns(part, seats)
    return RecordedHand(
        number=part.whole("number", 1, CHAIN_LENGTH),
        leader=part.whole("leader", 0, seats - 1),
        seed=None if part.value("seed") is None else part.hexed("seed", _HASH),
        deals=deals,
        undealt=None if undealt is None else part.cards("undealt", undealt),
        turns=turns,
        withdrawn=withdrawn,
        points=_points(part, seats) if "points" in part.fields else None,
        voided=part.flag("voided") if "voided" in part.fields else False,
    )


def _turns(hand: RecordObject, seats: int) -> tuple[tuple[RecordedTurn, ...], tuple[RecordedTurn, ...]]:
    """Turns that count and turns withdrawn, numbered together from 1."""
    taken, gone = _taken(hand, "turns", seats), _taken(hand, "withdrawn", seats) if "withdrawn" in hand.fields else []
    numbers = [turn.number for turn in (*taken, *gone)]
    if not any(numbers):
        known = not gone
        return tuple(replace(turn, number=at if known else None) for at, turn in enumerate(taken, 1)), tuple(gone)
    standing = numbers[: len(taken)]
    if sorted(number or 0 for number in numbers) != list(range(1, len(numbers) + 1)):
        raise hand.error("turns", "complete: the numbers of turns, with those taken back, don't count up from 1")
    if standing != sorted(number or 0 for number in standing):
        raise hand.error("turns", "in order")
    return tuple(taken), tuple(gone)


def _taken(hand: RecordObject, key: str, seats: int) -> list[RecordedTurn]:
    return [
        RecordedTurn(
            seat=part.whole("seat", 0, seats - 1),
            text=part.text("turn"),
            by=part.one_of("by", ACTORS),
            at=part.time("at"),
            number=part.whole("number", 1, _MAX_TURNS) if "number" in part.fields else None,
        )
        for part in hand.parts(key, f"{hand.where}, {key}")
    ]


def _points(part: RecordObject, seats: int) -> tuple[int, ...] | None:
    """The points by seat; None for null or an empty list."""
    if not part.value("points"):
        return None
    # The most that 128 hands of 9 cards and a goat can bring.
    points = part.wholes("points", CHAIN_LENGTH * (HAND_SIZE + 4))
    if len(points) != seats:
        raise part.error("points", f"a list of {seats}")
    return points


def _events(root: RecordObject, hands: tuple[RecordedHand, ...], seats: int) -> Iterator[RecordedEvent]:
    lengths = {hand.number: len(hand.turns) + len(hand.withdrawn) for hand in hands}
    for part in root.parts("events", "event"):
        at = part.time("at")
        seat, kind = part.whole("seat", 0, seats - 1), part.one_of("kind", EVENTS)
        number = part.whole("hand", 1, CHAIN_LENGTH)
        if number not in lengths:
            raise part.error("hand", "a hand of this record")
        yield RecordedEvent(kind, seat, number, part.whole("after_turn", 0, lengths[number]), at)


def _result(root: RecordObject, seats: int) -> tuple[tuple[int, ...] | None, tuple[int, ...], End | None]:
    """Points, winners and end; all empty while the game runs."""
    if root.value("result") is None:
        return None, (), None
    part = root.part("result")
    end = None if part.value("end") is None else cast(End, part.one_of("end", ENDS))
    winners = part.wholes("winners", seats - 1)
    if end is not None and _points(part, seats) is None:
        raise part.error("points", f"a list of {seats}")
    return _points(part, seats), winners, end


def _times(root: RecordObject, *, running: bool) -> tuple[int, int | None]:
    started = root.time("started_at")
    if running:
        if root.value("ended_at") is not None:
            raise root.error("ended_at", "null, though the game has not ended")
        return started, None
    ended = root.time("ended_at")
    if ended < started:
        raise ShapeError("the record: the game ended before it started")
    return started, ended
