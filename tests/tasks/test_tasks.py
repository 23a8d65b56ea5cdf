"""The queue's jobs do nothing twice, and nothing late."""

from __future__ import annotations

import random
from functools import partial

import pytest
from pytest_django.fixtures import DjangoCaptureOnCommitCallbacks

from accounts.models import User
from games import on_commit, tasks
from games.lobby.services import NewGame
from games.models import Game, Move, Seat
from games.play.seats.resign import seat_resign
from games.play.turn import turn_play
from tests.factories import make_game, take_turn
from tests.games_laid import game_where, lay_game
from tests.games_laid.cards import lay

pytestmark = pytest.mark.django_db


def bots_turn(alice: User) -> Game:
    """A game that waits for a bot."""
    return game_where([alice], lambda state: state.to_act == 1, recorded="single_hand_with_two_bots")


def moves(game: Game) -> int:
    return Move.objects.filter(hand__game=game).count()


def test_a_bots_turn_is_taken_once_however_often_it_is_asked_for(alice: User) -> None:
    game = bots_turn(alice)
    before = moves(game)
    for _time in range(3):
        tasks.bot_turn_play(game.pk, game.version)
    assert moves(game) == before + 1


def test_a_bots_answer_to_an_old_question_is_dropped(alice: User, rng: random.Random) -> None:
    game = bots_turn(alice)
    asked = game.version
    take_turn(game, rng)
    before = moves(game)
    tasks.bot_turn_play(game.pk, asked)
    tasks.bot_turn_play(game.pk, game.version + 5)
    tasks.bot_turn_play(game.pk + 1000, game.version)
    assert moves(game) == before


def test_a_persons_turn_is_never_taken_by_a_bot(alice: User, bob: User) -> None:
    game = lay_game([alice, bob])
    tasks.bot_turn_play(game.pk, game.version)
    assert moves(game) == 0


def test_a_caretaker_plays_for_a_resigned_player(alice: User, bob: User) -> None:
    game = game_where([alice, bob], lambda state: state.to_act == 0, recorded="single_hand_of_three_with_bot")
    seat_resign(public_id=game.public_id, user=alice)
    game.refresh_from_db()
    before = moves(game)
    tasks.bot_turn_play(game.pk, game.version)
    assert moves(game) == before + 1


def test_a_mail_that_is_gone_is_no_error(db: None) -> None:
    tasks.notice_send(1)


FREE, STUCK = "K9 K8", "K1 G2"


@pytest.mark.parametrize(
    ("others", "undo", "held", "pause"),
    [
        ("berserker", True, FREE, on_commit.UNDO_PAUSE_S),
        ("berserker", False, FREE, on_commit.BOT_PAUSE_S),
        # There was no other turn, and nobody watches who could infer that from a short pause.
        ("berserker", True, STUCK, on_commit.BOT_PAUSE_S),
        ("watched bot", True, STUCK, on_commit.UNDO_PAUSE_S),
        ("person bot", True, STUCK, on_commit.UNDO_PAUSE_S),
    ],
)
def test_a_bot_leaves_time_to_take_a_turn_back(
    alice: User,
    bob: User,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
    *,
    others: str,
    undo: bool,
    held: str,
    pause: float,
) -> None:
    people = [alice, bob] if "person" in others else [alice]
    visibility = Game.Visibility.PUBLIC if "watched" in others else Game.Visibility.PRIVATE
    new = NewGame(seats=len(people) + 1, bots=["berserker"], undo=undo, visibility=visibility)
    game = make_game(people, new)
    bot = game.seats.get(kind=Seat.Kind.BOT).number
    before = game.seats.get(number=(bot - 1) % game.seats_count)
    cards = [held if number == before.number else f"B{number + 6} R{number + 6}" for number in range(game.seats_count)]
    lay(game, *cards, to_act=before.number, table="R5", table_seat=bot)
    with django_capture_on_commit_callbacks() as told:
        turn_play(public_id=game.public_id, user=before.user, version=game.version, text="pass")
    game.refresh_from_db()
    assert game.to_act == bot
    asked = [call.args for call in told if isinstance(call, partial)]
    assert ("bot_turn_play", (game.pk, game.version), pause) in asked


def test_a_bot_is_asked_again_when_a_resignation_made_its_question_old(
    alice: User, rng: random.Random, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    game = bots_turn(alice)
    with django_capture_on_commit_callbacks() as told:
        seat_resign(public_id=game.public_id, user=alice)
    game.refresh_from_db()
    asked = [call.args for call in told if isinstance(call, partial)]
    assert ("idle_turn_play", (game.pk, game.version), 0) in asked
