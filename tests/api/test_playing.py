"""A game by the interface: what an account sees, turns, and the record."""

from __future__ import annotations

import random
from typing import Final

import pytest

from accounts.models import User
from games.api.schemas import GameView
from games.engine import Refusal
from games.models import Game, Move
from tests.api.programs import program_of
from tests.factories import any_turn, make_person, seat_to_act, state_of, take_turn
from tests.games_laid import finished_game

pytestmark = pytest.mark.django_db
# Token, turn with its savepoint, hand, seats and moves.
QUERIES_OF_A_TURN: Final = 10


def test_a_turn_is_taken_once_and_answered_alike(game: Game, rng: random.Random) -> None:
    program = program_of(seat_to_act(game).user)
    seen = program.get(f"games/{game.public_id}")
    turn = {"version": seen["version"], "turn": str(any_turn(game, rng))}
    assert turn["turn"] in seen["legal"]
    after = program.post(f"games/{game.public_id}/turns", turn)
    assert program.status == 200
    assert after["version"] == seen["version"] + 1
    assert program.post(f"games/{game.public_id}/turns", turn) == after
    assert Move.objects.filter(hand__game=game).count() == 1


def test_a_late_turn_is_refused_with_the_game(game: Game, rng: random.Random) -> None:
    late = program_of(seat_to_act(game).user)
    old = {"version": game.version, "turn": str(any_turn(game, rng))}
    take_turn(game, rng)
    other = {"version": game.version - 1, "turn": "pass"}
    told = late.post(f"games/{game.public_id}/turns", other if old["turn"] != "pass" else old | {"turn": "B1"})
    assert late.status == 409
    assert told["error"] == Refusal.STALE_VERSION
    assert told["view"] == late.get(f"games/{game.public_id}")
    assert late.post(f"games/{game.public_id}/turns", {"version": game.version, "turn": "pass"})["error"] in {
        Refusal.NOT_YOUR_TURN,
        Refusal.MUST_LEAD,
    }


@pytest.mark.parametrize(
    ("turn", "error"), [("nonsense", "malformed"), ("pass", "must_lead"), ("B1B1", "duplicate_card")]
)
def test_a_wrong_turn_is_refused_with_its_reason(game: Game, turn: str, error: str) -> None:
    program = program_of(seat_to_act(game).user)
    told = program.post(f"games/{game.public_id}/turns", {"version": game.version, "turn": turn})
    assert (program.status, told["error"]) == (422, error)
    assert "view" not in told
    assert not Move.objects.exists()


def test_a_spectator_may_not_play(game: Game) -> None:
    program = program_of(make_person("dora"))
    assert program.post(f"games/{game.public_id}/turns", {"version": 1, "turn": "pass"})["error"] == "not_seated"
    assert program.status == 403
    assert program.post("games/unknown/turns", {"version": 1, "turn": "pass"})["error"] == "no_such_game"
    assert program.status == 404


def cards_in(value: object) -> set[str]:
    """All texts in a JSON value."""
    if isinstance(value, dict):
        return cards_in(list(value.values()))
    if isinstance(value, list):
        return set().union(*map(cards_in, value))
    return {value} if isinstance(value, str) else set()


def test_no_answer_holds_cards_of_others(game: Game, alice: User, bob: User, rng: random.Random) -> None:
    for _turn in range(4):
        take_turn(game, rng)
    hands = {seat.user_id: set(map(str, state_of(game).hands[seat.number])) for seat in game.seats.all()}
    for user in (alice, bob, make_person("dora")):
        program = program_of(user)
        seen = program.get(f"games/{game.public_id}")
        assert set(seen.get("my_cards", ())) == hands.get(user.pk, set())
        public = {
            *seen["table"],
            *seen["discarded"],
            *seen["beaten"],
            *(card for held in seen["known"] for card in held),
        }
        hidden = set().union(*hands.values()) - public - hands.get(user.pk, set())
        assert not hidden & cards_in({**seen, "history": []})
        record = program.get(f"games/{game.public_id}/record")
        [hand] = record["hands"]
        dealt = [number for number, deal in enumerate(hand["deals"]) if deal]
        mine = game.seats.filter(user=user).first()
        assert dealt == ([] if mine is None else [mine.number])
        assert hand["seed"] is None


def test_an_unchanged_game_is_not_sent_again(game: Game, alice: User, rng: random.Random) -> None:
    program = program_of(alice)
    program.get(f"games/{game.public_id}")
    tag = program.last.headers["ETag"]
    same = program.client.get(f"/api/v1/games/{game.public_id}", headers={"If-None-Match": tag})
    assert (same.status_code, same.content) == (304, b"")
    take_turn(game, rng)
    other = program.client.get(f"/api/v1/games/{game.public_id}", headers={"If-None-Match": tag})
    assert other.status_code == 200


def test_a_finished_game_has_its_whole_record(alice: User, bob: User) -> None:
    game = finished_game([alice, bob])
    record = program_of(make_person("dora")).get(f"games/{game.public_id}/record")
    assert record["format"] == "odin-game/1"
    assert all(hand["seed"] and all(hand["deals"]) for hand in record["hands"])


def test_an_open_game_has_no_record(alice: User) -> None:
    program = program_of(alice)
    game = program.post("games", {"seats": 2})["id"]
    assert program.get(f"games/{game}/record")["error"] == "not_started"
    assert program.status == 409


def test_a_view_and_a_turn_take_few_queries(game: Game, rng: random.Random, django_assert_num_queries: object) -> None:
    programs = {seat.user_id: program_of(seat.user) for seat in game.seats.all()}
    for program in programs.values():
        program.get(f"games/{game.public_id}")
    with django_assert_num_queries(5):  # type: ignore[operator]
        program.get(f"games/{game.public_id}")
    take_turn(game, rng)
    turn = {"version": game.version, "turn": str(any_turn(game, rng))}
    acting = programs[seat_to_act(game).user_id]
    with django_assert_num_queries(QUERIES_OF_A_TURN):  # type: ignore[operator]
        acting.post(f"games/{game.public_id}/turns", turn)
    assert acting.status == 200


def test_answers_are_as_documented(game: Game, rng: random.Random) -> None:
    seat = seat_to_act(game)
    programs = [program_of(seat.user), program_of(make_person("dora"))]
    turn = {"version": game.version, "turn": str(any_turn(game, rng))}
    answers = [program.get(f"games/{game.public_id}") for program in programs]
    answers.append(programs[0].post(f"games/{game.public_id}/turns", turn))
    for answer in answers:
        assert GameView.model_validate(answer, strict=True).model_dump(exclude_unset=True) == answer
