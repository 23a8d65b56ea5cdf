"""`record verify` finds each forgery that the record alone contradicts."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from accounts.models import User
from games.engine import GameOptions, verify_record
from games.history.record import game_record
from games.lobby.services import NewGame
from games.models import Game
from games.moderation.acts import seat_to_person, turns_take_back
from games.play.locking import LockedGame
from games.play.seats.resign import seat_resign
from games.play.seats.services import seat_hand_over, seat_return
from tests.engine import records
from tests.factories import make_person, make_staff, play_until
from tests.games_laid import finished_game, game_before_end, lay_game, turn_next
from tests.moderation.moderator_acts import act, hand_of

Json = dict[str, Any]
# Changes a record in place; False if there is nothing to change.
Forgery = Callable[[Json], bool]
pytestmark = pytest.mark.django_db
LATER, EARLIER = "2031-01-01T00:00:00Z", "2019-01-01T00:00:00Z"


def play(game: Game, hands: int, turns: int, rng: random.Random) -> None:
    play_until(game, rng, lambda game: game.hands.filter(ended_at__isnull=False).count() >= hands)
    left = iter(range(turns))
    play_until(game, rng, lambda _game: next(left, None) is None, brisk=False)


def new_game(people: list[User]) -> Game:
    return lay_game(people, NewGame(seats=3, target=30))


def as_stored(game: Game) -> Json:
    record: Json = json.loads(json.dumps(game_record(Game.objects.get(pk=game.pk), None)))
    return record


def to_the_end(people: list[User], recorded: str) -> Json:
    game = game_before_end(people, recorded=recorded)
    turn_next(game)
    return as_stored(game)


def eventful(people: list[User], rng: random.Random) -> Game:
    moderator = make_staff("mona", "moderator")
    make_person("dora")
    game = new_game(people)
    play(game, 0, 4, rng)
    locked = LockedGame(game, game.changed_at)
    seat_hand_over(locked, locked.seats[1])
    game.refresh_from_db()
    play(game, 1, 4, rng)
    seat_return(public_id=game.public_id, user=people[1])
    act(game, turns_take_back, actor=moderator, hand=hand_of(game).number, keep=2)
    play(game, 1, 5, rng)
    act(game, seat_to_person, actor=moderator, seat=2, handle="dora")
    play(game, 2, 3, rng)
    return game


def resigned(game: Game, people: list[User], rng: random.Random) -> Json:
    seat_resign(public_id=game.public_id, user=people[0])
    game.refresh_from_db()
    play(game, 0, 6, rng)
    seat_resign(public_id=game.public_id, user=people[1])
    return as_stored(game)


def cancelled(people: list[User]) -> Json:
    return as_stored(finished_game(people, recorded="cancelled", moderator=make_staff("otto", "moderator")))


@pytest.fixture
def sound(alice: User, bob: User, charlie: User, rng: random.Random) -> dict[str, Json]:
    """Sound records, from the site and from the engine alone."""
    people = [alice, bob, charlie]
    running = eventful(people, rng)
    return {
        "running": as_stored(running),
        "resigned": resigned(running, people, rng),
        "cancelled": cancelled(people[:2]),
        "target": to_the_end(people[:2], "target_10_of_two"),
        "single hand": to_the_end(people, "single_hand_of_three"),
        "voided": json.loads(json.dumps(records.game_with_voided_hand(seed=26))),
        "by the engine": json.loads(json.dumps(records.finished_game(GameOptions(3, target=10), seed=4))),
        "resigned by the engine": json.loads(json.dumps(records.resigned_game(GameOptions(4, target=20), seed=9))),
        "running by the engine": json.loads(json.dumps(records.running_game(GameOptions(3, target=30), seed=2))),
    }


def voided_flag_taken_away(record: Json) -> bool:
    voided = [hand for hand in record["hands"] if hand.get("voided")]
    return bool(voided) and bool(voided[-1].pop("voided"))


def voided_flag_on_a_finished_hand(record: Json) -> bool:
    over = [hand for hand in record["hands"] if hand["points"]]
    over[0] |= {"voided": True, "points": []}
    return True


def voided_hand_that_scored(record: Json) -> bool:
    voided = [hand for hand in record["hands"] if hand.get("voided")]
    for hand in voided[:1]:
        hand["points"] = [0] * record["options"]["seats"]
    return bool(voided)


def last_hand_dropped(record: Json) -> bool:
    """Drop the last hand with its events, as a careful forger would."""
    number = record["hands"].pop()["number"]
    record["events"] = [event for event in record["events"] if event["hand"] != number]
    return True


def last_hand_dropped_and_points_made_up(record: Json) -> bool:
    last_hand_dropped(record)
    if record["result"] is None or not record["hands"]:
        return False
    columns = zip(*(hand["points"] for hand in record["hands"] if hand["points"]), strict=True)
    record["result"]["points"] = [sum(column) for column in columns] or [0] * record["options"]["seats"]
    return True


def hand_dropped_in_between(record: Json) -> bool:
    number = record["hands"].pop(0)["number"]
    record["events"] = [event for event in record["events"] if event["hand"] != number]
    return bool(record["hands"])


def own_turn_after_resigning(record: Json) -> bool:
    return _own_turn_after(record, "resign")


def own_turn_before_coming_back(record: Json) -> bool:
    back = [event["seat"] for event in record["events"] if event["kind"] == "return"]
    return bool(back) and _own_turn_after(record, "handover", back[0])


def _own_turn_after(record: Json, kind: str, seat: int | None = None) -> bool:
    for event in record["events"]:
        if event["kind"] == kind and seat in (None, event["seat"]):
            for turn in _turns_after(record, event):
                turn["by"] = "player"
                return True
    return False


def _turns_after(record: Json, event: Json) -> Iterator[Json]:
    for hand in record["hands"]:
        for number, turn in enumerate(hand["turns"], start=1):
            place = hand["number"], turn.get("number", number)
            if turn["seat"] == event["seat"] and place > (event["hand"], event["after_turn"]):
                yield turn


def resignation_taken_away(record: Json) -> bool:
    return _without(record, "resign") and record["result"] is not None


def handover_taken_away(record: Json) -> bool:
    return any(event["kind"] == "return" for event in record["events"]) and _without(record, "handover", times=1)


def _without(record: Json, kind: str, times: int = 9) -> bool:
    kept = []
    for event in record["events"]:
        if event["kind"] == kind and times:
            times -= 1
        else:
            kept.append(event)
    changed = len(kept) < len(record["events"])
    record["events"] = kept
    return changed


def events_in_another_order(record: Json) -> bool:
    places = {(event["hand"], event["after_turn"]) for event in record["events"]}
    record["events"].reverse()
    return len(places) > 1


def resigned_twice(record: Json) -> bool:
    resigned = [event for event in record["events"] if event["kind"] == "resign"]
    record["events"] += resigned[-1:]
    return bool(resigned)


def back_from_nowhere(record: Json) -> bool:
    hand = record["hands"][-1]["number"]
    at = record["events"][-1]["at"] if record["events"] else record["started_at"]
    record["events"].append({"kind": "return", "seat": 0, "hand": hand, "after_turn": 0, "at": at})
    return True


def event_beyond_the_hand(record: Json) -> bool:
    for event in record["events"][:1]:
        event["after_turn"] = 999
    return bool(record["events"])


def event_in_a_hand_that_was_not(record: Json) -> bool:
    for event in record["events"][:1]:
        event["hand"] = 99
    return bool(record["events"])


def event_at_another_time(record: Json) -> bool:
    for event in record["events"][:1]:
        event["at"] = EARLIER
    return bool(record["events"])


def turn_at_another_time(record: Json) -> bool:
    record["hands"][0]["turns"][1]["at"] = EARLIER
    return True


def turn_after_all_others(record: Json) -> bool:
    record["hands"][0]["turns"][1]["at"] = LATER
    return True


def start_after_the_first_turn(record: Json) -> bool:
    record["started_at"] = LATER
    return record["result"] is None


def end_later_than_the_end(record: Json) -> bool:
    record["ended_at"] = LATER
    return record["result"] is not None and bool(record["result"]["end"] != "cancelled")


def no_such_day(record: Json) -> bool:
    record["hands"][0]["turns"][0]["at"] = "2027-02-31T00:00:00Z"
    return True


def turn_taken_back_forgotten(record: Json) -> bool:
    numbered = [hand for hand in record["hands"] if "number" in (hand.get("withdrawn") or [{}])[0]]
    return bool(numbered) and bool(numbered[0].pop("withdrawn"))


def turn_taken_back_that_is_none(record: Json) -> bool:
    gone = [turn for hand in record["hands"] for turn in hand.get("withdrawn", [])]
    for turn in gone[:1]:
        turn["turn"] = "nonsense"
    return bool(gone)


def turn_dropped(record: Json) -> bool:
    return bool(record["hands"][0]["turns"].pop(2))


def turn_by_another_seat(record: Json) -> bool:
    turn = record["hands"][0]["turns"][0]
    turn["seat"] = (turn["seat"] + 1) % record["options"]["seats"]
    return True


def points_of_a_hand(record: Json) -> bool:
    points: list[int] = record["hands"][0]["points"]
    points[0] += 1
    return True


def points_of_a_hand_and_the_result(record: Json) -> bool:
    if record["result"] is None:
        return False
    record["result"]["points"][0] += 1
    return points_of_a_hand(record)


def another_winner(record: Json) -> bool:
    if record["result"] is None:
        return False
    record["result"]["winners"] = [0, 1, 2] if record["result"]["winners"] != [0, 1, 2] else [0]
    return True


def another_end(record: Json) -> bool:
    if record["result"] is None:
        return False
    ends = {"target": "resigned", "single_hand": "target", "resigned": "cancelled", "cancelled": "resigned"}
    record["result"]["end"] = ends[record["result"]["end"]]
    if record["result"]["end"] == "cancelled":
        record["result"]["winners"] = []
        record["events"] = [event for event in record["events"] if event["kind"] != "resign"]
        return False  # nothing contradicts it
    return True


def higher_target(record: Json) -> bool:
    record["options"]["target"] = 30
    return record["result"] is not None and record["result"]["end"] in ("target", "single_hand")


def result_taken_away(record: Json) -> bool:
    had = record["result"] is not None
    record |= {"result": None, "ended_at": None}
    return had


def seed_of_the_running_hand(record: Json) -> bool:
    record["hands"][-1]["seed"] = "00" * 32
    return True


def cards_swapped(record: Json) -> bool:
    deals = record["hands"][0]["deals"]
    deals[0][0], deals[1][0] = deals[1][0], deals[0][0]
    return True


FORGERIES: list[Forgery] = [
    *(voided_flag_taken_away, voided_flag_on_a_finished_hand, voided_hand_that_scored, last_hand_dropped),
    *(last_hand_dropped_and_points_made_up, hand_dropped_in_between, own_turn_after_resigning),
    *(own_turn_before_coming_back, resignation_taken_away, handover_taken_away, events_in_another_order),
    *(resigned_twice, back_from_nowhere, event_beyond_the_hand, event_in_a_hand_that_was_not, event_at_another_time),
    *(turn_at_another_time, turn_after_all_others, start_after_the_first_turn, end_later_than_the_end, no_such_day),
    *(turn_taken_back_forgotten, turn_taken_back_that_is_none, turn_dropped, turn_by_another_seat, points_of_a_hand),
    *(points_of_a_hand_and_the_result, another_winner, another_end, higher_target, result_taken_away),
    *(seed_of_the_running_hand, cards_swapped),
]


@pytest.mark.whole
def test_every_forgery_is_reported_with_file_and_first_difference(
    sound: dict[str, Json], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert {name: verify_record(record) for name, record in sound.items()} == {name: [] for name in sound}
    kinds = {event["kind"] for record in sound.values() for event in record["events"]}
    assert kinds == {"resign", "handover", "return"}
    assert any(hand.get("withdrawn") for hand in sound["resigned"]["hands"])
    missed, done = [], dict.fromkeys((forgery.__name__ for forgery in FORGERIES), 0)
    for name, record in sound.items():
        text = json.dumps(record)
        for forgery in FORGERIES:
            forged: Json = json.loads(text)
            if not forgery(forged):
                continue
            done[forgery.__name__] += 1
            file = tmp_path / "forged.json"
            file.write_text(json.dumps(forged))
            if not is_told(file):
                missed.append((name, forgery.__name__))
            said = capsys.readouterr().out
            assert said.startswith(f"{file}: ")
            assert said.count("\n") == 1
    assert missed == []
    assert min(done.values()) >= 1, done


def is_told(file: Path) -> bool:
    try:
        call_command("record", "verify", str(file))
    except CommandError as error:
        return error.returncode == 1
    return False
