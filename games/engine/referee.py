"""The referee: one JSON line in for a scenario, one out for its result (REFEREE.md)."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NoReturn, cast

from games.engine.cards import Card, cards_text
from games.engine.dealing import start_hand
from games.engine.rules import apply, complete_turn, legal_turns
from games.engine.state import HandState
from games.engine.turns import IllegalTurn, Turn, parse_turn

Json = dict[str, object]


class BadLineError(Exception):
    """The line is not a scenario; the text says why."""


@dataclass(frozen=True, slots=True)
class Scenario:
    id: str | int | None
    state: HandState
    turns: tuple[str, ...]
    legal: bool


def answers(lines: Iterable[bytes]) -> Iterator[str]:
    for line in lines:
        yield json.dumps(answer(line))


def answer(line: bytes) -> Json:
    """The answer to a line. For a bad line `error` is malformed and `detail` says why."""
    data: object = None
    try:
        data = _read(line)
        return _played(_scenario(data))
    except BadLineError as bad:
        return {"id": _line_id(data), "error": "malformed", "detail": str(bad)}


def _read(line: bytes) -> object:
    try:
        return cast(object, json.loads(line.decode(), parse_float=_finite, parse_constant=_refuse_constant))
    except UnicodeDecodeError:
        raise BadLineError("the line is not UTF-8") from None
    except RecursionError:
        raise BadLineError("the line is nested too deeply") from None
    except ValueError as error:
        raise BadLineError(f"the line is not JSON: {error}") from None


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(f"{text} is too large")
    return number


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON")


def _line_id(data: object) -> str | int | None:
    found = data.get("id") if isinstance(data, dict) else None
    return found if isinstance(found, str) or type(found) is int else None


def _scenario(data: object) -> Scenario:
    """The scenario in the JSON value. Raises BadLineError."""
    if not isinstance(data, dict):
        raise BadLineError("the line is not an object")
    if data.get("id") is not None and _line_id(data) is None:
        raise BadLineError("id is neither text nor a whole number")
    turns, legal = data.get("turns"), data.get("legal", False)
    if not isinstance(turns, list) or not all(isinstance(turn, str) for turn in turns):
        raise BadLineError("turns is not a list of texts")
    if not isinstance(legal, bool):
        raise BadLineError("legal is neither true nor false")
    return Scenario(_line_id(data), _start(data), tuple(turns), legal)


def _start(data: Json) -> HandState:
    hands, to_act, table_seat = data.get("hands"), data.get("to_act"), data.get("table_seat")
    if not isinstance(hands, list):
        raise BadLineError("hands is not a list")
    if type(data.get("seats")) is not int or data["seats"] != len(hands):
        raise BadLineError("seats is not the number of hands")
    if type(to_act) is not int:
        raise BadLineError("to_act is not a whole number")
    if table_seat is not None and type(table_seat) is not int:
        raise BadLineError("table_seat is neither a whole number nor null")
    dealt = [_cards(cards, "a hand") for cards in hands]
    table = [] if data.get("table") is None else _cards(data["table"], "table")
    try:
        return start_hand(dealt, to_act, table, table_seat)
    except ValueError as error:
        raise BadLineError(str(error)) from None


def _cards(value: object, what: str) -> list[Card]:
    if not isinstance(value, list):
        raise BadLineError(f"{what} is not a list of cards")
    try:
        return [Card.parse(card) for card in value]
    except (TypeError, ValueError):
        raise BadLineError(f"{what} holds something that is no card") from None


def _played(scenario: Scenario) -> Json:
    state, steps = scenario.state, []
    for text in scenario.turns:
        step, after = _step(state, text)
        steps.append(step | {"legal": _legal(state)} if scenario.legal else step)
        state = after
    shown = _position(state)
    if scenario.legal:
        shown["legal"] = _legal(state)
    return {"id": scenario.id, "steps": steps, "state": shown}


def _step(state: HandState, text: str) -> tuple[Json, HandState]:
    turn: Turn | None = None
    try:
        turn = parse_turn(text)
        turn = complete_turn(state, turn)
    except IllegalTurn as refused:
        return {
            "turn": text if turn is None else str(turn),
            "ok": False,
            "error": refused.reason.value,
        }, state
    return {"turn": str(turn), "ok": True, "error": None}, apply(state, turn)


def _legal(state: HandState) -> list[str]:
    return [str(turn) for turn in legal_turns(state)]


def _position(state: HandState) -> Json:
    return {
        "hands": [_texts(cards) for cards in state.hands],
        "table": _texts(state.table),
        "table_seat": state.table_seat,
        "to_act": state.to_act,
        "round": state.round,
        "discarded": _texts(state.discarded),
        "hand_over": state.over,
        "points": None if state.points is None else list(state.points),
    }


def _texts(cards: Iterable[Card]) -> list[str]:
    return [cards_text([card]) for card in cards]
