"""Requests at the same moment, with real threads on PostgreSQL."""

import threading
from collections.abc import Callable
from unittest.mock import patch

import pytest
from django.db import IntegrityError, OperationalError, connection

from accounts.models import User
from games.engine import Refusal, legal_turns
from games.errors import GameError, LobbyRefused, TurnRefused
from games.models import Game, Move, Seat
from games.services import locking, play
from games.services.lobby import NewGame, game_join
from games.services.queue import queue_join
from tests.factories import make_game, make_person, seat_to_act, state_of

pytestmark = pytest.mark.django_db(transaction=True)

Outcome = str


def at_once(*calls: Callable[[], object]) -> list[Outcome]:
    """Run the calls in threads that start together; what became of each."""
    barrier = threading.Barrier(len(calls))
    outcomes: list[Outcome] = [""] * len(calls)

    def run(number: int, call: Callable[[], object]) -> None:
        barrier.wait()
        try:
            call()
            outcomes[number] = "accepted"
        except (GameError, IntegrityError, OperationalError) as error:
            outcomes[number] = str(error.reason) if isinstance(error, TurnRefused | LobbyRefused) else "database"
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=pair) for pair in enumerate(calls)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return outcomes


def same_turn_twice(game: Game) -> list[Outcome]:
    seat = seat_to_act(game)
    text = str(legal_turns(state_of(game))[0])

    def call() -> object:
        return play.turn_play(public_id=game.public_id, user=seat.user, version=game.version, text=text)

    return at_once(call, call)


def test_of_two_requests_for_a_turn_one_is_accepted_and_one_is_stale(db: None) -> None:
    alice, bob = make_person("alice"), make_person("bob")
    for _round in range(10):
        game = make_game([alice, bob])
        assert sorted(same_turn_twice(game)) == ["accepted", Refusal.STALE_VERSION]
        assert Move.objects.filter(hand__game=game).count() == 1


def test_without_the_lock_the_same_race_goes_wrong(db: None) -> None:
    """Shows that the test above tests the lock: both requests get past the version there."""
    alice, bob = make_person("alice"), make_person("bob")
    meet = threading.Barrier(2)

    def unlocked(public_id: str) -> Game:
        game = Game.objects.get(public_id=public_id)
        meet.wait(timeout=10)
        return game

    game = make_game([alice, bob])
    with patch.object(play, "locked_game", unlocked):
        assert sorted(same_turn_twice(game)) == ["accepted", "database"]
    assert locking.locked_game is not unlocked


def test_the_last_seat_is_given_once(db: None) -> None:
    alice = make_person("alice")
    people = [make_person(f"guest{number}") for number in range(4)]
    game = make_game([alice], NewGame(seats=3), contribute=False)
    calls = [lambda person=person: game_join(public_id=game.public_id, user=person) for person in people]
    outcomes = at_once(*calls)
    assert sorted(outcomes) == ["accepted", "accepted", "full", "full"]
    assert sorted(Seat.objects.filter(game=game).values_list("number", flat=True)) == [0, 1, 2]


def test_nobody_is_paired_twice(db: None) -> None:
    people = [make_person(f"guest{number}") for number in range(6)]

    def wait(person: User) -> Callable[[], object]:
        return lambda: queue_join(user=person, seats=2)

    assert at_once(*[wait(person) for person in people]) == ["accepted"] * 6
    assert Game.objects.count() == 3
    assert sorted(Seat.objects.values_list("user__handle", flat=True)) == [person.handle for person in people]
