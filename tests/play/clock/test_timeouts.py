"""Time-outs pass or play; after three a stand-in bot holds the seat."""

import random
from datetime import time, timedelta

import pytest
import time_machine
from django.utils import timezone

from accounts.models import User
from games.engine import verify_record
from games.errors import NoSuchGame, Refused
from games.history.record import game_record
from games.lobby.services import NewGame
from games.models import Game, GameEvent, Move, Notice, Preferences
from games.play.bot_turn import bot_turn_play
from games.play.errors import PlayReason
from games.play.seats.resign import seat_resign
from games.play.seats.services import seat_return
from games.play.timeouts import wait_attend
from tests.factories import seat_to_act, take_turn
from tests.games_laid import Place, game_at, lay_game
from tests.play.slow_games import HOUR, START, clock_of

pytestmark = pytest.mark.django_db


def attend(game: Game) -> None:
    wait_attend(game_id=game.pk)
    game.refresh_from_db()


def wait_out(game: Game, travel: time_machine.Traveller) -> None:
    due = clock_of(game).next_at
    assert due is not None
    travel.move_to(due)
    attend(game)


def last_move(game: Game) -> Move:
    return Move.objects.filter(hand__game=game).order_by("-version")[0]


@pytest.mark.parametrize(
    ("pace", "action"),
    [("60s", "pass"), ("8h", "caretaker"), ("1d", "pass"), ("none", "pass"), ("none", "caretaker")],
)
def test_a_game_left_by_all_its_players_comes_to_its_end(
    alice: User, bob: User, travel: time_machine.Traveller, pace: str, action: str
) -> None:
    # At 4 to 3 points of 10, no hand ends the game before both seats change hands.
    game = game_at([alice, bob], Place(5, 0), recorded="target_10_of_two", pace=pace, timeout_action=action)
    for _step in range(1000):
        if game.status != Game.Status.RUNNING:
            break
        if game.bot_acts:
            bot_turn_play(game_id=game.pk, version=game.version)
            game.refresh_from_db()
        else:
            wait_out(game, travel)
    assert (game.status, game.ending) == (Game.Status.FINISHED, Game.Ending.TARGET)
    assert verify_record(game_record(game, None)) == []
    assert clock_of(game).next_at is None
    assert game.events.filter(kind=GameEvent.Kind.HANDOVER).count() == 2


@pytest.fixture
def game(alice: User, bob: User, travel: time_machine.Traveller) -> Game:
    return lay_game([alice, bob], NewGame(seats=2, pace="1d"))


def time_runs_out(game: Game, travel: time_machine.Traveller) -> None:
    due = clock_of(game).due_at
    assert due is not None
    travel.move_to(due)
    attend(game)


def others_turn(game: Game, person: User, rng: random.Random) -> None:
    while seat_to_act(game).user_id != person.pk:
        take_turn(game, rng)


def test_nothing_happens_before_the_time_is_up(game: Game, travel: time_machine.Traveller) -> None:
    version, due = game.version, clock_of(game).due_at
    assert due == START + timedelta(days=1)
    travel.move_to(due - timedelta(seconds=1))
    attend(game)
    assert game.version == version
    assert clock_of(game).next_at == due


def test_at_a_lead_the_lowest_card_is_played(game: Game, travel: time_machine.Traveller) -> None:
    seat = seat_to_act(game)
    time_runs_out(game, travel)
    move = last_move(game)
    assert (move.by, move.actor, move.seat) == (Move.By.TIMEOUT, seat.user, seat.number)
    assert len(move.turn) == 2
    seat.refresh_from_db()
    assert (seat.timeouts, seat.acted_at) == (1, None)
    assert Notice.objects.filter(kind="timeout", user=seat.user).count() == 1


def test_the_caretaker_takes_the_turn_where_the_game_says_so(
    alice: User, bob: User, travel: time_machine.Traveller
) -> None:
    game = lay_game([alice, bob], NewGame(seats=2, pace="8h", timeout_action="caretaker"))
    time_runs_out(game, travel)
    move = last_move(game)
    assert move.by == Move.By.BOT
    assert move.actor.is_bot
    assert seat_to_act(game).number != move.seat


def test_attending_twice_does_nothing_more(game: Game, travel: time_machine.Traveller) -> None:
    time_runs_out(game, travel)
    version = game.version
    attend(game)
    assert game.version == version


def test_the_third_time_in_a_row_hands_the_seat_over(
    game: Game, travel: time_machine.Traveller, rng: random.Random
) -> None:
    person = seat_to_act(game).user
    for _time in range(2):
        time_runs_out(game, travel)
        others_turn(game, person, rng)
    assert seat_to_act(game).held_by == person
    time_runs_out(game, travel)
    seat = game.seats.get(user=person)
    assert seat.held_by.is_bot
    event = game.events.get()
    assert (event.kind, event.seat, event.version) == ("handover", seat.number, game.version)
    others_turn(game, person, rng)
    assert game.bot_acts
    assert clock_of(game).next_at is None


