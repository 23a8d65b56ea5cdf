"""Records of games that were not played here: sound ones, damaged ones, and such that cheat."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from games.engine import GameOptions
from tests.engine import records

Json = dict[str, Any]
Damage = Callable[[Json], object]
_FOLDER: Final = Path(__file__).parents[1] / "recorded_games"


def plain(record: object) -> Json:
    read: Json = json.loads(json.dumps(record))
    return read


def sound_records() -> dict[str, Json]:
    """Recorded games, and games that were played by the rules alone."""
    found = {file.stem: json.loads(file.read_text()) for file in sorted(_FOLDER.glob("*.json"))}
    made = {
        "three to 15": records.finished_game(GameOptions(3, target=15), seed=71),
        "six with the goat": records.finished_game(GameOptions(6, target=10, goat=True), seed=72),
        "two with all colours": records.finished_game(GameOptions(2, target=10, two_player_deck=False), seed=73),
        "the last leads": records.finished_game(GameOptions(4, target=10, next_leader="last"), seed=74),
        "resigned": records.resigned_game(GameOptions(4, target=20), seed=75),
        "cancelled": records.cancelled_game(GameOptions(3), seed=76),
        "voided": records.game_with_voided_hand(seed=77),
    }
    return found | {name: plain(record) for name, record in made.items()}


def one_record(seed: int = 81) -> Json:
    return plain(records.finished_game(GameOptions(3, target=10), seed=seed))


def as_file(record: object) -> bytes:
    return json.dumps(record).encode()


def damaged(change: Damage) -> bytes:
    record = one_record()
    change(record)
    return as_file(record)


def put(value: object, *path: str | int) -> Damage:
    """Sets the value at a place of the record."""

    def change(record: Json) -> None:
        place: Any = record
        for step in path[:-1]:
            place = place[step]
        place[path[-1]] = value

    return change


def _card_twice(record: Json) -> None:
    deals = record["hands"][0]["deals"]
    deals[0][0] = deals[1][0]


def _cards_swapped(record: Json) -> None:
    deals = record["hands"][0]["deals"]
    deals[0][0], deals[1][0] = deals[1][0], deals[0][0]


def _turn_repeated(record: Json) -> None:
    turns = record["hands"][0]["turns"]
    turns.insert(1, dict(turns[0]))


def _turn_left_out(record: Json) -> None:
    record["hands"][0]["turns"].pop()


def _turns_without_end(record: Json) -> None:
    record["hands"][0]["turns"] *= 60


def _hands_without_end(record: Json) -> None:
    record["hands"] += [{}] * 200


def _hand_left_out(record: Json) -> None:
    record["hands"].pop(0)


def _player_left_out(record: Json) -> None:
    record["players"].pop()


def _other_winner(record: Json) -> None:
    won = record["result"]["winners"]
    record["result"]["winners"] = [seat for seat in range(3) if seat not in won][:1]


def _points_moved(record: Json) -> None:
    points = record["result"]["points"]
    points[0], points[1] = points[1] + 1, points[0]


def _seed_of_another_hand(record: Json) -> None:
    record["hands"][0]["seed"] = record["hands"][1]["seed"]


_OPENED: Final = 400_000
_ONE: Final = as_file(one_record())
_FORMAT: Final = b'"format": "odin-game/1"'
_NUMBER: Final = b'"number": 1,'
_OTHER: Final = "ab" * 32
_RUNNING: Final = plain(records.running_game(GameOptions(3, target=30), seed=82))

# What is wrong, the file, the reason's code, and a part of what is said.
DAMAGED: Final[list[tuple[str, bytes, str, str]]] = [
    ("empty", b"", "record_not_json", "This isn’t a game record"),
    ("cut off", _ONE[:-40], "record_not_json", "This isn’t a game record"),
    ("cut off at the start", _ONE[40:], "record_not_json", "This isn’t a game record"),
    ("10 MB", as_file(one_record() | {"more": "x" * 10_000_000}), "record_too_large", "1 MB"),
    ("just too large", as_file(one_record() | {"more": "x" * 1_000_000}), "record_too_large", "1 MB"),
    ("10 MB of nesting", b"[" * 10_000_000, "record_too_large", "1 MB"),
    ("deep nesting", b"[" * _OPENED + b"]" * _OPENED, "record_not_json", "nested too deeply"),
    ("a huge number", _ONE.replace(_NUMBER, b'"number": 1' + b"0" * 5000 + b","), "record_not_json", "too large"),
    ("not a number", _ONE.replace(_NUMBER, b'"number": NaN,'), "record_not_json", "NaN is not a number"),
    ("a name twice", _ONE.replace(_FORMAT, _FORMAT + b", " + _FORMAT), "record_not_json", "comes twice"),
    ("not UTF-8", _ONE.replace(b"player 0", b"player \xff"), "record_not_json", "UTF-8"),
    ("a list", b"[" + _ONE + b"]", "record_not_json", "odin-game/1"),
    ("another format", damaged(put("odin-game/2", "format")), "record_not_json", "odin-game/1"),
    ("a hand of the day", b'{"protocol": "odin-daily/1"}', "record_not_json", "odin-game/1"),
    ("NUL in a name", damaged(put("a\x00b", "players", 0, "name")), "record_names", "visible"),
    ("an invisible name", damaged(put("\u200b", "players", 0, "name")), "record_names", "visible"),
    ("half a letter in a name", damaged(put("\ud800", "players", 0, "name")), "record_names", "visible"),
    ("a name turned around", damaged(put("\u202eanna", "players", 0, "name")), "record_names", "visible"),
    ("a long name", damaged(put("x" * 41, "players", 0, "name")), "record_names", "40"),
    ("a name of the wrong type", damaged(put(7, "players", 0, "name")), "record_unsound", "name is not text"),
    ("too few players", damaged(_player_left_out), "record_unsound", "players"),
    ("a card twice", damaged(_card_twice), "record_unsound", "seat 0's cards are not those"),
    ("cards swapped", damaged(_cards_swapped), "record_unsound", "cards are not those that the seed deals"),
    ("no such card", damaged(put("Z9", "hands", 0, "deals", 0, 0)), "record_unsound", "cards"),
    ("a wrong seed", damaged(put(_OTHER, "hands", 0, "seed")), "record_unsound", "seed does not lead to the anchor"),
    ("the seed of another hand", damaged(_seed_of_another_hand), "record_unsound", "seed does not lead"),
    ("no seed", damaged(put(None, "hands", 0, "seed")), "record_unsound", "seed is not shown"),
    ("another anchor", damaged(put(_OTHER, "fair", "anchor")), "record_unsound", "fingerprint"),
    ("other data of a player", damaged(put("00", "fair", "contributions", 0)), "record_unsound", "fingerprint"),
    ("another id", damaged(put("another", "id")), "record_unsound", "fingerprint"),
    ("a pass at a lead", damaged(put("pass", "hands", 0, "turns", 0, "turn")), "record_unsound", "must_lead"),
    ("a turn twice", damaged(_turn_repeated), "record_unsound", "turn 2"),
    ("another seat's turn", damaged(put(9, "hands", 0, "turns", 0, "seat")), "record_unsound", "seat is not"),
    ("a turn that is none", damaged(put("B1;x", "hands", 0, "turns", 0, "turn")), "record_unsound", "malformed"),
    ("a turn left out", damaged(_turn_left_out), "record_unsound", "hand 1"),
    ("turns without end", damaged(_turns_without_end), "record_unsound", "more than 1000 turns"),
    ("300 events", damaged(put([{}] * 300, "events")), "record_unsound", "more than 200 events"),
    ("200 hands", damaged(_hands_without_end), "record_unsound", "more than 128 hands"),
    ("wrong points of a hand", damaged(put([0, 0, 0], "hands", 0, "points")), "record_unsound", "points"),
    ("wrong points", damaged(_points_moved), "record_unsound", "hands add up to"),
    ("another winner", damaged(_other_winner), "record_unsound", "winners"),
    ("a hand left out", damaged(_hand_left_out), "record_unsound", "where hand 1 should"),
    ("a text for a flag", damaged(put("no", "options", "goat")), "record_unsound", "goat is not true or false"),
    ("nine seats", damaged(put(9, "options", "seats")), "record_unsound", "seats"),
    ("hands that are none", damaged(put({"0": {}}, "hands")), "record_unsound", "hands is not a list"),
    ("a time of another age", damaged(put("0001-01-01T00:00:00Z", "started_at")), "record_unsound", "the time"),
    ("a time to come", damaged(put("2999-01-01T00:00:00Z", "ended_at")), "record_unsound", "end"),
    ("a running game", as_file(_RUNNING), "record_not_over", "isn’t over yet"),
]
