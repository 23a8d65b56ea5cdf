"""The check of game records: sound ones pass, and every change in one is described in words."""

from __future__ import annotations

import copy
import json
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine import GameOptions, verify_record
from tests.engine.records import (
    cancelled_game,
    finished_game,
    game_with_voided_hand,
    resigned_game,
    running_game,
)

Json = dict[str, Any]
KINDS = [
    GameOptions(seats, target=target, goat=target != 10, next_leader="last" if seats % 2 else "left")
    for seats, target in product(range(2, 7), (None, 10, 30))
]
TWO_PLAYER_KINDS = [GameOptions(2, two_player_deck=True, goat=goat) for goat in (False, True)]
THREE = GameOptions(3, target=10)
FINISHED: Json = finished_game(THREE, seed=3)
RUNNING: Json = running_game(GameOptions(3, target=30), seed=2, viewer=1)
VOIDED: Json = game_with_voided_hand(seed=4)
RESIGNED: Json = resigned_game(GameOptions(3, target=30), seed=5)
SOUND = {
    "finished": FINISHED,
    "running": RUNNING,
    "voided": VOIDED,
    "resigned": RESIGNED,
    "cancelled": cancelled_game(THREE),
}


@pytest.mark.parametrize("options", [*KINDS, *TWO_PLAYER_KINDS], ids=str)
def test_a_finished_game_is_sound(options: GameOptions) -> None:
    assert verify_record(finished_game(options, seed=options.seats)) == []


@pytest.mark.parametrize("kind", SOUND)
def test_games_that_end_otherwise_or_still_run_are_sound(kind: str) -> None:
    assert verify_record(SOUND[kind]) == []


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_a_running_game_is_sound_from_every_seat_and_from_none(seats: int) -> None:
    for viewer, turns in product((None, *range(seats)), (0, 7, 14)):
        record = running_game(GameOptions(seats, target=30, goat=True), seats, turns, viewer)
        assert verify_record(record) == []


def test_a_record_survives_its_json_and_fields_may_be_added() -> None:
    record = json.loads(json.dumps(FINISHED))
    record["more"] = record["hands"][0]["more"] = record["players"][0]["more"] = {"new": [1]}
    assert verify_record(record) == []


def test_empty_points_and_null_say_the_same_of_a_hand_that_has_none() -> None:
    assert verify_record(changed(RESIGNED, "hands", -1, "points", to=[])) == []
    assert verify_record(changed(RESIGNED, "hands", -1, "points", to=None)) == []


def changed(record: Json, *path: Any, to: object) -> Json:
    """A copy of the record with one value replaced, or made by a function of the old one."""
    copied = copy.deepcopy(record)
    place: Any = copied
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = to(place[path[-1]]) if callable(to) else to
    return copied


def swap_first_two(items: list[object]) -> list[object]:
    return [items[1], items[0], *items[2:]]


def flip(hexed: str) -> str:
    return ("1" if hexed[0] == "0" else "0") + hexed[1:]


