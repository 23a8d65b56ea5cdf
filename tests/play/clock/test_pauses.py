"""Pauses by agreement: who is asked, what stops, how it resumes."""

from __future__ import annotations

import pytest
import time_machine

from accounts.models import User
from games.engine import Refusal
from games.errors import NoSuchGame, Reason, Refused
from games.models import Game, Notice, Seat
from games.play.bot_accounts import caretaker_user
from games.play.bot_turn import bot_turn_play
from games.play.errors import PlayReason, TurnRefused
from games.play.seats.resign import seat_resign
from games.play.seats.services import seat_return
from games.play.standing_orders import Order, OrderKind, orders_set
from games.play.timeouts import wait_attend
from games.play.waits.pauses import pause_want
from tests.factories import seat_to_act, state_of
from tests.games_laid import lay_game, lay_slow_game
from tests.play.slow_games import DAY, HOUR, START, actor_and_other, clock_of, due_of, person_acts, seat_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("travel")]


def wish(game: Game, user: User, *, want: bool = True) -> None:
    pause_want(public_id=game.public_id, user=user, want=want, version=game.version)
    game.refresh_from_db()


def refused(game: Game, user: User) -> Reason:
    with pytest.raises(Refused) as refusal:
        wish(game, user)
    return refusal.value.reason


def paused(people: list[User], pace: str = "1d") -> Game:
    game = lay_slow_game(people, pace)
    for person in people:
        wish(game, person)
    assert game.status == Game.Status.PAUSED
    return game


def handed_over(game: Game, user: User) -> None:
    Seat.objects.filter(game=game, user=user).update(held_by=caretaker_user())


def test_a_game_pauses_when_all_want_it(alice: User, bob: User, travel: time_machine.Traveller) -> None:
    game = lay_slow_game([alice, bob])
    version = game.version
    wish(game, alice)
    assert (game.status, game.version) == (Game.Status.RUNNING, version)
    assert seat_of(game, alice).pause_wanted_at == START
    travel.move_to(START + HOUR)
    wish(game, bob)
    assert (game.status, game.version) == (Game.Status.PAUSED, version + 1)
    assert game.pause_ends_at == START + HOUR + 14 * DAY
    row = clock_of(game)
    assert (row.due_at, row.remind_at, row.left, row.next_at) == (None, None, 23 * HOUR, game.pause_ends_at)
    assert not game.seats.exclude(pause_wanted_at=None).exists()


def test_a_wish_can_be_taken_back(alice: User, bob: User) -> None:
    game = lay_slow_game([alice, bob])
    wish(game, alice)
    wish(game, alice, want=False)
    wish(game, bob)
    assert game.status == Game.Status.RUNNING
    assert seat_of(game, alice).pause_wanted_at is None


def test_a_wish_said_twice_is_one(alice: User, bob: User, travel: time_machine.Traveller) -> None:
    game = lay_slow_game([alice, bob])
    wish(game, alice)
    travel.move_to(START + HOUR)
    wish(game, alice)
    assert seat_of(game, alice).pause_wanted_at == START
    assert game.status == Game.Status.RUNNING


def test_turns_are_refused_in_a_pause(alice: User, bob: User) -> None:
    game = paused([alice, bob])
    with pytest.raises(TurnRefused) as refusal:
        person_acts(game)
    assert refusal.value.reason == Refusal.NOT_YOUR_TURN


def test_a_game_goes_on_when_all_want_it_with_the_time_that_was_left(
    alice: User, bob: User, travel: time_machine.Traveller
) -> None:
    game = lay_slow_game([alice, bob])
    travel.move_to(START + 6 * HOUR)
    wish(game, alice)
    wish(game, bob)
    version = game.version
    travel.move_to(START + 5 * DAY)
    wish(game, bob)
    assert game.status == Game.Status.PAUSED
    wish(game, alice)
    assert (game.status, game.version, game.pause_ends_at) == (Game.Status.RUNNING, version + 1, None)
    assert due_of(game) == START + 5 * DAY + 18 * HOUR
    assert clock_of(game).next_at is not None
    assert not game.seats.exclude(pause_wanted_at=None).exists()
    person_acts(game)


def test_the_seat_to_act_gets_one_mail_after_a_pause(alice: User, bob: User) -> None:
    game = paused([alice, bob])
    for person in (alice, bob):
        wish(game, person)
    acts, other = actor_and_other(game)
    turns = Notice.objects.filter(game=game, kind=Notice.Kind.TURN, version=game.version)
    assert turns.filter(user=acts, channel=Notice.Channel.MAIL).count() == 1
    assert not turns.filter(user=other).exists()


