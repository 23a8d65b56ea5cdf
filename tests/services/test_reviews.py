"""After a game a bot looks at a player's turns: asked for by the player alone, worked out step by step, never lost."""

from __future__ import annotations

from datetime import timedelta
from zlib import crc32

import pytest
import time_machine
from django.db import connection
from django.utils import timezone

from accounts.models import User
from games.engine import legal_turns
from games.errors import LobbyReason, LobbyRefused, NoSuchGame
from games.models import Game, Move, SeatReview
from games.selectors.reviews import review_of
from games.services import reviews
from games.services.lobby import NewGame
from games.services.play import turn_play
from games.services.resigning import seat_resign
from games.services.reviews import MOST_TRIES, PATIENCE, review_ask, review_work, reviews_sweep
from games.services.sweep_lock import SWEEPS
from games.services.undo import turn_undo
from tests.factories import make_game, make_person, play_out, rng_of, seat_to_act, state_of, take_turn

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """A rough look is enough here, and a step is one turn."""
    monkeypatch.setattr(reviews, "BUDGET_MS", 2)
    monkeypatch.setattr(reviews, "STEP_S", 0)


@pytest.fixture
def game(alice: User) -> Game:
    """A single hand against a bot, in which one turn was taken back."""
    game = make_game([alice, make_person("dora")], NewGame(seats=2, target=None, pace="1d"))
    rng = rng_of(4)
    take_turn(game, rng)
    turn_undo(public_id=game.public_id, user=Move.objects.get().actor)
    game.refresh_from_db()
    play_out(game, rng)
    return game


def work_off(row: SeatReview) -> int:
    """How many steps it took until nothing was left to do."""
    steps = 0
    while review_work(review_id=row.pk, done=len(row.turns)):
        row.refresh_from_db()
        steps += 1
    return steps


def test_each_own_turn_is_looked_at_in_order(game: Game, alice: User) -> None:
    row = review_ask(public_id=game.public_id, user=alice)
    assert (row.status, row.bot, row.turns) == (SeatReview.Status.ASKED, "greedy", [])
    moves = list(Move.objects.standing().filter(actor=alice).order_by("number"))
    assert work_off(row) == len(moves)
    assert (row.status, row.done_at is not None) == (SeatReview.Status.DONE, True)
    assert [(turn["number"], turn["turn"]) for turn in row.turns] == [(move.number, move.turn) for move in moves]
    # Numbers of the log count what was taken back too; places do not.
    assert [turn["place"] for turn in row.turns] == [move.number - 1 for move in moves]
    for turn in row.turns:
        assert turn["loss"] >= 0
        assert turn["options"] >= 1
        if turn["options"] == 1 or turn["best"] == turn["turn"]:
            assert (turn["best"], turn["loss"]) == (turn["turn"], 0)
    assert {turn["options"] > 1 for turn in row.turns} == {True, False}
    assert any(turn["best"] != turn["turn"] for turn in row.turns)
    told = review_of(game.public_id, alice)
    assert (told.done, told.turns_count, len(told.turns)) == (True, len(moves), len(moves))
    assert [turn.loss for turn in told.worst] == sorted((turn.loss for turn in told.worst), reverse=True)


def test_a_turn_that_gives_a_won_hand_away_is_found(alice: User, bob: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews, "BUDGET_MS", 20)
    game = make_game([alice, bob], NewGame(seats=2, target=None, pace="1d"))
    missed = None
    while game.status == Game.Status.RUNNING:
        acts, legal = seat_to_act(game), legal_turns(state_of(game))
        out = [turn for turn in legal if turn.mask == state_of(game).hand_masks[acts.number]]
        turn = max(legal, key=lambda turn: len(turn.cards))
        if out and missed is None and len(legal) > 1:
            missed, number, best = acts.user, game.version + 1, str(out[0])
            turn = next(turn for turn in legal if turn not in out)
        turn_play(public_id=game.public_id, user=acts.user, version=game.version, text=str(turn))
        game.refresh_from_db()
    assert missed is not None
    row = review_ask(public_id=game.public_id, user=missed)
    work_off(row)
    move = Move.objects.get(hand__game=game, version=number)
    [told] = [turn for turn in row.turns if turn["number"] == move.number]
    assert told["best"] == best
    assert told["loss"] > 0.3


def test_only_who_sat_there_asks_and_only_once_the_game_is_over(alice: User, bob: User, charlie: User) -> None:
    game = make_game([alice, bob], NewGame(seats=2, target=None))
    with pytest.raises(LobbyRefused) as refused:
        review_ask(public_id=game.public_id, user=alice)
    assert refused.value.reason == LobbyReason.NOT_FINISHED
    seat_resign(public_id=game.public_id, user=bob)
    with pytest.raises(NoSuchGame):
        review_ask(public_id=game.public_id, user=charlie)
    with pytest.raises(NoSuchGame):
        review_of(game.public_id, charlie)
    # Nobody took a turn, and there is nothing to work out.
    row = review_ask(public_id=game.public_id, user=alice)
    assert review_work(review_id=row.pk, done=0)
    row.refresh_from_db()
    assert (row.status, row.turns) == (SeatReview.Status.DONE, [])


def test_asked_twice_it_is_one_and_done_twice_nothing(game: Game, alice: User) -> None:
    row = review_ask(public_id=game.public_id, user=alice)
    assert review_ask(public_id=game.public_id, user=alice).pk == row.pk
    assert review_work(review_id=row.pk, done=0)
    # The same step, queued once more, finds its number passed.
    assert not review_work(review_id=row.pk, done=0)
    assert not review_work(review_id=row.pk, done=5)
    row.refresh_from_db()
    assert len(row.turns) == 1
    work_off(row)
    before = row.turns
    assert not review_work(review_id=row.pk, done=len(before))
    assert review_ask(public_id=game.public_id, user=alice).turns == before


def test_one_review_is_worked_on_at_a_time(game: Game, alice: User) -> None:
    row = review_ask(public_id=game.public_id, user=alice)
    key = [SWEEPS, crc32(b"review") - 2**31]
    # Another connection's lock: this one's own would not keep it out.
    other = connection.copy()
    try:
        with other.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_lock(%s, %s)", key)
        assert not review_work(review_id=row.pk, done=0)
        with other.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_unlock(%s, %s)", key)
    finally:
        other.close()
    assert review_work(review_id=row.pk, done=0)


def test_what_was_lost_is_queued_again_and_given_up_in_the_end(game: Game, alice: User) -> None:
    row = review_ask(public_id=game.public_id, user=alice)
    assert reviews_sweep() == 0
    with time_machine.travel(timezone.now() + PATIENCE + timedelta(seconds=1), tick=False):
        assert reviews_sweep() == 1
    # Steps that begin and come to no end, as when a worker dies.
    for _try in range(MOST_TRIES):
        assert reviews._step_begun(row.pk, 0) is not None
    assert reviews._step_begun(row.pk, 0) is None
    row.refresh_from_db()
    assert row.status == SeatReview.Status.FAILED
    assert not review_work(review_id=row.pk, done=0)
    again = review_ask(public_id=game.public_id, user=alice)
    assert (again.status, again.tries) == (SeatReview.Status.ASKED, 0)
    work_off(again)
    assert again.status == SeatReview.Status.DONE
