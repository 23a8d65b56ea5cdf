"""Requests race, in threads on PostgreSQL."""

import threading
from collections.abc import Callable
from datetime import timedelta
from unittest.mock import patch

import pytest
from django.db import connection, transaction
from django.utils import timezone

from accounts.models import User
from games.account_events.closing import account_games_close
from games.engine import HandState, Refusal, legal_turns, state_from_json
from games.lobby.queue import queue_join
from games.lobby.services import NewGame, game_create, game_join
from games.models import Deadline, Game, Move, Seat
from games.people.locking import locked_people
from games.play import locking, turn
from games.play.presence import presence_save
from games.play.timeouts import wait_attend
from games.play.waits.sprints import sprint_want
from tests.factories import make_person, seat_to_act, state_of
from tests.games_laid import lay_game, lay_slow_game
from tests.threads import Outcome, at_once

pytestmark = pytest.mark.django_db(transaction=True)


def same_turn_twice(game: Game) -> list[Outcome]:
    seat = seat_to_act(game)
    text = str(legal_turns(state_of(game))[0])

    def call() -> object:
        return turn.turn_play(public_id=game.public_id, user=seat.user, version=game.version, text=text)

    return at_once(call, call)


def test_of_two_requests_for_a_turn_one_is_accepted_and_one_is_stale(db: None) -> None:
    alice, bob = make_person("alice"), make_person("bob")
    for _round in range(5):
        game = lay_game([alice, bob])
        assert sorted(same_turn_twice(game)) == ["accepted", Refusal.STALE_VERSION]
        assert Move.objects.filter(hand__game=game).count() == 1


def test_without_the_lock_the_same_race_goes_wrong(db: None) -> None:
    """Shows that the test above depends on the lock."""
    alice, bob = make_person("alice"), make_person("bob")
    meet = threading.Barrier(2)

    class ReadByBoth(locking.LockedGame):
        @property
        def state(self) -> HandState:
            state = state_from_json(self.hand.state)
            meet.wait(timeout=10)
            return state

    def unlocked(public_id: str, player: User) -> locking.LockedGame:
        read = ReadByBoth(Game.objects.get(public_id=public_id))
        read.admit(player, holds=True)
        return read

    game = lay_game([alice, bob])
    with patch.object(turn, "lock_for_turn", unlocked):
        assert sorted(same_turn_twice(game)) == ["accepted", "database"]
    assert locking.lock_for_turn is not unlocked


def test_the_last_seat_is_given_once(db: None) -> None:
    alice = make_person("alice")
    people = [make_person(f"guest{number}") for number in range(4)]
    game = lay_game([alice], NewGame(seats=3), contribute=False)
    calls = [lambda person=person: game_join(public_id=game.public_id, user=person) for person in people]
    outcomes = at_once(*calls)
    assert sorted(outcomes) == ["accepted", "accepted", "full", "full"]
    assert sorted(Seat.objects.filter(game=game).values_list("number", flat=True)) == [0, 1, 2]


def test_a_form_pressed_twice_at_the_same_moment_opens_one_game(db: None) -> None:
    alice = make_person("alice")
    opened: list[int] = []

    def press() -> None:
        opened.append(game_create(host=alice, new=NewGame(seats=2), token="1:pressed-twice").pk)

    assert at_once(press, press, press) == ["accepted"] * 3
    assert opened == [Game.objects.get().pk] * 3


def test_closing_an_account_and_a_turn_do_not_wait_for_each_other(db: None) -> None:
    """The turn locks the game and names the account; closing does it the other way round."""
    alice, bob, charlie = make_person("alice"), make_person("bob"), make_person("charlie")
    for _round in range(3):
        game = lay_game([alice, bob, charlie])
        seat, text = seat_to_act(game), str(legal_turns(state_of(game))[0])
        other = next(person for person in (alice, bob, charlie) if person != seat.user)

        def close(leaver: User = other) -> None:
            with transaction.atomic():
                locked_people([leaver])
                account_games_close(user=leaver)

        def play_turn(game: Game = game, player: User = seat.user, text: str = text) -> object:
            return turn.turn_play(public_id=game.public_id, user=player, version=game.version, text=text)

        outcomes = at_once(close, play_turn)
        assert outcomes[0] == "accepted"
        assert outcomes[1] in ("accepted", Refusal.STALE_VERSION)


def test_an_account_that_is_locked_may_still_be_named_by_a_turn(db: None) -> None:
    """If it could not, a person's joining and a turn would deadlock."""
    alice, bob = make_person("alice"), make_person("bob")
    game = lay_game([alice, bob])
    seat, text = seat_to_act(game), str(legal_turns(state_of(game))[0])
    outcomes: list[Outcome] = []
    with transaction.atomic():
        locked_people([alice, bob])

        def call() -> object:
            with connection.cursor() as cursor:
                cursor.execute("SET lock_timeout = '5s'")
            return turn.turn_play(public_id=game.public_id, user=seat.user, version=game.version, text=text)

        outcomes = at_once(call)
    assert outcomes == ["accepted"]


def test_each_player_is_paired_once(db: None) -> None:
    people = [make_person(f"guest{number}") for number in range(6)]

    def wait(person: User) -> Callable[[], object]:
        return lambda: queue_join(user=person, seats=2)

    assert at_once(*[wait(person) for person in people]) == ["accepted"] * 6
    assert Game.objects.count() == 3
    assert sorted(Seat.objects.values_list("user__handle", flat=True)) == [person.handle for person in people]


def test_two_who_agree_to_a_sprint_at_the_same_time_begin_one(db: None) -> None:
    alice, bob, charlie = make_person("alice"), make_person("bob"), make_person("charlie")
    game = lay_slow_game([alice, bob, charlie])
    for person in (alice, bob, charlie):
        presence_save(public_id=game.public_id, user=person)
    sprint_want(public_id=game.public_id, user=alice, want=True)

    def agrees(person: User) -> Callable[[], object]:
        return lambda: sprint_want(public_id=game.public_id, user=person, want=True)

    assert at_once(agrees(bob), agrees(charlie)) == ["accepted", "accepted"]
    game.refresh_from_db()
    assert game.plays_live
    assert not game.seats.exclude(sprint_wanted_at=None).exists()


def test_a_turn_and_the_end_of_a_sprint_at_the_same_time_both_count(db: None) -> None:
    alice, bob = make_person("alice"), make_person("bob")
    game = lay_slow_game([alice, bob])
    for person in (alice, bob):
        presence_save(public_id=game.public_id, user=person)
    for person in (alice, bob):
        sprint_want(public_id=game.public_id, user=person, want=True)
    past = timezone.now() - timedelta(seconds=1)
    Game.objects.filter(pk=game.pk).update(sprint_ends_at=past)
    Deadline.objects.filter(pk=game.pk).update(due_at=past, next_at=past, since=past - timedelta(minutes=1))
    seat = seat_to_act(game)
    text = str(legal_turns(state_of(game))[0])
    at_once(
        lambda: turn.turn_play(public_id=game.public_id, user=seat.user, version=game.version, text=text),
        lambda: wait_attend(game_id=game.pk),
    )
    row = Deadline.objects.get(pk=game.pk)
    assert Move.objects.filter(hand__game=game).count() == 1
    assert row.due_at is not None
    assert row.due_at - row.since == timedelta(days=1)
