"""Reviews of finished games: who may ask, one step at a time, lost steps queued again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from functools import partial

import pytest
import time_machine
from django.db import connection
from django.utils import timezone
from pytest_django.fixtures import DjangoCaptureOnCommitCallbacks

from accounts.models import User
from accounts.transactions.advisory_locks import Lock
from games.engine import legal_turns
from games.errors import NoSuchGame, Refused
from games.history import review as reviews
from games.history.review import MAX_TRIES, STEP_TIMEOUT, review_ask, review_work, reviews_sweep
from games.history.review_selectors import person_review
from games.lobby.services import NewGame
from games.models import Game, Move, SeatReview
from games.play.errors import PlayReason
from games.play.seats.resign import seat_resign
from tests.factories import make_person
from tests.games_laid import finished_game, lay_game
from tests.recorded_games import recording

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews, "BUDGET_MS", 2)
    monkeypatch.setattr(reviews, "STEP_S", 0)


@pytest.fixture
def game(alice: User) -> Game:
    """A single hand with two turns taken back."""
    return finished_game([alice, make_person("dora")], recorded="turns_taken_back")


def work_off(row: SeatReview) -> int:
    steps = 0
    while review_work(review_id=row.pk, done=len(row.turns)):
        row.refresh_from_db()
        steps += 1
    return steps


def test_each_own_turn_is_looked_at_in_order(game: Game, alice: User) -> None:
    row = review_ask(public_id=game.public_id, user=alice)
    assert (row.status, row.bot, row.turns) == (SeatReview.Status.ASKED, "jarl", [])
    moves = list(Move.objects.valid().filter(actor=alice).order_by("number"))
    assert work_off(row) == len(moves)
    assert (row.status, row.done_at is not None) == (SeatReview.Status.DONE, True)
    assert [(turn["number"], turn["turn"]) for turn in row.turns] == [(move.number, move.turn) for move in moves]
    # Log numbers count turns taken back; places do not.
    standing = list(Move.objects.valid().order_by("number"))
    assert [standing[turn["place"] - 1].number for turn in row.turns] == [turn["number"] for turn in row.turns]
    assert row.turns[-1]["place"] == row.turns[-1]["number"] - 2
    for turn in row.turns:
        assert turn["loss"] >= 0
        assert turn["options"] >= 1
        if turn["options"] == 1 or turn["best"] == turn["turn"]:
            assert (turn["best"], turn["loss"]) == (turn["turn"], 0)
    assert {turn["options"] > 1 for turn in row.turns} == {True, False}
    assert any(turn["best"] != turn["turn"] for turn in row.turns)
    told = person_review(game.public_id, alice)
    assert (told.done, told.turns_count, len(told.turns)) == (True, len(moves), len(moves))
    assert [turn.loss for turn in told.worst] == sorted((turn.loss for turn in told.worst), reverse=True)


def test_a_turn_that_gives_a_won_hand_away_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The second of six could have gone out."""
    monkeypatch.setattr(reviews, "BUDGET_MS", 10)
    people = [make_person(f"person{number}") for number in range(6)]
    game = finished_game(people, recorded="single_hand_of_six")
    place, best = next(
        (place, turn)
        for place, state in recording("single_hand_of_six").moments()
        for turn in legal_turns(state)
        if state.to_act == 1 and turn.mask == state.hand_masks[1]
    )
    row = review_ask(public_id=game.public_id, user=people[1])
    work_off(row)
    [told] = [turn for turn in row.turns if turn["place"] == place.turn + 1]
    assert told["turn"] != told["best"] == str(best)
    assert told["loss"] > 0.5


def test_only_players_ask_and_only_after_the_game(alice: User, bob: User, charlie: User) -> None:
    game = lay_game([alice, bob], NewGame(seats=2, target=None))
    with pytest.raises(Refused) as refused:
        review_ask(public_id=game.public_id, user=alice)
    assert refused.value.reason == PlayReason.NOT_FINISHED
    seat_resign(public_id=game.public_id, user=bob)
    with pytest.raises(NoSuchGame):
        review_ask(public_id=game.public_id, user=charlie)
    with pytest.raises(NoSuchGame):
        person_review(game.public_id, charlie)
    row = review_ask(public_id=game.public_id, user=alice)
    assert review_work(review_id=row.pk, done=0)
    row.refresh_from_db()
    assert (row.status, row.turns) == (SeatReview.Status.DONE, [])


def test_asked_twice_it_is_one_and_done_twice_nothing(game: Game, alice: User) -> None:
    row = review_ask(public_id=game.public_id, user=alice)
    assert review_ask(public_id=game.public_id, user=alice).pk == row.pk
    assert review_work(review_id=row.pk, done=0)
    # A repeated step finds its number passed.
    assert not review_work(review_id=row.pk, done=0)
    assert not review_work(review_id=row.pk, done=5)
    row.refresh_from_db()
    assert len(row.turns) == 1
    work_off(row)
    before = row.turns
    assert not review_work(review_id=row.pk, done=len(before))
    assert review_ask(public_id=game.public_id, user=alice).turns == before


