"""A bot over the network sees a game as the arena shows it to a program: the same fields, turns and order."""

from __future__ import annotations

import json
import random
import shlex
import sys
from pathlib import Path
from typing import Any, Final

import pytest

from accounts.models import User
from games.bots.arena import Match
from games.bots.arena.match import ArenaTable, GameResult
from games.bots.arena.players import ArenaPlayers
from games.engine.cards import COLOURS
from games.engine.record_schema import RecordedHand
from games.live.viewer_state import view_open
from tests.api.programs import program_of
from tests.factories import make_person, seat_to_act
from tests.games_laid import Place, game_at
from tests.recorded_games import Recording, recording

pytestmark = pytest.mark.django_db

# A recorded game and the number of a hand, for each number of seats, with and without the goat and removed colours.
HANDS: Final = [
    ("single_hand_of_two", 1),
    ("target_of_two", 2),
    ("three_with_goat", 1),
    ("target_10_of_three", 2),
    ("target_20_of_four_with_bot", 2),
    ("target_25_of_five", 2),
    ("single_hand_of_six", 1),
]
# The fields that have the same name in both.
SAME: Final = (
    *("table", "table_seat", "beaten", "beaten_seat", "picked_up", "leader", "to_act", "round", "sizes", "points"),
    *("target", "goat", "discarded", "known", "passes", "history", "left", "legal"),
)
# The seat to act never sees a hand that is over.
NEVER: Final = {"over": False, "hand_points": None}
# It notes each question, and answers with the next of the turns that it was started with.
PROGRAM: Final = """
import json, pathlib, sys
notes, turns = pathlib.Path(sys.argv[1]), json.loads(sys.argv[2])
for turn, question in zip(turns, sys.stdin):
    notes.open("a").write(question)
    print(json.dumps({"turn": turn}), flush=True)
"""


def arena_questions(game: Recording, hand: RecordedHand, folder: Path) -> list[dict[str, Any]]:
    """What the arena asks a program that takes the turns of the recorded hand, one question a turn."""
    program, notes = folder / "program.py", folder / "notes"
    program.write_text(PROGRAM)
    turns = json.dumps([turn.text for turn in hand.turns])
    name = f"external:{shlex.join([sys.executable, str(program), str(notes), turns])}"
    seats, points = game.record.options.seats, points_before(game, hand)
    result = GameResult(0, (name,) * seats, points, [], [0] * seats, [0.0] * seats)
    match = Match((name,), game.record.options, 1, 1, budget_ms=20_000)
    with ArenaPlayers.of([name]) as players:
        state = ArenaTable(match, result, players, random.Random(1)).play_hand(game.deal_of(hand))
    assert state.over
    assert not result.faults
    return [json.loads(line) for line in notes.read_text().splitlines()]


def points_before(game: Recording, hand: RecordedHand) -> list[int]:
    """The game's points by seat before the hand."""
    earlier = [one.points for one in game.record.hands if one.number < hand.number and one.points is not None]
    return [sum(each) for each in zip(*earlier, strict=True)] or [0] * game.record.options.seats


def as_arena(view: dict[str, Any]) -> dict[str, Any]:
    """The network's view, in the fields of the arena's question (games/live/SOCKETS.md)."""
    return {
        **{name: view[name] for name in SAME if name in view},
        "seat": view["my_seat"],
        "seats": len(view["seats"]),
        "cards": view["my_cards"],
        "colours": [colour for colour in COLOURS if colour not in view["removed"]],
    }


def differences(question: dict[str, Any], view: dict[str, Any]) -> set[str]:
    """The fields that differ between the arena's question and the network's view, or that one of them lacks."""
    arena = {**question["view"], "legal": question["legal"]}
    network = {**as_arena(view), **NEVER}
    return {name for name in arena.keys() | network.keys() if arena.get(name, ...) != network.get(name, ...)}


def moments(game: Recording, hand: RecordedHand) -> list[int]:
    """How many turns were taken, at several moments with a person to act: the first, the last and some between."""
    states = [(place.turn, state) for place, state in game.moments() if place.hand == hand.number]
    found = [taken for taken, state in states if game.kinds[state.to_act] == "person"]
    assert len(found) >= 4
    return sorted({found[0], found[1], found[len(found) // 2], found[-1]})


@pytest.fixture
def people(db: None) -> list[User]:
    return [make_person(name) for name in ("ada", "bea", "cleo", "dora", "emma", "fay")]


@pytest.mark.parametrize(("name", "number"), HANDS)
def test_the_network_and_the_arena_show_the_same(name: str, number: int, people: list[User], tmp_path: Path) -> None:
    game = recording(name)
    [hand] = [one for one in game.record.hands if one.number == number]
    questions = arena_questions(game, hand, tmp_path)
    assert len(questions) == len(hand.turns)
    for taken in moments(game, hand):
        laid = game_at(people[: game.people], Place(number, taken), recorded=name)
        view = program_of(seat_to_act(laid).user).get(f"games/{laid.public_id}")
        assert not differences(questions[taken], view), (taken, view)


def test_a_difference_in_any_field_is_found(people: list[User], tmp_path: Path) -> None:
    game = recording("target_10_of_three")
    hand = game.record.hands[1]
    question = arena_questions(game, hand, tmp_path)[4]
    laid = game_at(people[:3], Place(2, 4), recorded=game.name)
    view = dict(view_open(laid.public_id, seat_to_act(laid).user)[0])
    assert not differences(question, view)
    own = {"my_seat": "seat", "seats": "seats", "my_cards": "cards", "removed": "colours"}
    for name, shown in ({name: name for name in SAME} | own).items():
        assert differences(question, view | {name: ["B"]}) == {shown}, name
    for name in SAME:
        assert differences(question, {key: value for key, value in view.items() if key != name}) == {name}
    for name in question["view"]:
        assert name in differences({**question, "view": question["view"] | {name: "other"}}, view)
    assert differences({**question, "view": question["view"] | {"more": 1}}, view) == {"more"}
