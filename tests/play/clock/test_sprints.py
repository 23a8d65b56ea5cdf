"""Sprints: who may have one, how it runs, and how the slow clock goes on after it."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
import time_machine

from accounts.models import User
from games.errors import NoSuchGame, Reason, Refused
from games.models import Game, Move, Notice, PersonMark, Preferences, Seat
from games.outbox.schedule import not_before
from games.play.bot_accounts import caretaker_user
from games.play.clock.absences import absence_add
from games.play.errors import ExtraTimeReason, PlayReason, SprintReason, UndoReason
from games.play.presence import presence_save
from games.play.seats.resign import seat_resign
from games.play.timeouts import wait_attend
from games.play.undo.services import turn_undo
from games.play.waits.extra_time import time_grant
from games.play.waits.pauses import pause_want
from games.play.waits.sprints import sprint_want
from games.sweeps import waits_due
from tests.factories import play_out, rng_of, seat_to_act
from tests.games_laid import lay_slow_game
from tests.play.slow_games import DAY, HOUR, START, actor_and_other, clock_of, due_of, person_acts, seat_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("travel")]

MINUTE = timedelta(minutes=1)
SPRINT, TURN = 10 * MINUTE, 3 * MINUTE


def look(game: Game, *people: User) -> None:
    for person in people:
        presence_save(public_id=game.public_id, user=person)


def want(game: Game, user: User, *, wish: bool = True) -> None:
    sprint_want(public_id=game.public_id, user=user, want=wish, version=game.version)
    game.refresh_from_db()


def refused(game: Game, user: User) -> Reason:
    with pytest.raises(Refused) as refusal:
        want(game, user)
    return refusal.value.reason


def sprinting(people: list[User], pace: str = "1d") -> Game:
    game = lay_slow_game(people, pace)
    look(game, *people)
    for person in people:
        want(game, person)
    return game


def runs_at(game: Game, at: datetime, travel: time_machine.Traveller) -> None:
    travel.move_to(at)
    wait_attend(game_id=game.pk)
    game.refresh_from_db()


def test_it_begins_when_all_agree(alice: User, bob: User, travel: time_machine.Traveller) -> None:
    game = lay_slow_game([alice, bob])
    version = game.version
    look(game, alice, bob)
    want(game, alice)
    assert (game.sprint_ends_at, due_of(game)) == (None, START + DAY)
    travel.move_to(START + MINUTE)
    want(game, bob)
    assert (game.sprint_ends_at, game.version) == (START + MINUTE + SPRINT, version)
    row = clock_of(game)
    assert (row.due_at, row.next_at, row.remind_at) == (START + MINUTE + TURN, START + MINUTE + TURN, None)
    assert row.left == DAY - MINUTE
    assert not game.seats.exclude(sprint_wanted_at=None).exists()


def test_a_turn_begins_another_three_minutes_until_the_sprint_ends(
    alice: User, bob: User, travel: time_machine.Traveller
) -> None:
    game = sprinting([alice, bob])
    for after in (2, 4, 6, 8):
        travel.move_to(START + after * MINUTE)
        person_acts(game)
        assert due_of(game) == START + min(after * MINUTE + TURN, SPRINT)
    runs_at(game, START + SPRINT, travel)
    row = clock_of(game)
    assert game.sprint_ends_at is None
    # A whole turn, because it began in the sprint.
    assert (row.left, row.due_at) == (DAY, START + SPRINT + DAY)
    assert row.remind_at is not None


@pytest.mark.parametrize("pace", ["1h", "8h", "1d", "14d"])
def test_the_turn_that_waited_before_keeps_what_it_had_left(
    alice: User, bob: User, travel: time_machine.Traveller, pace: str
) -> None:
    game = lay_slow_game([alice, bob], pace)
    before = due_of(game)
    assert before is not None
    travel.move_to(START + 20 * MINUTE)
    look(game, alice, bob)
    want(game, alice)
    want(game, bob)
    runs_at(game, START + 20 * MINUTE + TURN, travel)
    assert game.sprint_ends_at is None
    assert due_of(game) == before + TURN


def test_nobody_is_timed_out_by_it(alice: User, bob: User, travel: time_machine.Traveller) -> None:
    for action in Game.TimeoutAction:
        game = sprinting([alice, bob])
        Game.objects.filter(pk=game.pk).update(timeout_action=action)
        runs_at(game, START + TURN, travel)
        assert not Move.objects.filter(hand__game=game).exists()
        assert {(seat.timeouts, seat.turns_late) for seat in game.seats.all()} == {(0, 0)}
        assert not Notice.objects.filter(game=game, kind=Notice.Kind.TIMEOUT).exists()
        travel.move_to(START)


def test_the_sweep_finds_its_end(alice: User, bob: User, travel: time_machine.Traveller) -> None:
    game = sprinting([alice, bob])
    travel.move_to(START + TURN)
    assert game.pk in dict(waits_due(START + TURN))


def test_it_ends_late_if_no_worker_ran(alice: User, bob: User, travel: time_machine.Traveller) -> None:
    game = sprinting([alice, bob])
    runs_at(game, START + 5 * HOUR, travel)
    assert (game.sprint_ends_at, due_of(game)) == (None, START + 5 * HOUR + DAY)


def test_a_turn_after_its_end_is_slow_though_no_worker_ran(
    alice: User, bob: User, travel: time_machine.Traveller
) -> None:
    game = sprinting([alice, bob])
    travel.move_to(START + HOUR)
    assert not game.plays_live
    person_acts(game)
    assert due_of(game) == START + HOUR + DAY
    assert clock_of(game).left_before is None
    person_acts(game)
    # That turn began after the sprint, so it may be taken back.
    assert clock_of(game).left_before == DAY
    runs_at(game, START + HOUR + MINUTE, travel)
    assert due_of(game) == START + HOUR + DAY
    look(game, alice, bob)
    want(game, alice)
    want(game, bob)
    assert game.sprint_ends_at == START + HOUR + MINUTE + SPRINT


def test_it_writes_no_notification_of_turns_until_it_ends(
    alice: User, bob: User, travel: time_machine.Traveller
) -> None:
    game = sprinting([alice, bob])
    Notice.objects.all().delete()
    for after in (1, 2):
        travel.move_to(START + after * MINUTE)
        person_acts(game)
    assert clock_of(game).notice_at is None
    assert not Notice.objects.exists()
    waits = seat_to_act(game)
    runs_at(game, START + 5 * MINUTE, travel)
    # The player may still be at the table.
    Seat.objects.filter(pk=waits.pk).update(looked_at=START)
    notice_at = clock_of(game).notice_at
    if notice_at is not None:
        runs_at(game, notice_at, travel)
    assert Notice.objects.filter(game=game, kind=Notice.Kind.TURN, user=waits.user).exists()


def test_a_notification_from_before_waits_for_its_end(alice: User, bob: User, travel: time_machine.Traveller) -> None:
    game = lay_slow_game([alice, bob])
    notice = Notice.objects.filter(game=game, kind=Notice.Kind.TURN).first()
    assert notice is not None
    look(game, alice, bob)
    want(game, alice)
    want(game, bob)
    travel.move_to(START + 5 * MINUTE)
    notice.refresh_from_db()
    assert not_before(notice, START + 5 * MINUTE) == START + SPRINT


def test_turns_cannot_be_taken_back_in_it(alice: User, bob: User, travel: time_machine.Traveller) -> None:
    game = lay_slow_game([alice, bob])
    acts, _other = actor_and_other(game)
    person_acts(game)
    look(game, alice, bob)
    want(game, alice)
    want(game, bob)

    def reason() -> Reason:
        with pytest.raises(Refused) as refusal:
            turn_undo(public_id=game.public_id, user=acts)
        return refusal.value.reason

    assert reason() is UndoReason.OFF
    # Nor later: the time would count that the sprint took.
    runs_at(game, START + TURN, travel)
    assert reason() is UndoReason.NO_TURN


def test_no_more_time_is_given_in_it(alice: User, bob: User) -> None:
    game = sprinting([alice, bob])
    _acts, other = actor_and_other(game)
    with pytest.raises(Refused) as refusal:
        time_grant(public_id=game.public_id, user=other)
    assert refusal.value.reason is ExtraTimeReason.NO_MORE_TIME


def test_a_pause_in_it_keeps_the_slow_time(alice: User, bob: User, travel: time_machine.Traveller) -> None:
    game = sprinting([alice, bob])
    travel.move_to(START + MINUTE)
    for person in (alice, bob):
        pause_want(public_id=game.public_id, user=person, want=True)
    assert clock_of(game).left == DAY
    travel.move_to(START + HOUR)
    for person in (alice, bob):
        pause_want(public_id=game.public_id, user=person, want=True)
    assert due_of(game) == START + HOUR + DAY


def test_days_off_in_it_keep_the_slow_time(alice: User, bob: User, travel: time_machine.Traveller) -> None:
    game = sprinting([alice, bob])
    acts, _other = actor_and_other(game)
    travel.move_to(START + MINUTE)
    absence_add(user=acts, first=START.date() + 2 * DAY, last=START.date() + 3 * DAY)
    assert clock_of(game).left == DAY
    assert due_of(game) == START + MINUTE + TURN


def test_the_game_may_end_in_it(alice: User, bob: User) -> None:
    game = sprinting([alice, bob])
    play_out(game, rng_of(4))
    assert game.status == Game.Status.FINISHED
    wait_attend(game_id=game.pk)
    assert clock_of(game).next_at is None


def test_a_player_who_resigns_leaves_it_to_the_others(
    alice: User, bob: User, charlie: User, travel: time_machine.Traveller
) -> None:
    game = sprinting([alice, bob, charlie])
    acts = seat_to_act(game)
    other = next(person for person in (alice, bob) if person.pk != acts.user_id)
    seat_resign(public_id=game.public_id, user=other)
    game.refresh_from_db()
    assert game.plays_live
    runs_at(game, START + TURN, travel)
    assert game.sprint_ends_at is None


def test_all_have_to_be_here(alice: User, bob: User, travel: time_machine.Traveller) -> None:
    game = lay_slow_game([alice, bob])
    look(game, alice)
    Seat.objects.filter(user=bob).update(looked_at=None)
    assert refused(game, alice) is SprintReason.NOT_ALL_HERE
    look(game, bob)
    travel.move_to(START + 6 * MINUTE)
    assert refused(game, alice) is SprintReason.NOT_ALL_HERE


def test_one_who_left_before_the_last_agreed_stops_it(
    alice: User, bob: User, charlie: User, travel: time_machine.Traveller
) -> None:
    game = lay_slow_game([alice, bob, charlie])
    look(game, alice, bob, charlie)
    want(game, alice)
    travel.move_to(START + 4 * MINUTE)
    look(game, bob)
    want(game, bob)
    travel.move_to(START + 6 * MINUTE)
    look(game, charlie, bob)
    # alice asked too long ago, and is gone.
    assert refused(game, charlie) is SprintReason.NOT_ALL_HERE
    look(game, alice)
    want(game, charlie)
    assert game.sprint_ends_at is None


def test_people_who_hide_it_and_blocked_people_are_not_shown_as_here(alice: User, bob: User) -> None:
    game = lay_slow_game([alice, bob])
    look(game, alice, bob)
    Preferences.objects.update_or_create(user=bob, defaults={"show_online": False})
    assert refused(game, alice) is SprintReason.NOT_ALL_HERE
    # The person who hides it may ask.
    want(game, bob)
    want(game, alice)
    assert game.sprint_ends_at is not None


@pytest.mark.parametrize("blocks", ["alice", "bob"])
def test_a_block_hides_it(alice: User, bob: User, blocks: str) -> None:
    game = lay_slow_game([alice, bob])
    look(game, alice, bob)
    first, other = (alice, bob) if blocks == "alice" else (bob, alice)
    PersonMark.objects.create(user=first, other=other, kind="block", created_at=START)
    assert refused(game, alice) is SprintReason.NOT_ALL_HERE


@pytest.mark.parametrize("pace", ["60s", "3m", "none"])
def test_live_and_endless_games_have_none(alice: User, bob: User, pace: str) -> None:
    game = lay_slow_game([alice, bob], pace)
    look(game, alice, bob)
    assert refused(game, alice) is SprintReason.NO_SPRINT


def test_games_with_a_stand_in_or_one_person_have_none(alice: User, bob: User) -> None:
    game = lay_slow_game([alice, bob])
    look(game, alice, bob)
    Seat.objects.filter(game=game, user=bob).update(held_by=caretaker_user())
    assert refused(game, alice) is SprintReason.NO_SPRINT
    alone = lay_slow_game([alice], bots=("skald",))
    assert refused(alone, alice) is SprintReason.NO_SPRINT


def test_bots_may_play_along(alice: User, bob: User) -> None:
    game = lay_slow_game([alice, bob], bots=("skald",))
    look(game, alice, bob)
    want(game, alice)
    want(game, bob)
    assert game.sprint_ends_at == START + SPRINT


def test_spectators_and_stale_pages_are_refused(alice: User, bob: User, charlie: User) -> None:
    game = lay_slow_game([alice, bob])
    look(game, alice, bob)
    with pytest.raises(NoSuchGame):
        want(game, charlie)
    with pytest.raises(Refused) as refusal:
        sprint_want(public_id=game.public_id, user=alice, want=True, version=game.version + 1)
    assert refusal.value.reason is PlayReason.STALE_VERSION


def test_a_wish_can_be_withdrawn_and_lapses(alice: User, bob: User, travel: time_machine.Traveller) -> None:
    game = lay_slow_game([alice, bob])
    look(game, alice, bob)
    want(game, alice)
    want(game, alice, wish=False)
    assert seat_of(game, alice).sprint_declined_at is None
    want(game, bob)
    assert game.sprint_ends_at is None
    travel.move_to(START + 5 * MINUTE)
    look(game, alice, bob)
    want(game, alice)
    assert game.sprint_ends_at is None


def test_declining_changes_nothing_for_others(alice: User, bob: User) -> None:
    game = lay_slow_game([alice, bob])
    look(game, alice, bob)
    want(game, alice)
    want(game, bob, wish=False)
    assert seat_of(game, bob).sprint_declined_at == START
    assert seat_of(game, alice).sprint_wanted_at == START
    # They may change their mind.
    want(game, bob)
    assert game.sprint_ends_at == START + SPRINT
    assert seat_of(game, bob).sprint_declined_at is None


def test_a_second_agreement_changes_nothing(alice: User, bob: User, travel: time_machine.Traveller) -> None:
    game = sprinting([alice, bob])
    travel.move_to(START + MINUTE)
    want(game, alice)
    assert game.sprint_ends_at == START + SPRINT
    assert due_of(game) == START + TURN


def test_a_chosen_turn_counts_although_the_sprint_just_ended(
    alice: User, bob: User, travel: time_machine.Traveller
) -> None:
    game = sprinting([alice, bob])
    version = game.version
    runs_at(game, START + TURN, travel)
    assert game.version == version
    person_acts(game)