CORRUPTIONS: list[tuple[Json, tuple[Any, ...], object, str]] = [
    (FINISHED, ("format",), "odin-game/2", "format"),
    (FINISHED, ("id",), "another", "fingerprint"),
    (FINISHED, ("id",), "not an id", "game id"),
    (FINISHED, ("options", "seats"), 4, "players"),
    (FINISHED, ("options", "seats"), 3.0, "seats"),
    (FINISHED, ("options", "target"), 15, "before it was over"),
    (FINISHED, ("options", "target"), None, "dealt though the game was over"),
    (FINISHED, ("options", "goat"), True, "fingerprint"),
    (FINISHED, ("options", "two_player_deck"), True, "two seats"),
    (FINISHED, ("options", "next_leader"), "right", "next_leader"),
    (FINISHED, ("players",), swap_first_two, "seat"),
    (FINISHED, ("players", 0, "kind"), "cat", "kind"),
    (FINISHED, ("players", 0, "name"), None, "name"),
    (FINISHED, ("started_at",), "yesterday", "started_at"),
    (FINISHED, ("started_at",), "2024-05-01T12:00:00+00:00", "started_at"),
    (FINISHED, ("started_at",), "2024-05-01T12:00:00.5Z", "before it started"),
    (FINISHED, ("ended_at",), None, "ended_at"),
    (FINISHED, ("fair", "protocol"), "odin-deal/2", "protocol"),
    (FINISHED, ("fair", "anchor"), flip, "anchor"),
    (FINISHED, ("fair", "anchor"), str.upper, "anchor"),
    (FINISHED, ("fair", "contributions", 1), "ff", "fingerprint"),
    (FINISHED, ("fair", "contributions", 1), "f", "contributions"),
    (FINISHED, ("fair", "contributions"), [], "contribution"),
    (FINISHED, ("fair", "fingerprint"), flip, "fingerprint"),
    (FINISHED, ("fair", "removed"), ["B", "R"], "removed"),
    (FINISHED, ("fair", "first_leader"), lambda seat: (seat + 1) % 3, "first leader"),
    (FINISHED, ("hands", 0, "number"), 2, "hand 2 stands where hand 1"),
    (FINISHED, ("hands",), swap_first_two, "stands where"),
    (FINISHED, ("hands",), lambda hands: hands[1:], "stands where"),
    (FINISHED, ("hands",), lambda hands: hands[:-1], "before it was over"),
    (FINISHED, ("hands",), [], "no hand"),
    (FINISHED, ("hands", 1, "leader"), lambda seat: (seat + 1) % 3, "lead"),
    (FINISHED, ("hands", 0, "seed"), flip, "anchor"),
    (FINISHED, ("hands", 0, "seed"), None, "seed is not shown"),
    (FINISHED, ("hands", 0, "deals"), swap_first_two, "that the seed deals"),
    (FINISHED, ("hands", 0, "deals", 0), swap_first_two, "seat 0's cards"),
    (FINISHED, ("hands", 0, "deals", 0), [], "seat 0's cards"),
    (FINISHED, ("hands", 0, "deals", 0), lambda cards: cards[1:], "deals"),
    (FINISHED, ("hands", 0, "deals", 0, 0), "X0", "seat 0's cards"),
    (FINISHED, ("hands", 0, "deals", 0, 0), "Z9", "deals"),
    (FINISHED, ("hands", 0, "deals", 0, 0), str.lower, "capitals"),
    (FINISHED, ("hands", 0, "undealt"), swap_first_two, "undealt"),
    (FINISHED, ("hands", 0, "undealt"), None, "undealt"),
    (FINISHED, ("hands", 0, "turns", 0, "seat"), lambda seat: (seat + 1) % 3, "turn 1"),
    (FINISHED, ("hands", 0, "turns", 0, "turn"), "pass", "must_lead"),
    (FINISHED, ("hands", 0, "turns", 0, "turn"), "R5R5", "duplicate_card"),
    (FINISHED, ("hands", 0, "turns", 0, "turn"), "nonsense", "malformed"),
    (FINISHED, ("hands", 0, "turns", 0, "turn"), str.lower, "should be written"),
    (FINISHED, ("hands", 0, "turns", 0, "turn"), None, "turn"),
    (FINISHED, ("hands", 0, "turns", 0, "by"), "ghost", "by"),
    (FINISHED, ("hands", 0, "turns", 0, "at"), "2024-13-01T12:00:00Z", "at"),
    (FINISHED, ("hands", 0, "turns"), lambda turns: turns[:-1], "points are"),
    (FINISHED, ("hands", 0, "turns"), lambda turns: turns[:-1], "which is not finished"),
    (FINISHED, ("hands", 0, "turns"), lambda turns: [*turns, turns[-1]], "hand_over"),
    (FINISHED, ("hands", 0, "points", 0), lambda points: points + 1, "points are"),
    (FINISHED, ("hands", 0, "points"), None, "points are"),
    (FINISHED, ("hands", 0, "points"), [1], "points"),
    (FINISHED, ("hands", 0, "points", 0), -1, "points"),
    (FINISHED, ("hands", 0, "voided"), True, "voided"),
    (FINISHED, ("events",), None, "events"),
    (FINISHED, ("events",), [{"kind": "resign", "seat": 0, "hand": 99, "after_turn": 0}], "at"),
    (RESIGNED, ("events", 0, "kind"), "sneeze", "kind"),
    (RESIGNED, ("events", 0, "seat"), 3, "seat"),
    (RESIGNED, ("events", 0, "hand"), 3, "hand"),
    (RESIGNED, ("events", 0, "after_turn"), 4, "after_turn"),
    (RESIGNED, ("events",), [], "not just one seat"),
    (RESIGNED, ("result", "winners"), [0], "winners"),
    (RESIGNED, ("result", "end"), "target", "before it was over"),
    (RESIGNED, ("result", "points", 0), lambda points: points + 1, "add up"),
    (FINISHED, ("result", "points", 0), lambda points: points + 1, "add up"),
    (FINISHED, ("result", "points"), None, "points"),
    (FINISHED, ("result", "winners"), [], "winners"),
    (FINISHED, ("result", "winners"), [0, 1, 2], "winners"),
    (FINISHED, ("result", "end"), "single_hand", "cannot end"),
    (FINISHED, ("result", "end"), "cancelled", "winners"),
    (FINISHED, ("result", "end"), "resigned", "not just one seat"),
    (FINISHED, ("result", "end"), "forgotten", "end"),
    (FINISHED, ("result",), None, "ended_at"),
    (VOIDED, ("hands", 1, "voided"), False, "hand 19 stands where hand 3"),
    (VOIDED, ("hands", 1, "points"), [0, 0, 0], "voided"),
    (VOIDED, ("hands", 1, "withdrawn", 0, "by"), "ghost", "by"),
    (VOIDED, ("hands", 1, "seed"), None, "seed is not shown"),
    (RUNNING, ("hands", 2, "undealt"), ["B1"], "without a seed"),
    (RUNNING, ("hands", 2, "turns", 0, "turn"), "pass", "must_lead"),
    (RUNNING, ("hands",), lambda hands: hands[:-1], "is missing"),
    (RUNNING, ("hands", 1, "seed"), None, "seed is not shown"),
    (RUNNING, ("options", "target"), None, "no result"),
]


