"""Rights to take turns, times, and their effects."""

import random
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from games.bots import REGISTRY
from games.engine import Refusal, Turn, View, legal_turns
from games.errors import NoSuchGame, Refused
from games.lobby.services import NewGame
from games.models import Deadline, Game, GameEvent, Hand, Move, Notice, Seat
from games.play.bot_turn import BUDGET_MS, LATE_AFTER, LATE_BUDGET_MS, bot_turn_play
from games.play.errors import PlayReason, TurnRefused
from games.play.seats.resign import seat_resign
from games.play.turn import turn_play
from tests.factories import any_turn, play_out, seat_to_act, state_of, take_turn
from tests.games_laid import Place, finished_game, game_at, game_before_end, lay_game, turn_next

pytestmark = pytest.mark.django_db


def refused(game: Game, user: User, version: int, text: str) -> Refusal:
    with pytest.raises(TurnRefused) as caught:
        turn_play(public_id=game.public_id, user=user, version=version, text=text)
    return caught.value.reason


def other_than(game: Game, *people: User) -> User:
    acting = seat_to_act(game).user
    return next(person for person in people if person != acting)


def test_it_appends_a_move_and_raises_the_version(alice: User, bob: User, rng: random.Random) -> None:
    game = lay_game([alice, bob])
    version, seat, turn = game.version, seat_to_act(game), any_turn(game, rng)
    turn_play(public_id=game.public_id, user=seat.user, version=version, text=str(turn))
    game.refresh_from_db()
    move = Move.objects.get()
    assert (move.seat, move.turn, move.by, move.number) == (seat.number, str(turn), "player", 1)
    assert game.version == move.version == version + 1
    assert game.to_act == 1 - seat.number


def test_it_refuses_in_the_agreed_order(alice: User, bob: User) -> None:
    game = lay_game([alice, bob])
    acting, waiting = seat_to_act(game).user, other_than(game, alice, bob)
    card = str(legal_turns(state_of(game))[0])
    assert refused(game, waiting, game.version - 1, "nonsense") == Refusal.MALFORMED
    assert refused(game, waiting, game.version - 1, card) == Refusal.STALE_VERSION
    assert refused(game, waiting, game.version, card) == Refusal.NOT_YOUR_TURN
    assert refused(game, acting, game.version, "pass") == Refusal.MUST_LEAD
    assert not Move.objects.exists()


def test_it_hides_the_game_from_outsiders(alice: User, bob: User, charlie: User) -> None:
    game = lay_game([alice, bob])
    with pytest.raises(NoSuchGame):
        turn_play(public_id=game.public_id, user=charlie, version=game.version, text="nonsense")


def test_it_says_hand_over_once_the_game_is_over(alice: User, bob: User) -> None:
    game = finished_game([alice, bob], recorded="single_hand_of_two")
    assert refused(game, alice, game.version, "pass") == Refusal.HAND_OVER
    assert refused(game, alice, 0, "x") == Refusal.MALFORMED


def test_the_turn_that_ends_a_hand_deals_the_next(alice: User, bob: User) -> None:
    game = game_at([alice, bob], Place(1, -1), recorded="target_30_of_two")
    first = Hand.objects.get(game=game)
    turn_next(game)
    first.refresh_from_db()
    second = Hand.objects.get(game=game, number=2)
    assert first.seed
    assert first.ended_at is not None
    assert not second.seed
    assert second.leader == (first.leader + 1) % 2
    assert list(game.seats.values_list("points", flat=True)) == first.points
    assert game.to_act == second.leader


def test_a_game_ends_with_the_fewest_points_winning(alice: User, bob: User, charlie: User) -> None:
    game = game_before_end([alice, bob, charlie], recorded="target_10_of_three")
    assert game.status == Game.Status.RUNNING
    turn_next(game)
    points = list(game.seats.values_list("points", flat=True))
    winners = [seat.points for seat in game.seats.filter(is_winner=True)]
    assert game.status == Game.Status.FINISHED
    assert game.ending == Game.Ending.TARGET
    assert max(points) >= 10
    assert set(winners) == {min(points)}
    assert len(winners) == points.count(min(points))


def test_two_resigned_of_three_leave_a_winner(alice: User, bob: User, charlie: User) -> None:
    game = lay_game([alice, bob, charlie])
    seat_resign(public_id=game.public_id, user=alice)
    seat_resign(public_id=game.public_id, user=bob)
    game.refresh_from_db()
    hand = Hand.objects.get(game=game)
    assert (game.status, game.ending) == (Game.Status.FINISHED, Game.Ending.RESIGNED)
    assert [seat.is_winner for seat in game.seats.order_by("number")] == [False, False, True]
    assert hand.voided
    assert hand.seed
    assert hand.points is None
    assert GameEvent.objects.filter(game=game, kind="resign").count() == 2


