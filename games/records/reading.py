"""Reads the record of a game that was played elsewhere. Only a sound one of a finished game passes."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from django.utils import timezone

from accounts.visible_text import is_name, text_shows
from games.engine import verify_record
from games.engine.record_schema import FORMAT
from games.errors import Refused
from games.records.errors import RecordReason

MOST_BYTES: Final = 1_000_000
NAME_MAX: Final = 40
# No game comes near these. They bound the time of the checks.
MOST_HANDS: Final = 128
MOST_TURNS: Final = 1_000
MOST_EVENTS: Final = 200
MOST_DIGITS: Final = 15
_EARLIEST: Final = datetime(2000, 1, 1, tzinfo=UTC)

# The fields to store. Others are dropped, so that nothing unchecked is stored.
_TURN: Final = ("seat", "turn", "by", "at", "number")
_EVENT: Final = ("kind", "seat", "hand", "after_turn", "at")
_HAND: Final = ("number", "leader", "seed", "deals", "undealt", "points", "voided")
_FAIR: Final = ("protocol", "anchor", "contributions", "fingerprint", "removed", "first_leader")
_OPTIONS: Final = ("seats", "target", "goat", "two_player_deck", "next_leader")

Json = dict[str, Any]


def read_import(raw: bytes) -> Json:
    """The checked record, with the fields of RECORDS.md alone. Raises Refused(TOO_LARGE, NOT_JSON, UNSOUND, NOT_OVER,
    NAMES).
    """
    if len(raw) > MOST_BYTES:
        raise Refused(RecordReason.TOO_LARGE)
    found = _json(raw)
    _check_sizes(found)
    faults = verify_record(found)
    if faults:
        raise _unsound(faults[0])
    if (found["result"] or {}).get("end") is None:
        raise Refused(RecordReason.NOT_OVER)
    record = _picked(found)
    _check_times(record)
    if not all(_is_players_name(player["name"]) for player in record["players"]):
        raise Refused(RecordReason.NAMES)
    return record


def _unsound(fault: str) -> Refused:
    return Refused(RecordReason.UNSOUND, str(RecordReason.UNSOUND.words).format(fault=fault[:200]))


def _not_json(fault: str) -> Refused:
    return Refused(RecordReason.NOT_JSON, str(RecordReason.NOT_JSON.words).format(fault=fault))


def _json(raw: bytes) -> Json:
    """The JSON object. No name may come twice, as readers differ in which one they take."""
    try:
        found = json.loads(raw.decode("utf-8"), object_pairs_hook=_object, parse_int=_int, parse_constant=_no_number)
    except UnicodeDecodeError:
        raise _not_json("it is not UTF-8 text") from None
    except RecursionError:
        raise _not_json("it is nested too deeply") from None
    except ValueError as error:
        raise _not_json(str(error)[:200]) from None
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        raise _not_json(f"its format is not {FORMAT}")
    return found


def _object(pairs: Iterable[tuple[str, Any]]) -> Json:
    found: Json = {}
    for name, value in pairs:
        if name in found:
            raise ValueError(f"the name {name[:40]!r} comes twice in an object")
        found[name] = value
    return found


def _int(digits: str) -> int:
    if len(digits) > MOST_DIGITS:
        raise ValueError(f"the number {digits[:20]}… is too large")
    return int(digits)


def _no_number(text: str) -> float:
    raise ValueError(f"{text} is not a number")


def _check_sizes(found: Json) -> None:
    """Refuse lists that no game fills. Their form is checked later."""
    hands = found.get("hands")
    if isinstance(hands, list):
        if len(hands) > MOST_HANDS:
            raise _unsound(f"it has more than {MOST_HANDS} hands")
        for hand in hands:
            if isinstance(hand, dict) and sum(_length(hand.get(key)) for key in ("turns", "withdrawn")) > MOST_TURNS:
                raise _unsound(f"a hand has more than {MOST_TURNS} turns")
    if _length(found.get("events")) > MOST_EVENTS:
        raise _unsound(f"it has more than {MOST_EVENTS} events")


def _length(value: object) -> int:
    return len(value) if isinstance(value, list) else 0


def _picked(found: Json) -> Json:
    return {
        **_fields(found, ("format", "id", "started_at", "ended_at")),
        "options": _fields(found["options"], _OPTIONS),
        "players": [_fields(player, ("seat", "name", "kind")) for player in found["players"]],
        "fair": _fields(found["fair"], _FAIR),
        "hands": [_hand(hand) for hand in found["hands"]],
        "events": [_fields(event, _EVENT) for event in found["events"]],
        "result": _fields(found["result"], ("points", "winners", "end")),
    }


def _hand(hand: Mapping[str, Any]) -> Json:
    logs = {key: [_fields(turn, _TURN) for turn in hand[key]] for key in ("turns", "withdrawn") if key in hand}
    return _fields(hand, _HAND) | logs


def _fields(found: Mapping[str, Any], names: Iterable[str]) -> Json:
    return {name: found[name] for name in names if name in found}


def _check_times(record: Json) -> None:
    """Shorten each time to microseconds. Refuse times that a page can't show, or that have not come."""
    latest = timezone.now() + timedelta(days=1)
    turns = [turn for hand in record["hands"] for key in ("turns", "withdrawn") for turn in hand.get(key, [])]
    for holder, key in [
        (record, "started_at"),
        (record, "ended_at"),
        *((row, "at") for row in turns + record["events"]),
    ]:
        text = holder[key]
        try:
            at = datetime.fromisoformat(text)
        except ValueError:
            raise _unsound(f"the time {text[:40]!r} is not one of a game") from None
        if not _EARLIEST <= at <= latest:
            raise _unsound(f"the time {text[:40]!r} is not one of a game")
        holder[key] = at.isoformat().replace("+00:00", "Z")


def _is_players_name(name: str) -> bool:
    return len(name) <= NAME_MAX and is_name(name) and text_shows(name)
