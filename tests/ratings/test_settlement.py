"""Figures of ended games, worked out once, from the turns; the sweep finds games left unsettled."""

from __future__ import annotations

import json
import logging
from functools import partial

import pytest
from django.db import transaction
from pytest_django.fixtures import DjangoCaptureOnCommitCallbacks

from accounts.models import User
from accounts.privacy.export import export_json
from games import tasks
from games.engine import forced_turn
from games.lobby.services import NewGame
from games.models import Game, Hand, Move, RatingChange, Seat, SeatFigures
from games.moderation.acts import game_cancel, turns_take_back
from games.play.locking import lock_game
from games.play.seats.resign import seat_resign
from games.play.turn import turn_apply
from games.ratings.settlement import game_settle, settling_sweep
from tests.factories import make_staff, play_out, rng_of
from tests.games_laid import Place, finished_game, game_at, lay_game
from tests.moderation.moderator_acts import act, hand_of, play_turns
from tests.ratings.ended_games import ended_game

pytestmark = pytest.mark.django_db


def figures_of(game: Game) -> list[SeatFigures]:
    return list(SeatFigures.objects.filter(seat__game=game).order_by("seat__number"))


def test_a_whole_game_is_counted_without_turns_that_were_taken_back(alice: User, bob: User, charlie: User) -> None:
    game = game_at([alice, bob, charlie], Place(6, 6), recorded="target_10_of_three")
    act(game, turns_take_back, actor=make_staff("mona", "moderator"), hand=hand_of(game).number, keep=2)
    play_out(game, rng_of(4))
    assert game_settle(game_id=game.pk)
    rows, hands = figures_of(game), Hand.objects.filter(game=game)
    turns = list(Move.objects.valid().filter(hand__game=game))
    plays = [move for move in turns if move.turn != "pass"]
    laid = {seat: [move.turn.partition("<")[0] for move in plays if move.seat == seat] for seat in range(3)}
    assert len(turns) < Move.objects.filter(hand__game=game).count()
    for seat, row in enumerate(rows):
        passes = [move for move in turns if move.seat == seat and move.turn == "pass"]
        assert (row.plays, row.passes) == (len(laid[seat]), len(passes))
        assert row.cards_played == sum(len(text) // 2 for text in laid[seat])
        assert row.largest_set == max(len(text) // 2 for text in laid[seat])
        assert row.highest_value == max(int(text[1::2]) for text in laid[seat])
        assert row.hands == len(hands)
        assert row.hands_out == sum(hand.points[seat] == 0 for hand in hands if hand.points)
    assert sum(row.hands_out for row in rows) == len(hands)
    assert sum(row.rounds_won for row in rows) == rows[0].rounds == rows[1].rounds > len(hands)


def test_what_a_seat_let_run_out_counts(alice: User, bob: User) -> None:
    game = game_at([alice, bob], Place(7, 3), recorded="target_10_of_two")
    with transaction.atomic():
        late = lock_game(game.public_id)
        seat = late.seat_to_act
        assert seat is not None
        number = seat.number
        turn_apply(late, seat, forced_turn(late.state), by=Move.By.TIMEOUT)
    game.refresh_from_db()
    play_out(game, rng_of(4))
    assert game_settle(game_id=game.pk)
    assert [row.timeouts for row in figures_of(game)] == [int(seat == number) for seat in range(2)]


def test_a_void_hand_and_a_cancelled_game_count_nothing(alice: User, bob: User, charlie: User) -> None:
    game = game_at([alice, bob], Place(2, 1), recorded="target_30_of_two")
    seat_resign(public_id=game.public_id, user=alice)
    assert game_settle(game_id=game.pk)
    assert [row.hands for row in figures_of(game)] == [1, 1]
    cancelled = lay_game([alice, charlie], NewGame(seats=2))
    play_turns(cancelled, 3)
    act(cancelled, game_cancel, actor=make_staff("mona", "moderator"), counts_for_rating=True)
    assert game_settle(game_id=cancelled.pk)
    assert figures_of(cancelled) == []


def test_a_running_game_is_not_settled(alice: User, bob: User) -> None:
    game = lay_game([alice, bob])
    assert not game_settle(game_id=game.pk)
    game.refresh_from_db()
    assert game.settled_at is None


def test_a_broken_game_keeps_its_result_and_stops_no_other(
    alice: User, bob: User, caplog: pytest.LogCaptureFixture
) -> None:
    broken, sound = ended_game([alice, bob], [3, 15], hours=1), ended_game([alice, bob], [3, 15], hours=2)
    Hand.objects.filter(game=broken).update(deck=["B1"])
    with caplog.at_level(logging.ERROR):
        assert settling_sweep() == 2
    assert broken.public_id in caplog.text
    assert not Game.objects.filter(settled_at=None).exists()
    assert broken.rating_changes.count() == sound.rating_changes.count() == 2
    assert settling_sweep() == 0


def test_a_game_that_cannot_be_settled_stops_no_other(alice: User, bob: User, caplog: pytest.LogCaptureFixture) -> None:
    broken, sound = ended_game([alice, bob], [3, 15], hours=1), ended_game([alice, bob], [3, 15], hours=2)
    Seat.objects.filter(game=broken, number=1).update(number=5)
    with caplog.at_level(logging.ERROR):
        assert settling_sweep() == 1
    assert str(broken.pk) in caplog.text
    assert list(Game.objects.filter(settled_at=None)) == [broken]
    assert sound.rating_changes.count() == 2


def test_the_end_of_a_game_has_it_settled(
    alice: User, bob: User, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    game = finished_game([alice, bob], recorded="single_hand_of_two")
    with django_capture_on_commit_callbacks(execute=False) as callbacks:
        other = lay_game([alice, bob], NewGame(seats=2, target=None))
        seat_resign(public_id=other.public_id, user=alice)
    queued = [call.args for call in callbacks if isinstance(call, partial)]
    assert ("game_settle", (other.pk,), 0) in queued
    for _time in range(2):
        tasks.game_settle(game.pk)
    assert len(figures_of(game)) == 2
    settling_sweep()
    assert len(figures_of(other)) == 2


def test_what_was_worked_out_is_in_the_persons_file(alice: User, bob: User) -> None:
    game = finished_game([alice, bob], recorded="single_hand_of_two", rated=True)
    game_settle(game_id=game.pk)
    told = json.loads("".join(export_json(alice)))
    (rating,), (change,), (season,), (figures,) = (
        told[name] for name in ("ratings", "rating_changes", "seasons", "figures")
    )
    assert rating["mu"] == change["mu"] == RatingChange.objects.get(user=alice).mu
    assert (change["in_game"], figures["in_game"]) == (game.public_id, game.public_id)
    assert (season["games"], figures["hands"]) == (1, 1)
