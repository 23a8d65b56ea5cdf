"""Records verify, and show each viewer no hidden card."""

import json
import random
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.engine import verify_record
from games.history.record import RecordJson, game_record
from games.lobby.services import NewGame
from games.models import Deadline, Game, Hand
from games.play.locking import lock_game
from games.play.seats.resign import seat_resign
from games.play.seats.services import seat_hand_over, seat_return
from tests.factories import make_game, make_person, play_out, play_until, take_brisk_turn, take_turn
from tests.games_laid import Place, finished_game, game_at, game_before_end, lay_game, turn_next
from tests.recorded_games import recording

pytestmark = pytest.mark.django_db


def as_file(record: RecordJson) -> Any:
    return json.loads(json.dumps(record))


def test_games_that_services_played_verify(alice: User, bob: User, rng: random.Random) -> None:
    for new in (
        NewGame(seats=2, two_player_deck=False, goat=True, target=None),
        NewGame(seats=3, target=10, goat=True, next_leader="last", bots=["berserker"]),
    ):
        game = make_game([alice, bob], new)
        play_out(game, rng)
        record = as_file(game_record(game, None))
        assert verify_record(record) == []
        assert record["result"]["end"] == ("target" if new.target else "single_hand")
        assert record["fair"]["contributions"][0] == "01" * 32


@pytest.mark.parametrize("recorded", ["target_30_of_two", "target_10_of_three", "target_10_of_six_with_bots"])
def test_a_finished_game_verifies(recorded: str) -> None:
    people = [make_person(f"person{number}") for number in range(recording(recorded).people)]
    game = game_before_end(people, recorded=recorded)
    turn_next(game)
    record = as_file(game_record(game, None))
    assert verify_record(record) == []
    assert (record["result"]["end"], len(record["hands"])) == ("target", game.hands.count())


@pytest.mark.parametrize("back", [timedelta(seconds=-7), timedelta(days=-2)])
def test_a_game_verifies_if_the_clock_went_back(
    alice: User, bob: User, charlie: User, rng: random.Random, back: timedelta
) -> None:
    """Its clock runs by the present time nevertheless."""
    begun = timezone.now()
    with time_machine.travel(begun, tick=False) as clock:
        game = make_game([alice, bob, charlie], NewGame(seats=3, target=30, pace="1d"))
        take_brisk_turn(game, rng)
        clock.shift(back)
        take_brisk_turn(game, rng)
        assert Deadline.objects.get(game=game).due_at == begun + back + timedelta(days=1)
        clock.shift(timedelta(seconds=1))
        take_brisk_turn(game, rng)
        seat_resign(public_id=game.public_id, user=charlie)
        clock.shift(back)
        with transaction.atomic():
            locked = lock_game(game.public_id, player=alice)
            seat_hand_over(locked, locked.seat)
        clock.shift(timedelta(seconds=1))
        seat_return(public_id=game.public_id, user=alice)
        play_until(game, rng, lambda game: game.hands.count() > 1)
        clock.shift(back)
        seat_resign(public_id=game.public_id, user=bob)
    game.refresh_from_db()
    assert game.status == Game.Status.FINISHED
    assert verify_record(as_file(game_record(game, None))) == []


def test_a_running_game_shows_a_spectator_no_hidden_card(alice: User, bob: User) -> None:
    game = game_at([alice, bob], Place(2, 5), recorded="target_30_of_two")
    record = as_file(game_record(game, None))
    first, second = record["hands"]
    assert verify_record(record) == []
    assert first["seed"]
    assert all(first["deals"])
    assert (second["seed"], second["undealt"], second["deals"]) == (None, None, [[], []])
    assert record["result"] is None


def test_a_player_sees_the_own_deal_alone(alice: User, bob: User) -> None:
    game = lay_game([alice, bob])
    deck = Hand.objects.get(game=game).deck
    assert game_record(game, bob)["hands"][0]["deals"] == [[], deck[9:18]]
    assert verify_record(as_file(game_record(game, bob))) == []


def test_a_game_ended_by_resignation_verifies(alice: User, bob: User, charlie: User, rng: random.Random) -> None:
    game = lay_game([alice, bob, charlie])
    for _turn in range(5):
        take_turn(game, rng)
    seat_resign(public_id=game.public_id, user=alice)
    game.refresh_from_db()
    take_turn(game, rng)
    seat_resign(public_id=game.public_id, user=charlie)
    game.refresh_from_db()
    record = as_file(game_record(game, None))
    assert verify_record(record) == []
    assert record["hands"][-1]["voided"] is True
    assert [event["seat"] for event in record["events"]] == [0, 2]
    assert record["result"] == {"points": [0, 0, 0], "winners": [1], "end": "resigned"}


def test_the_commands_export_and_verify(
    alice: User, bob: User, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = finished_game([alice, bob], recorded="single_hand_of_two")
    call_command("record", "export", game.public_id)
    text = capsys.readouterr().out
    files = [tmp_path / f"{name}.json" for name in ("sound", "unsound", "broken", "absent")]
    sound, unsound, broken, _absent = files
    sound.write_text(text)
    damaged = json.loads(text)
    damaged["result"]["points"][0] += 1
    unsound.write_text(json.dumps(damaged))
    broken.write_text("{")
    call_command("record", "verify", str(sound))
    with pytest.raises(CommandError, match="3 of 4 records are not sound"):
        call_command("record", "verify", *map(str, files))
    said = capsys.readouterr().out.splitlines()
    assert [line.split(": ")[0] for line in said[1:]] == [str(file) for file in files]
    assert "cannot be read" in said[-1]


def test_games_without_a_record_are_named(alice: User) -> None:
    offer = lay_game([alice], NewGame(seats=3))
    assert offer.status == Game.Status.OPEN
    with pytest.raises(CommandError, match="has not been dealt"):
        call_command("record", "export", offer.public_id)
    with pytest.raises(CommandError, match="There is no game nowhere"):
        call_command("record", "export", "nowhere")