def test_a_pause_ends_by_itself_after_two_weeks(alice: User, bob: User, travel: time_machine.Traveller) -> None:
    game = paused([alice, bob])
    travel.move_to(START + 14 * DAY - HOUR)
    wait_attend(game_id=game.pk)
    game.refresh_from_db()
    assert game.status == Game.Status.PAUSED
    assert clock_of(game).next_at == START + 14 * DAY
    travel.move_to(START + 14 * DAY)
    wait_attend(game_id=game.pk)
    game.refresh_from_db()
    assert (game.status, game.pause_ends_at) == (Game.Status.RUNNING, None)
    assert due_of(game) == START + 15 * DAY


def test_a_standing_order_acts_after_the_pause_and_not_in_it(alice: User, bob: User) -> None:
    game = lay_slow_game([alice, bob])
    _acts, other = actor_and_other(game)
    order = Order(OrderKind.ROUND, hand=1, round=state_of(game).round)
    orders_set(public_id=game.public_id, user=other, order=order)
    person_acts(game)
    assert seat_to_act(game).user == other
    for person in (alice, bob):
        wish(game, person)
    assert clock_of(game).order_at is None
    for person in (alice, bob):
        wish(game, person)
    row = clock_of(game)
    assert row.order_at is not None
    assert row.next_at == row.order_at


def test_live_games_pause_as_well(alice: User, bob: User, travel: time_machine.Traveller) -> None:
    game = paused([alice, bob], "3m")
    travel.move_to(START + HOUR)
    for person in (alice, bob):
        wish(game, person)
    assert due_of(game) == START + HOUR + HOUR / 20


def test_bots_are_not_asked_and_do_not_act_in_a_pause(alice: User) -> None:
    game = lay_slow_game([alice], bots=["berserker", "skald"])
    while not game.bot_acts:
        person_acts(game)
    wish(game, alice)
    assert game.status == Game.Status.PAUSED
    assert bot_turn_play(game_id=game.pk, version=game.version) is None
    wish(game, alice)
    assert (game.status, game.bot_acts) == (Game.Status.RUNNING, True)
    assert bot_turn_play(game_id=game.pk, version=game.version) is not None


def test_resigned_players_and_caretakers_are_not_asked_for_a_pause(alice: User, bob: User, charlie: User) -> None:
    game = lay_slow_game([alice, bob, charlie])
    seat_resign(public_id=game.public_id, user=charlie)
    handed_over(game, bob)
    game.refresh_from_db()
    assert refused(game, charlie) == PlayReason.ALREADY_RESIGNED
    assert refused(game, bob) == PlayReason.SEAT_NOT_HELD
    wish(game, alice)
    assert game.status == Game.Status.PAUSED


def test_a_pause_is_for_running_games_and_their_players(alice: User, bob: User, charlie: User) -> None:
    waiting = lay_game([alice, bob], contribute=False)
    assert refused(waiting, alice) == PlayReason.NOT_RUNNING
    game = lay_slow_game([alice, bob])
    with pytest.raises(NoSuchGame):
        wish(game, charlie)
    game.version -= 1
    assert refused(game, alice) == PlayReason.STALE_VERSION
    seat_resign(public_id=game.public_id, user=bob)
    game.refresh_from_db()
    assert refused(game, alice) == PlayReason.NOT_RUNNING


def test_a_game_may_end_by_resignation_in_a_pause(alice: User, bob: User) -> None:
    game = paused([alice, bob])
    seat_resign(public_id=game.public_id, user=bob)
    game.refresh_from_db()
    assert (game.status, game.pause_ends_at) == (Game.Status.FINISHED, None)
    assert clock_of(game).next_at is None


def test_the_awaited_player_may_resign_during_a_pause(
    alice: User, bob: User, charlie: User, travel: time_machine.Traveller
) -> None:
    game = paused([alice, bob, charlie])
    seat_resign(public_id=game.public_id, user=seat_to_act(game).user)
    game.refresh_from_db()
    assert (game.status, game.bot_acts) == (Game.Status.PAUSED, True)
    assert clock_of(game).next_at == game.pause_ends_at
    travel.move_to(START + 14 * DAY)
    wait_attend(game_id=game.pk)
    game.refresh_from_db()
    assert (game.status, game.bot_acts) == (Game.Status.RUNNING, True)
    assert bot_turn_play(game_id=game.pk, version=game.version) is not None


def test_the_awaited_player_may_return_during_a_pause(alice: User, bob: User, travel: time_machine.Traveller) -> None:
    game = lay_slow_game([alice, bob])
    acts, other = actor_and_other(game)
    handed_over(game, acts)
    Game.objects.filter(pk=game.pk).update(bot_acts=True)
    game.refresh_from_db()
    wish(game, other)
    seat_return(public_id=game.public_id, user=acts)
    game.refresh_from_db()
    assert (game.status, game.bot_acts) == (Game.Status.PAUSED, False)
    assert clock_of(game).next_at == game.pause_ends_at
    travel.move_to(START + 14 * DAY)
    wait_attend(game_id=game.pk)
    assert due_of(game) == START + 15 * DAY
