"""Recorded games are sound and cover every option and ending."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import fields

import pytest
from django.core.management import call_command

from games.engine import MAX_SEATS, MIN_SEATS, TARGETS, GameOptions
from games.engine.record_schema import ACTORS, ENDS, EVENTS, Record
from games.models import Game, GameEvent, Move
from tests.recorded_games import FOLDER, path_of, recordings
from tests.recorded_games.plans import PLANS
from tests.recorded_games.recorder import Recorder

RECORDS: list[Record] = [one.record for one in recordings()]
# New options need their values and recorded games here.
VALUES: Mapping[str, tuple[object, ...]] = {
    "seats": tuple(range(MIN_SEATS, MAX_SEATS + 1)),
    "target": (None, *TARGETS),
    "goat": (False, True),
    "two_player_deck": (False, True),
    "next_leader": tuple(Game.NextLeader.values),
}
HAND_ENDS: Mapping[str, Callable[[Record], bool]] = {
    "out": lambda record: any(hand.points is not None for hand in record.hands),
    "void when the others resigned": lambda record: record.end == "resigned" and record.hands[-1].voided,
    "void when cancelled": lambda record: record.end == "cancelled" and record.hands[-1].voided,
}


def test_they_are_sound_by_the_sites_own_command(capsys: pytest.CaptureFixture[str]) -> None:
    files = sorted(map(str, FOLDER.glob("*.json")))
    call_command("record", "verify", *files)
    assert len(capsys.readouterr().out.splitlines()) == len(files) == len(PLANS)


@pytest.mark.parametrize("name", PLANS)
def test_they_are_what_their_plans_make(name: str) -> None:
    assert json.loads(path_of(name).read_text()) == json.loads(json.dumps(Recorder(name, PLANS[name]).recorded()))


@pytest.mark.parametrize("option", [option.name for option in fields(GameOptions)])
def test_each_value_of_each_option_is_recorded(option: str) -> None:
    assert {getattr(record.options, option) for record in RECORDS} == set(VALUES[option])


@pytest.mark.parametrize("ending", Game.Ending.values)
def test_each_ending_of_a_game_is_recorded(ending: str) -> None:
    assert ending in ENDS
    assert ending in {record.end for record in RECORDS}


@pytest.mark.parametrize("end", HAND_ENDS)
def test_each_end_of_a_hand_is_recorded(end: str) -> None:
    assert any(HAND_ENDS[end](record) for record in RECORDS)


@pytest.mark.parametrize("kind", GameEvent.Kind.values)
def test_each_seat_event_is_recorded(kind: str) -> None:
    assert kind in EVENTS
    assert kind in {event.kind for record in RECORDS for event in record.events}


# Others see a planned turn as one that the person took.
@pytest.mark.parametrize("by", sorted(set(Move.By.values) - {Move.By.AUTO}))
def test_each_way_to_take_a_turn_is_recorded(by: str) -> None:
    assert by in ACTORS
    assert by in {turn.by for record in RECORDS for hand in record.hands for turn in hand.log}


def test_turns_that_were_taken_back_are_recorded() -> None:
    assert any(hand.withdrawn for record in RECORDS for hand in record.hands)
