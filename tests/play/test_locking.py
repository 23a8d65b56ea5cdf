"""Locking a game: checks, their order, and queries."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from games.errors import NoSuchGame, Reason, Refused
from games.lobby.services import NewGame
from games.models import Game, Seat
from games.play.bot_accounts import caretaker_user
from games.play.errors import PlayReason
from games.play.locking import (
    ENDED,
    FINISHED,
    OPEN,
    PLAYED,
    RUNNING,
    lock_for_turn_if,
    lock_game,
    lock_game_if,
    lock_games,
)
from tests.games_laid import lay_game

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(alice: User, bob: User) -> Game:
    return lay_game([alice, bob])


def reason(refused: pytest.ExceptionInfo[Refused]) -> str:
    return refused.value.reason


def test_strangers_are_refused_before_old_versions_and_these_before_another_status(
    game: Game, alice: User, charlie: User
) -> None:
    with pytest.raises(NoSuchGame):
        lock_game(game.public_id, player=charlie, version=game.version - 1, status=FINISHED)
    with pytest.raises(Refused) as stale:
        lock_game(game.public_id, player=alice, version=game.version - 1, status=FINISHED)
    with pytest.raises(Refused) as unfinished:
        lock_game(game.public_id, player=alice, version=game.version, status=FINISHED)
    assert [reason(stale), reason(unfinished)] == [PlayReason.STALE_VERSION, PlayReason.NOT_FINISHED]


def test_a_game_that_is_not_there_is_refused_as_to_strangers(db: None) -> None:
    with pytest.raises(NoSuchGame):
        lock_game("nowhere")


@pytest.mark.parametrize(
    ("status", "asked", "why"),
    [
        ("running", OPEN, PlayReason.NOT_OPEN),
        ("paused", RUNNING, PlayReason.NOT_RUNNING),
        ("open", PLAYED, PlayReason.NOT_RUNNING),
        ("cancelled", FINISHED, PlayReason.NOT_FINISHED),
    ],
)
def test_each_status_asked_for_has_its_refusal(
    status: str, asked: tuple[Game.Status, ...], why: Reason, alice: User
) -> None:
    game = lay_game([alice], NewGame(seats=2))
    locked = lock_game(game.public_id)
    locked.game.status = status
    with pytest.raises(Refused) as refused:
        locked.check_status(asked)
    assert reason(refused) == why
    locked.check_status(None)


def test_a_person_owns_but_does_not_hold_a_seat_played_by_a_bot(game: Game, alice: User) -> None:
    Seat.objects.filter(game=game, user=alice).update(held_by=caretaker_user())
    assert lock_game(game.public_id, player=alice).seat.user == alice
    with pytest.raises(NoSuchGame):
        lock_game(game.public_id, player=alice, holds=True)


def test_game_seats_and_hand_are_read_once_each(
    game: Game, alice: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(3):
        locked = lock_game(game.public_id, player=alice, holds=True, version=game.version, status=RUNNING)
        assert locked.seat_to_act == locked.seats[locked.state.to_act]
        assert locked.seat_of(alice) is locked.seat
        assert locked.hand is locked.hand
        assert all(seat.held_by.handle for seat in locked.seats)


def test_what_is_not_asked_for_is_not_read(game: Game, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    with django_assert_num_queries(1):
        lock_game(game.public_id, version=game.version, status=PLAYED)


def test_seats_taken_or_freed_are_read_again_when_told(game: Game, bob: User) -> None:
    locked = lock_game(game.public_id)
    assert locked.seat_of(bob) is not None
    Seat.objects.filter(game=game, user=bob).delete()
    assert locked.seat_of(bob) is not None
    locked.reread_seats()
    assert locked.seat_of(bob) is None


def test_the_next_version_changes_the_game_at_the_time_of_the_lock(game: Game) -> None:
    locked = lock_game(game.public_id)
    assert locked.next_version() == locked.game.version == game.version + 1
    assert locked.game.changed_at == locked.now > game.changed_at
    assert locked.next_version(step=100) == game.version + 101


def test_a_task_gets_no_game_that_is_gone_or_has_moved_on(game: Game) -> None:
    assert lock_game_if(game.pk + 1) is None
    assert lock_game_if(game.pk, version=game.version - 1) is None
    assert lock_game_if(game.pk, status=ENDED) is None
    locked = lock_game_if(game.pk, version=game.version, status=RUNNING)
    assert locked is not None
    assert locked.game == game


def test_each_way_to_a_game_locks_its_row_and_several_in_the_order_of_their_ids(game: Game) -> None:
    with CaptureQueriesContext(connection) as asked:
        lock_game(game.public_id)
        lock_game_if(game.pk)
        lock_for_turn_if(game.pk, version=game.version)
        lock_games(Game.objects.filter(pk__in=[game.pk]).order_by("-changed_at"))
    sql = [query["sql"] for query in asked]
    assert [text.endswith('FOR UPDATE OF "games_game"') for text in sql] == [True, True, True, False, False, True]
    assert sql[-1].startswith('SELECT "games_game"."id"')
    assert " ORDER BY 1 ASC FOR UPDATE" in sql[-1]