@contextmanager
def another_at_work() -> Iterator[None]:
    """A second connection, as its own lock would not keep this one out."""
    other = connection.copy()
    try:
        with other.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_lock(%s, hashtext(%s))", [Lock.SWEEP, "review"])
        yield
        # A closed connection's server would let go of it a moment later.
        with other.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_unlock_all()")
    finally:
        other.close()


def messages(told: Sequence[object]) -> list[tuple[int, int]]:
    """Queued steps: review id and turns done."""
    calls = [call.args for call in told if isinstance(call, partial)]
    return [call[1] for call in calls if call[0] == "review_work"]


def asked_by_many(alice: User, count: int) -> list[SeatReview]:
    rows = []
    for number in range(count):
        game = finished_game([alice, make_person(f"dora{number}")], recorded="single_hand_of_two")
        rows.append(review_ask(public_id=game.public_id, user=alice))
    return rows


def test_one_review_is_worked_on_at_a_time_and_the_rest_come_round(
    alice: User, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    first, second, third = rows = asked_by_many(alice, 3)
    with another_at_work(), django_capture_on_commit_callbacks() as told:
        assert not any(review_work(review_id=row.pk, done=0) for row in rows)
    # The running step queues them.
    assert messages(told) == []
    done, queue = [], [(first.pk, 0)]
    while queue:
        review, turns = queue.pop()
        with django_capture_on_commit_callbacks() as told:
            assert review_work(review_id=review, done=turns)
        done.append(review)
        queue += messages(told)
        assert len(queue) <= 1
    for row in rows:
        row.refresh_from_db()
        assert (row.status, done.count(row.pk)) == (SeatReview.Status.DONE, len(row.turns))
    assert list(dict.fromkeys(done)) == [first.pk, second.pk, third.pk]


def test_messages_never_multiply(
    alice: User, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    """Neither sweeps during a step nor repeated messages make more of them."""
    rows, start = asked_by_many(alice, 3), timezone.now()
    queue = [(row.pk, 0) for row in rows]
    with another_at_work():
        for minute in range(3, 9):
            with time_machine.travel(start + timedelta(minutes=minute), tick=False):
                with django_capture_on_commit_callbacks() as told:
                    assert reviews_sweep() == 1
                    assert not any(review_work(review_id=review, done=done) for review, done in queue)
                queue = messages(told)
                assert queue == [(rows[0].pk, 0)]
    # The sweep adds nothing to a running step.
    with django_capture_on_commit_callbacks() as told:
        assert review_work(review_id=rows[0].pk, done=0)
        assert not review_work(review_id=rows[0].pk, done=0)
    assert messages(told) == [(rows[0].pk, 1)]
    with time_machine.travel(start + timedelta(minutes=1), tick=False):
        assert reviews_sweep() == 0


def test_a_step_that_breaks_leaves_the_queue_to_others(
    alice: User, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    first, second = asked_by_many(alice, 2)
    # An unreadable log.
    first.game.hands.update(deck=[])
    with django_capture_on_commit_callbacks() as told, pytest.raises(ValueError):  # noqa: PT011
        review_work(review_id=first.pk, done=0)
    assert messages(told) == [(second.pk, 0)]
    with (
        time_machine.travel(timezone.now() + STEP_TIMEOUT + timedelta(seconds=1), tick=False),
        django_capture_on_commit_callbacks() as told,
    ):
        assert reviews_sweep() == 1
    assert messages(told) == [(first.pk, 0)]


def test_a_step_done_elsewhere_is_not_written_twice(game: Game, alice: User) -> None:
    """The lock was lost with its connection."""
    row = review_ask(public_id=game.public_id, user=alice)
    begun = reviews._step_begun(row.pk, 0)
    assert begun is not None
    found, whole = reviews._worked_out(begun, 0)
    assert review_work(review_id=row.pk, done=0)
    row.refresh_from_db()
    assert not reviews._step_ended(row.pk, 0, found, whole=whole)
    assert SeatReview.objects.get().turns == row.turns


def test_what_was_lost_is_queued_again_and_given_up_in_the_end(game: Game, alice: User) -> None:
    row = review_ask(public_id=game.public_id, user=alice)
    assert reviews_sweep() == 0
    with time_machine.travel(timezone.now() + STEP_TIMEOUT + timedelta(seconds=1), tick=False):
        assert reviews_sweep() == 1
    # Workers died during these steps.
    for _try in range(MAX_TRIES):
        assert reviews._step_begun(row.pk, 0) is not None
    assert reviews._step_begun(row.pk, 0) is None
    row.refresh_from_db()
    assert row.status == SeatReview.Status.FAILED
    assert not review_work(review_id=row.pk, done=0)
    again = review_ask(public_id=game.public_id, user=alice)
    assert (again.status, again.tries) == (SeatReview.Status.ASKED, 0)
    work_off(again)
    assert again.status == SeatReview.Status.DONE
