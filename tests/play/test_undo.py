"""Undoing one's turn: when, and its cost."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import pytest
import time_machine

from accounts.models import User
from games.engine import Refusal
from games.errors import NoSuchGame, Reason, Refused
from games.history.record import game_record
from games.live.viewer_state import state_since
from games.lobby.rematch import game_rematch
from games.lobby.services import NewGame
from games.models import Deadline, Game, Move, Notice, Seat, StandingOrders, TakeBack
from games.moderation.acts import game_pause, turns_take_back
from games.play.clock.absences import absence_add
from games.play.errors import PlayReason, TurnRefused, UndoReason
from games.play.seats.resign import seat_resign
from games.play.standing_orders import Order, OrderKind, orders_set
from games.play.timeouts import wait_attend
from games.play.turn import turn_play
from games.play.undo.services import turn_undo
from games.play.undo_rights import may_undo
from games.play.waits.extra_time import time_grant
from games.table import table_view
from games.table.log_words import entry_text
from tests.factories import make_person, make_staff, seat_to_act, seats_of, state_of
from tests.games_laid import Place, game_at, lay_game, lay_slow_game, turn_next
from tests.moderation.moderator_acts import act, check_sound, hand_of, play_turns
from tests.play.slow_games import DAY, HOUR, START, clock_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def travel() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(START, tick=False) as traveller:
        yield traveller


@pytest.fixture
def game(alice: User, bob: User, charlie: User) -> Game:
    return lay_slow_game([alice, bob, charlie])


def undo(game: Game, seat: Seat) -> None:
    turn_undo(public_id=game.public_id, user=seat.user, version=game.version)
    game.refresh_from_db()


def refused(game: Game, seat: Seat) -> Reason:
    """The reason of a refused undo, which writes nothing."""
    fresh = Game.objects.get(pk=game.pk)
    rows = TakeBack.objects.count()
    with pytest.raises(Refused) as refusal:
        turn_undo(public_id=game.public_id, user=seat.user, version=fresh.version)
    assert (Game.objects.get(pk=game.pk).version, TakeBack.objects.count()) == (fresh.version, rows)
    return refusal.value.reason


def offered(game: Game, seat: Seat | None) -> bool:
    return table_view(Game.objects.get(pk=game.pk), None if seat is None else seat.user).may_undo


def played(game: Game) -> Seat:
    seat = seat_to_act(game)
    play_turns(game, 1)
    return seat


def test_the_last_turn_is_taken_back_and_another_taken(game: Game) -> None:
    play_turns(game, 3)
    before, seat = state_of(game), played(game)
    assert offered(game, seat)
    assert not any(offered(game, other) for other in [None, *seats_of(game)] if other is None or other.pk != seat.pk)
    version = game.version
    undo(game, seat)
    assert (state_of(game), game.to_act, game.version) == (before, seat.number, version + 1)
    assert list(hand_of(game).moves.valid().values_list("number", flat=True)) == [1, 2, 3]
    row = TakeBack.objects.get()
    assert (row.kept, row.last, row.actor, row.version) == (3, 4, seat.user, game.version)
    check_sound(game)
    with pytest.raises(TurnRefused) as stale:
        turn_play(public_id=game.public_id, user=seat.user, version=version, text="pass")
    assert stale.value.reason == Refusal.STALE_VERSION
    play_turns(game, 2, seed=9)
    check_sound(game)
    [withdrawn] = game_record(game, None)["hands"][0]["withdrawn"]
    assert (withdrawn["seat"], withdrawn["number"]) == (seat.number, 4)


def test_the_first_turn_of_a_hand_is_taken_back_too(game: Game) -> None:
    before, seat = state_of(game), played(game)
    undo(game, seat)
    assert (state_of(game), TakeBack.objects.get().kept) == (before, 0)
    check_sound(game)


def test_it_counts_neither_turn_nor_take_back_as_in_time(game: Game) -> None:
    seat = played(game)
    undo(game, seat)
    seat.refresh_from_db()
    assert (seat.turns_in_time, seat.turns_late) == (0, 0)


def test_only_the_last_turns_player_may_undo(game: Game) -> None:
    first = seat_to_act(game)
    assert refused(game, first) == UndoReason.NO_TURN
    played(game)
    second = seat_to_act(game)
    assert refused(game, second) == UndoReason.NO_TURN
    played(game)
    assert refused(game, first) == UndoReason.NO_TURN
    assert not offered(game, first)
    with pytest.raises(NoSuchGame):
        turn_undo(public_id=game.public_id, user=make_person("dora"))
    # An earlier turn never becomes the last by undoing.
    undo(game, second)
    assert refused(game, first) == UndoReason.NO_TURN
    assert not offered(game, first)


def test_a_page_of_before_takes_nothing_back(game: Game) -> None:
    seat = played(game)
    with pytest.raises(Refused) as refusal:
        turn_undo(public_id=game.public_id, user=seat.user, version=game.version - 1)
    assert refusal.value.reason == PlayReason.STALE_VERSION


@pytest.mark.parametrize("options", [{"undo": False}, {"pace": "60s"}, {"pace": "3m"}, {"rated": True}])
def test_not_every_game_knows_it(alice: User, bob: User, options: dict[str, object]) -> None:
    game = lay_game([alice, bob], NewGame(**({"seats": 2, "target": 30, "pace": "1d"} | options)))  # type: ignore[arg-type]
    seat = played(game)
    assert refused(game, seat) == UndoReason.OFF
    view = table_view(game, seat.user)
    assert (view.may_undo, view.rules.takes_back) == (False, False)


def test_a_rematch_keeps_the_rule(alice: User, bob: User) -> None:
    game = lay_game([alice, bob], NewGame(seats=2, undo=False))
    seat_resign(public_id=game.public_id, user=bob)
    assert game_rematch(public_id=game.public_id, user=alice).undo is False


def test_a_hand_that_is_over_stays_over(alice: User, bob: User, charlie: User) -> None:
    game = game_at([alice, bob, charlie], Place(1, -1), recorded="target_10_of_three", pace="1d")
    seat = seat_to_act(game)
    turn_next(game)
    assert refused(game, seat) == UndoReason.NO_TURN
    assert not offered(game, seat)


def test_three_times_a_hand(game: Game) -> None:
    for _time in range(3):
        seat = played(game)
        undo(game, seat)
    seat = played(game)
    assert not offered(game, seat)
    assert refused(game, seat) == UndoReason.TOO_OFTEN
    other = played(game)
    assert offered(game, other)
    undo(game, other)
    check_sound(game)


def test_no_time_is_gained(game: Game, travel: time_machine.Traveller) -> None:
    seat, due = seat_to_act(game), clock_of(game).due_at
    travel.shift(10 * HOUR)
    played(game)
    assert clock_of(game).due_at == START + 34 * HOUR
    travel.shift(3 * HOUR)
    undo(game, seat)
    row = clock_of(game)
    assert (row.due_at, row.user, row.version) == (due, seat.user, game.version)
    travel.shift(HOUR)
    played(game)
    undo(game, seat)
    assert clock_of(game).due_at == due
    travel.shift(11 * HOUR)
    wait_attend(game_id=game.pk)
    game.refresh_from_db()
    assert hand_of(game).moves.valid().get().by == "timeout"


def test_no_time_is_gained_if_the_clock_went_back(game: Game, travel: time_machine.Traveller) -> None:
    """Records keep to the later time, but deadlines do not."""
    played(game)
    travel.shift(-2 * DAY)
    seat = played(game)
    undo(game, seat)
    assert clock_of(game).due_at == START - DAY


def test_an_expired_turn_cannot_be_taken_back(game: Game, travel: time_machine.Traveller) -> None:
    travel.shift(23 * HOUR)
    seat = played(game)
    travel.shift(HOUR)
    assert refused(game, seat) == UndoReason.TOO_LATE
    check_sound(game)


def test_time_that_others_gave_is_not_lost(game: Game, travel: time_machine.Traveller) -> None:
    seat = seat_to_act(game)
    giver = next(other for other in seats_of(game) if other.pk != seat.pk)
    time_grant(public_id=game.public_id, user=giver.user)
    game.refresh_from_db()
    due = clock_of(game).due_at
    assert due == START + 2 * DAY
    travel.shift(30 * HOUR)
    played(game)
    undo(game, seat)
    assert clock_of(game).due_at == due


def test_absence_is_counted_once(game: Game, travel: time_machine.Traveller) -> None:
    seat = seat_to_act(game)
    absence_add(user=seat.user, first=START.date(), last=START.date())
    travel.shift(20 * HOUR)
    seat = played(game)
    seat.refresh_from_db()
    spent = seat.absence_spent
    assert spent == 15 * HOUR
    undo(game, seat)
    played(game)
    seat.refresh_from_db()
    assert seat.absence_spent == spent


def test_own_orders_lapse_and_those_of_others_stand(game: Game) -> None:
    played(game)
    seat = seat_to_act(game)
    other = next(one for one in seats_of(game) if one.number not in (game.to_act, state_of(game).table_seat))
    orders_set(public_id=game.public_id, user=other.user, order=Order(OrderKind.STUCK))
    order = Order(OrderKind.ROUND, hand=1, round=1)
    orders_set(public_id=game.public_id, user=seat.user, order=order)
    game.refresh_from_db()
    # The order would pass again.
    assert hand_of(game).moves.get(number=2).turn == "pass"
    undo(game, seat)
    wait_attend(game_id=game.pk)
    assert hand_of(game).moves.count() == 2
    assert [row.seat_id for row in StandingOrders.objects.all()] == [other.pk]
    check_sound(game)


def test_nothing_is_taken_back_once_something_else_happened(game: Game) -> None:
    judge = make_staff("judge", "moderator")
    played(game)
    seat = played(game)
    act(game, game_pause, actor=judge)
    assert refused(game, seat) == PlayReason.NOT_RUNNING
    assert not offered(game, seat)
    other = lay_slow_game([one.user for one in seats_of(game)])
    first = played(other)
    played(other)
    act(other, turns_take_back, actor=judge, hand=1, keep=1)
    assert refused(other, first) == UndoReason.NO_TURN
    last = played(other)
    waits = seat_to_act(other)
    seat_resign(public_id=other.public_id, user=waits.user)
    # The bot has not acted, but the wait is another's.
    assert refused(other, last) == UndoReason.NO_TURN
    assert not offered(other, last)


def test_no_undo_after_leaving_the_seat_to_a_bot(game: Game) -> None:
    seat = played(game)
    seat_resign(public_id=game.public_id, user=seat.user)
    with pytest.raises(NoSuchGame):
        turn_undo(public_id=game.public_id, user=seat.user)


def test_everybody_is_told(game: Game, alice: User) -> None:
    played(game)
    seat = played(game)
    undo(game, seat)
    for viewer in (None, *(one.user for one in seats_of(game))):
        [told] = [entry for past in table_view(game, viewer).rounds for entry in past.entries if entry.kind == "undo"]
        name = "You" if viewer == seat.user else seat.user.name
        assert entry_text(told) == f"{name} took back a turn."
        assert [entry.player.seat for entry in told.withdrawn] == [seat.number]
        assert (told.player.seat, told.version) == (seat.number, game.version)
    # A page that missed it gets the whole view.
    [message], _watch = state_since(game.public_id, alice, game.version - 1)
    assert message["type"] == "view"
    assert (message["version"], len(message["history"])) == (game.version, 1)


def test_an_undo_replaces_the_turn_mail(game: Game, travel: time_machine.Traveller) -> None:
    seat = played(game)
    waited = seat_to_act(game)
    travel.shift(timedelta(seconds=5))
    undo(game, seat)
    fresh = Notice.objects.filter(kind="turn", channel="mail", version=game.version)
    assert [notice.user for notice in fresh] == [seat.user]
    assert clock_of(game).user != waited.user


def test_each_thing_that_must_hold_is_asked_for_by_itself(game: Game) -> None:
    """Page and service rely on it alone."""
    seat = played(game)
    other = next(one for one in seats_of(game) if one.pk != seat.pk)
    last, clock = hand_of(game).moves.get(), clock_of(game)
    assert may_undo(game, seat, last, clock)
    assert not may_undo(game, seat, None, clock)
    assert not may_undo(game, seat, last, None)
    changes: list[tuple[Seat | Move | Deadline, str, object]] = [
        (last, "seat", other.number),
        (last, "actor_id", other.user_id),
        *((last, "by", by) for by in Move.By.values if by not in (Move.By.PLAYER, Move.By.AUTO)),
        (clock, "version", last.version + 1),
        (clock, "left_before", None),
        (seat, "held_by_id", other.user_id),
    ]
    for row, field, value in changes:
        was = getattr(row, field)
        setattr(row, field, value)
        assert not may_undo(game, seat, last, clock), (field, value)
        setattr(row, field, was)
    assert may_undo(game, seat, last, clock)
