"""Values that are made once for all sockets of a game."""

import pytest

from games.events import TurnEvent
from games.live.turn_cache import TurnCache

pytestmark = pytest.mark.fast


def turn(version: int, text: str = "pass") -> TurnEvent:
    return {
        "type": "turn",
        "version": version,
        "seat": 0,
        "turn": text,
        "by": "player",
        "to_act": 1,
        "deadline_at": None,
        "table": [],
        "sizes": [9, 9],
        "points": [0, 0],
        "page": {"due_at": None, "halted": False, "undo": False},
    }


def test_it_is_made_once_for_a_turn() -> None:
    latest, made = TurnCache(), list[str]()

    def make() -> str:
        made.append("made")
        return f"text {len(made)}"

    assert [latest.once("game", turn(3), "text", make) for _socket in range(4)] == ["text 1"] * 4
    assert latest.once("game", turn(3), "another", make) == "text 2"
    assert latest.once("other", turn(3), "text", make) == "text 3"


def test_a_later_turn_and_another_in_its_place_are_made_anew() -> None:
    latest = TurnCache()
    assert latest.once("game", turn(3), "text", lambda: "first") == "first"
    assert latest.once("game", turn(4), "text", lambda: "later") == "later"
    assert latest.once("game", turn(4, "R5"), "text", lambda: "another") == "another"
    late: TurnEvent = {**turn(4, "R5"), "by": "timeout"}
    assert latest.once("game", late, "text", lambda: "late") == "late"


def test_the_game_that_was_quiet_longest_is_forgotten() -> None:
    latest = TurnCache(max_entries=2)
    for game in ("first", "second", "first", "third"):
        latest.once(game, turn(3), "text", lambda: "kept")
    told = {game: latest.once(game, turn(3), "text", lambda: "anew") for game in ("first", "third", "second")}
    assert told == {"first": "kept", "third": "kept", "second": "anew"}