def test_a_caretaker_plays_a_resigned_seat_on_and_cannot_win(
    alice: User, bob: User, charlie: User, rng: random.Random
) -> None:
    game = lay_game([alice, bob, charlie], NewGame(seats=3, target=None))
    seat_resign(public_id=game.public_id, user=alice)
    game.refresh_from_db()
    seat = game.seats.get(user=alice)
    assert seat.held_by.is_bot
    play_out(game, rng)
    assert Move.objects.filter(seat=seat.number, by="bot").exists()
    assert not game.seats.get(user=alice).is_winner


def test_a_resigned_person_acts_no_more(alice: User, bob: User, charlie: User) -> None:
    game = lay_game([alice, bob, charlie])
    seat_resign(public_id=game.public_id, user=alice)
    game.refresh_from_db()
    with pytest.raises(NoSuchGame):
        turn_play(public_id=game.public_id, user=alice, version=game.version, text="pass")
    with pytest.raises(Refused) as caught:
        seat_resign(public_id=game.public_id, user=alice)
    assert caught.value.reason == PlayReason.ALREADY_RESIGNED


def test_a_bot_turn_is_harmless_twice_and_stale(alice: User) -> None:
    game = lay_game([alice], NewGame(seats=3, bots=["berserker", "skald"]))
    while not seat_to_act(game).held_by.is_bot:
        turn_play(public_id=game.public_id, user=alice, version=game.version, text=str(legal_turns(state_of(game))[0]))
        game.refresh_from_db()
    before, moves = game.version, Move.objects.count()
    assert bot_turn_play(game_id=game.pk, version=before) is not None
    assert bot_turn_play(game_id=game.pk, version=before) is None
    assert bot_turn_play(game_id=game.pk + 1, version=before) is None
    assert Move.objects.count() == moves + 1


def test_a_bot_that_is_late_thinks_less(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    budgets: list[int] = []

    def noting(view: View, legal: Sequence[Turn], budget_ms: int, rng: random.Random) -> Turn:
        budgets.append(budget_ms)
        return REGISTRY["skald"].choose(view, legal, budget_ms, rng)

    monkeypatch.setitem(REGISTRY, "jarl", replace(REGISTRY["jarl"], choose=noting))
    for waits in (timedelta(seconds=1), LATE_AFTER):
        game = lay_game([alice], NewGame(seats=3, bots=["jarl", "jarl"]))
        while not seat_to_act(game).held_by.is_bot:
            turn_next(game)
        Deadline.objects.filter(game=game).update(bot_since=timezone.now() - waits)
        bot_turn_play(game_id=game.pk, version=game.version)
    assert budgets == [BUDGET_MS, LATE_BUDGET_MS]


def test_a_turn_writes_one_mail_for_the_person_who_must_act(alice: User, bob: User, rng: random.Random) -> None:
    game = lay_game([alice, bob], NewGame(seats=2, undo=False))
    Notice.objects.all().delete()
    take_turn(game, rng)
    mail = Notice.objects.get()
    assert (mail.kind, mail.user, mail.version) == ("turn", seat_to_act(game).user, game.version)


def test_a_turn_costs_few_queries(
    alice: User, bob: User, rng: random.Random, django_assert_max_num_queries: Any
) -> None:
    game = lay_game([alice, bob])
    turn, user = any_turn(game, rng), seat_to_act(game).user
    # Savepoint, game, seats, hand; move, seat, hand, game, clock, email.
    with django_assert_max_num_queries(11):
        turn_play(public_id=game.public_id, user=user, version=game.version, text=str(turn))


def test_every_state_of_a_game_fits_its_constraints(alice: User, bob: User, rng: random.Random) -> None:
    game = game_at([alice, bob], Place(6, -3), recorded="target_10_of_two")
    play_out(game, rng)
    assert game.hands.count() > 6
    assert Seat.objects.filter(game=game, is_winner=True).exists()
    game = lay_game([alice, bob], NewGame(seats=4, goat=True, bots=["berserker", "berserker"], target=None))
    play_out(game, rng)
    assert (game.status, game.hands.count()) == (Game.Status.FINISHED, 1)
    assert Seat.objects.filter(game=game, is_winner=True).exists()
    assert game.to_act is None