@pytest.mark.parametrize(("record", "path", "to", "words"), CORRUPTIONS)
def test_what_was_changed_is_told(record: Json, path: tuple[Any, ...], to: object, words: str) -> None:
    differences = verify_record(changed(record, *path, to=to))
    assert differences
    assert any(words in difference for difference in differences)


@pytest.mark.parametrize("kind", SOUND)
def test_a_record_that_lacks_a_field_is_told(kind: str) -> None:
    record = SOUND[kind]
    for path in [(key,) for key in record] + [(part, key) for part in ("options", "fair") for key in record[part]]:
        copied = copy.deepcopy(record)
        place = copied
        for key in path[:-1]:
            place = place[key]
        del place[path[-1]]
        assert any("missing" in difference for difference in verify_record(copied))


def test_a_game_that_all_but_one_resigned_should_have_ended_so() -> None:
    event = {"kind": "resign", "hand": 1, "after_turn": 0, "at": FINISHED["started_at"]}
    record = changed(FINISHED, "events", to=[event | {"seat": 0}, event | {"seat": 1}])
    assert "the game should have ended as resigned" in verify_record(record)


def test_a_running_game_with_one_seat_left_should_have_ended() -> None:
    event = {"kind": "resign", "hand": 1, "after_turn": 0, "at": RUNNING["started_at"]}
    record = changed(RUNNING, "events", to=[event | {"seat": 0}, event | {"seat": 2}])
    assert verify_record(record) == ["the game should have ended, but has no result"]


def test_a_hidden_seat_cannot_have_played_more_cards_than_it_was_dealt() -> None:
    record = running_game(GameOptions(6, target=30), seed=6)
    turns = [
        {"seat": 0, "turn": f"{colour}{number}", "by": "player", "at": FINISHED["started_at"]}
        for colour in "BR"
        for number in range(1, 8)
    ]
    assert verify_record(changed(record, "hands", 2, "turns", to=turns)) == [
        "hand 3: the cards dealt are not those of this game's deck"
    ]


def test_a_resigned_seat_cannot_win() -> None:
    event = {"kind": "resign", "hand": 1, "after_turn": 0, "at": FINISHED["started_at"]}
    seat = FINISHED["result"]["winners"][0]
    record = changed(FINISHED, "events", to=[event | {"seat": seat}])
    assert any("winners" in difference for difference in verify_record(record))


def test_a_hidden_seat_cannot_play_a_card_that_the_viewer_was_dealt() -> None:
    hand = RUNNING["hands"][2]
    number = next(at for at, taken in enumerate(hand["turns"]) if taken["seat"] != 1 and taken["turn"] != "pass")
    record = changed(RUNNING, "hands", 2, "turns", number, "turn", to=hand["deals"][1][0])
    assert verify_record(record)


def leaves(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The paths of everything inside a JSON value."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [deeper for key, item in items for deeper in [(*path, key), *leaves(item, (*path, key))]]


ANY_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9) | st.just("B7"),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=8,
)
PATHS = {kind: leaves(record) for kind, record in SOUND.items()}


@given(st.data())
@settings(max_examples=100)
def test_it_never_raises_for_changed_records(data: st.DataObject) -> None:
    kind = data.draw(st.sampled_from(sorted(SOUND)))
    record = SOUND[kind]
    for path in data.draw(st.lists(st.sampled_from(PATHS[kind]), min_size=1, max_size=2)):
        try:
            record = changed(record, *path, to=data.draw(ANY_JSON))
        except (KeyError, IndexError, TypeError):
            continue  # the first change took away the place of the second
    found = verify_record(record)
    assert all(isinstance(words, str) and words for words in found)


@given(ANY_JSON)
def test_it_never_raises_for_what_is_no_record(value: object) -> None:
    assert verify_record(value)