def test_a_turn_of_ones_own_resets_the_count(game: Game, travel: time_machine.Traveller, rng: random.Random) -> None:
    person = seat_to_act(game).user
    for _time in range(2):
        time_runs_out(game, travel)
        others_turn(game, person, rng)
    take_turn(game, rng)
    assert game.seats.get(user=person).timeouts == 0


def test_a_player_who_comes_back_has_the_whole_time(
    game: Game, travel: time_machine.Traveller, rng: random.Random
) -> None:
    person = seat_to_act(game).user
    for _time in range(3):
        time_runs_out(game, travel)
        if _time < 2:
            others_turn(game, person, rng)
    others_turn(game, person, rng)
    travel.shift(HOUR)
    version = game.version
    seat_return(public_id=game.public_id, user=person)
    game.refresh_from_db()
    assert (game.version, game.bot_acts) == (version + 1, False)
    assert clock_of(game).due_at == timezone.now() + timedelta(days=1)
    assert bot_turn_play(game_id=game.pk, version=version) is None
    take_turn(game, rng)
    assert last_move(game).by == Move.By.PLAYER
    assert [event.kind for event in game.events.all()] == ["handover", "return"]


def test_only_a_seat_that_was_handed_over_is_taken_back(game: Game, charlie: User) -> None:
    person = seat_to_act(game).user
    with pytest.raises(Refused) as refused:
        seat_return(public_id=game.public_id, user=person)
    assert refused.value.reason == PlayReason.NOT_HANDED_OVER
    with pytest.raises(NoSuchGame):
        seat_return(public_id=game.public_id, user=charlie)
    with pytest.raises(Refused) as refused:
        seat_return(public_id=game.public_id, user=person, version=game.version - 1)
    assert refused.value.reason == PlayReason.STALE_VERSION


def test_a_reminder_comes_once_at_the_share_of_time_that_the_person_chose(
    game: Game, travel: time_machine.Traveller
) -> None:
    seat = seat_to_act(game)
    wait_out(game, travel)
    assert timezone.now() == START + timedelta(hours=18)
    reminder = Notice.objects.get(kind="reminder")
    assert (reminder.user, reminder.version) == (seat.user, clock_of(game).version)
    assert clock_of(game).next_at == clock_of(game).due_at


def test_reminders_repeat_where_the_player_wants_that(alice: User, bob: User, travel: time_machine.Traveller) -> None:
    for person in (alice, bob):
        Preferences.objects.create(user=person, remind_share=50, remind_repeat=True)
    game = lay_game([alice, bob], NewGame(seats=2, pace="1d"))
    version, hours = game.version, []
    while game.version == version:
        wait_out(game, travel)
        hours.append((timezone.now() - START) / HOUR)
    assert hours == [12, 18, 21, 22.5, 24]
    assert Notice.objects.filter(kind="reminder").count() == 4


def test_there_are_no_reminders_where_turns_take_minutes(alice: User, bob: User) -> None:
    game = lay_game([alice, bob], NewGame(seats=2, pace="3m"))
    clock = clock_of(game)
    assert (clock.remind_at, clock.next_at) == (None, clock.due_at)


def test_without_a_pace_the_caretaker_comes_after_sixty_idle_days(
    alice: User, bob: User, travel: time_machine.Traveller
) -> None:
    game = lay_game([alice, bob], NewGame(seats=2, pace="none"))
    wait_out(game, travel)
    assert timezone.now() == START + timedelta(days=30)
    assert Notice.objects.filter(kind="reminder").exists()
    wait_out(game, travel)
    assert timezone.now() == START + timedelta(days=60)
    assert game.bot_acts
    assert not Move.objects.exists()


def test_changed_hours_count_from_the_next_turn(
    alice: User, bob: User, travel: time_machine.Traveller, rng: random.Random
) -> None:
    game = lay_game([alice, bob], NewGame(seats=2, pace="8h"))
    due = clock_of(game).due_at
    for person in (alice, bob):
        Preferences.objects.create(user=person, waking=[time(10), time(22)])
    assert clock_of(game).due_at == due == START + 8 * HOUR
    take_turn(game, rng)
    assert clock_of(game).due_at == START + 9 * HOUR


def test_a_resigning_player_leaves_the_others_clock_alone(
    alice: User, bob: User, charlie: User, travel: time_machine.Traveller
) -> None:
    game = lay_game([alice, bob, charlie], NewGame(seats=3, pace="1d"))
    waiting, clock = seat_to_act(game).user, clock_of(game)
    other = next(person for person in (alice, bob, charlie) if person != waiting)
    travel.shift(HOUR)
    seat_resign(public_id=game.public_id, user=other)
    game.refresh_from_db()
    assert (clock_of(game).due_at, clock_of(game).version) == (clock.due_at, clock.version)
    time_runs_out(game, travel)
    assert last_move(game).by == Move.By.TIMEOUT
