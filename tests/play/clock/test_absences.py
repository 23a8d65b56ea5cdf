"""Away days: their cost, growth, and effect on clocks."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from functools import partial

import pytest
import time_machine

from accounts.models import User
from games.errors import Reason, Refused
from games.models import Absence, Preferences
from games.people.errors import PersonReason
from games.people.preference_selectors import preferences_of
from games.play.bot_accounts import bot_user
from games.play.clock.absence_selectors import away_until, local_today, open_absences, vacation_balance
from games.play.clock.absences import absence_add, absence_end
from games.play.errors import AbsenceReason
from tests.factories import make_person
from tests.games_laid import lay_slow_game
from tests.page_texts import queries_of
from tests.play.slow_games import (
    DAY,
    HOUR,
    START,
    TODAY,
    actor_and_other,
    clock_of,
    day,
    due_of,
    person_acts,
)
from tests.threads import at_once


@pytest.fixture
def alice(db: None, travel: time_machine.Traveller) -> User:
    return make_person("alice")


@pytest.fixture
def bob(db: None, travel: time_machine.Traveller) -> User:
    return make_person("bob")


def days_left(user: User, at: datetime) -> int:
    return vacation_balance(preferences_of(User.objects.get(pk=user.pk)), at).days


def refused(user: User, first: date, last: date) -> Reason:
    before = Absence.objects.count(), days_left(user, START)
    with pytest.raises(Refused) as refusal:
        absence_add(user=user, first=first, last=last)
    assert (Absence.objects.count(), days_left(user, START)) == before
    return refusal.value.reason


@pytest.mark.parametrize(
    ("later", "days"), [(0, 20), (7, 20), (8, 21), (15, 21), (16, 22), (79, 29), (80, 30), (800, 30)]
)
def test_vacation_grows_by_a_day_each_eight_up_to_thirty(alice: User, later: int, days: int) -> None:
    assert days_left(alice, START + later * DAY) == days


def test_vacation_says_when_the_next_day_comes(alice: User) -> None:
    assert vacation_balance(preferences_of(alice), START + 3 * DAY).next_at == START + 8 * DAY
    assert vacation_balance(preferences_of(alice), START + 8 * DAY).next_at == START + 16 * DAY
    assert vacation_balance(preferences_of(alice), START + 100 * DAY).next_at is None


def test_spent_days_are_subtracted_and_growth_continues(alice: User, travel: time_machine.Traveller) -> None:
    travel.move_to(START + 12 * DAY)
    absence_add(user=alice, first=day(12), last=day(16))
    assert days_left(alice, START + 12 * DAY) == 21 - 5
    assert days_left(alice, START + 15 * DAY) == 16
    assert days_left(alice, START + 16 * DAY) == 17


def test_a_full_credit_grows_from_its_first_spending_on(alice: User, travel: time_machine.Traveller) -> None:
    travel.move_to(START + 100 * DAY)
    absence_add(user=alice, first=day(100), last=day(102))
    assert days_left(alice, START + 107 * DAY) == 27
    assert days_left(alice, START + 108 * DAY) == 28


def test_an_absence_costs_its_days_and_no_more_than_there_are(alice: User) -> None:
    assert refused(alice, TODAY, day(20)) == AbsenceReason.NO_VACATION_LEFT
    absence_add(user=alice, first=TODAY, last=day(19))
    assert days_left(alice, START) == 0
    assert refused(alice, day(30), day(30)) == AbsenceReason.NO_VACATION_LEFT


@pytest.mark.parametrize(
    ("first", "last", "reason"),
    [
        (day(-1), day(3), AbsenceReason.PAST),
        (day(3), day(2), AbsenceReason.BACKWARDS),
        (day(367), day(368), AbsenceReason.TOO_FAR),
        (date.max, date.max, AbsenceReason.TOO_FAR),
        (day(7), date.max, AbsenceReason.NO_VACATION_LEFT),
        (day(4), day(5), AbsenceReason.OVERLAPS),
        (day(6), day(8), AbsenceReason.OVERLAPS),
        (day(4), day(8), AbsenceReason.OVERLAPS),
        (day(5), day(5), AbsenceReason.OVERLAPS),
    ],
)
def test_days_that_make_no_sense_are_refused(alice: User, first: date, last: date, reason: Reason) -> None:
    absence_add(user=alice, first=day(5), last=day(6))
    assert refused(alice, first, last) == reason


def test_absences_may_touch_and_are_ones_own(alice: User, bob: User) -> None:
    absence_add(user=alice, first=day(5), last=day(6))
    absence_add(user=alice, first=day(7), last=day(7))
    absence_add(user=alice, first=day(4), last=day(4))
    absence_add(user=bob, first=day(5), last=day(6))
    assert [(absence.first, absence.last) for absence in open_absences(alice)] == [
        (day(4), day(4)),
        (day(5), day(6)),
        (day(7), day(7)),
    ]


def test_a_closed_account_has_no_vacation(alice: User) -> None:
    User.objects.filter(pk=alice.pk).update(is_active=False)
    assert refused(alice, TODAY, TODAY) == PersonReason.ACCOUNT_CLOSED


def test_today_is_the_persons_own(alice: User, travel: time_machine.Traveller) -> None:
    User.objects.filter(pk=alice.pk).update(time_zone="America/New_York")
    alice.refresh_from_db()
    travel.move_to(START.replace(hour=3))
    assert local_today(alice, START.replace(hour=3)) == day(-1)
    absence_add(user=alice, first=day(-1), last=day(-1))
    assert away_until([alice]) == {alice.pk: day(-1)}
    travel.move_to(START.replace(hour=5))
    assert away_until([alice]) == {}


def test_an_absence_stops_a_running_clock_at_once(alice: User, bob: User, travel: time_machine.Traveller) -> None:
    game = lay_slow_game([alice, bob])
    acts, _other = actor_and_other(game)
    assert due_of(game) == START + DAY
    travel.move_to(START + 6 * HOUR)
    absence_add(user=acts, first=TODAY, last=day(2))
    # The other 18 hours follow the absence.
    midnight = START.replace(hour=0) + 3 * DAY
    assert due_of(game) == midnight + 18 * HOUR
    assert clock_of(game).next_at is not None


def test_an_absence_to_come_stops_the_clock_when_it_comes(alice: User, bob: User) -> None:
    game = lay_slow_game([alice, bob], "3d")
    acts, other = actor_and_other(game)
    absence_add(user=other, first=TODAY, last=day(5))
    assert due_of(game) == START + 3 * DAY
    absence_add(user=acts, first=day(2), last=day(3))
    assert due_of(game) == START + 5 * DAY
    absence_add(user=acts, first=day(8), last=day(9))
    assert due_of(game) == START + 5 * DAY


def test_a_clock_that_begins_in_an_absence_waits_for_its_end(alice: User, bob: User) -> None:
    game = lay_slow_game([alice, bob])
    _acts, other = actor_and_other(game)
    absence_add(user=other, first=TODAY, last=day(2))
    person_acts(game)
    assert due_of(game) == START.replace(hour=0) + 4 * DAY


@pytest.mark.parametrize("pace", ["60s", "3m", "1h"])
def test_quick_paces_run_on_through_absences(alice: User, bob: User, pace: str) -> None:
    game = lay_slow_game([alice, bob], pace)
    due = due_of(game)
    absence_add(user=actor_and_other(game)[0], first=TODAY, last=day(5))
    assert due_of(game) == due


def test_in_one_game_absence_stops_the_clock_for_three_weeks_at_most(alice: User, bob: User) -> None:
    game = lay_slow_game([alice, bob])
    acts, _other = actor_and_other(game)
    Preferences.objects.create(user=acts, vacation_days=30)
    absence_add(user=acts, first=TODAY, last=day(29))
    assert due_of(game) == START + 21 * DAY + DAY


def test_what_absence_took_counts_against_the_limit_of_the_game(
    alice: User, bob: User, travel: time_machine.Traveller
) -> None:
    game = lay_slow_game([alice, bob], "7d")
    acts, _other = actor_and_other(game)
    absence = absence_add(user=acts, first=TODAY, last=day(9))
    travel.move_to(START + 4 * DAY)
    absence_end(user=acts, absence_id=absence.pk)
    assert game.seats.get(user=acts).absence_spent == 4 * DAY
    travel.move_to(START + 6 * DAY)
    person_acts(game)
    # The fifth day was an absence to its end.
    assert game.seats.get(user=acts).absence_spent == 5 * DAY - START.hour * HOUR


def test_calling_off_an_absence_gives_back_days_and_takes_back_time(alice: User, bob: User) -> None:
    game = lay_slow_game([alice, bob], "3d")
    acts, _other = actor_and_other(game)
    absence = absence_add(user=acts, first=day(1), last=day(5))
    assert due_of(game) == START + 8 * DAY
    assert absence_end(user=acts, absence_id=absence.pk) == 5
    assert due_of(game) == START + 3 * DAY
    assert days_left(acts, START) == 20
    assert not Absence.objects.exists()


def test_an_absence_that_goes_on_ends_with_today(alice: User, bob: User, travel: time_machine.Traveller) -> None:
    game = lay_slow_game([alice, bob])
    acts, _other = actor_and_other(game)
    absence = absence_add(user=acts, first=TODAY, last=day(9))
    travel.move_to(START + 2 * DAY)
    assert absence_end(user=acts, absence_id=absence.pk) == 7
    assert days_left(acts, START + 2 * DAY) == 17
    absence.refresh_from_db()
    assert absence.last == day(2)
    assert due_of(game) == START.replace(hour=0) + 4 * DAY


def test_clocks_run_after_an_immediate_return(alice: User, bob: User, travel: time_machine.Traveller) -> None:
    game = lay_slow_game([alice, bob])
    acts, _other = actor_and_other(game)
    absence = absence_add(user=acts, first=TODAY, last=day(9))
    travel.move_to(START + 2 * DAY)
    assert absence_end(user=acts, absence_id=absence.pk, at_once=True) == 7
    assert days_left(acts, START + 2 * DAY) == 17
    assert due_of(game) == START + 3 * DAY
    absence.refresh_from_db()
    assert absence.last == day(1)
    today = absence_add(user=acts, first=day(2), last=day(2))
    travel.shift(HOUR)
    assert absence_end(user=acts, absence_id=today.pk, at_once=True) == 0
    assert due_of(game) == START + 3 * DAY + HOUR
    assert not Absence.objects.filter(pk=today.pk).exists()


def test_no_more_than_thirty_days_come_back(alice: User, travel: time_machine.Traveller) -> None:
    absence = absence_add(user=alice, first=day(200), last=day(219))
    travel.move_to(START + 190 * DAY)
    absence_end(user=alice, absence_id=absence.pk)
    assert days_left(alice, START + 190 * DAY) == 30


def test_what_is_over_or_anothers_cannot_be_ended(alice: User, bob: User, travel: time_machine.Traveller) -> None:
    absence = absence_add(user=alice, first=TODAY, last=day(1))
    for user, number, later, reason in (
        (bob, absence.pk, 0, AbsenceReason.NO_SUCH_ABSENCE),
        (alice, absence.pk + 1, 0, AbsenceReason.NO_SUCH_ABSENCE),
        (alice, absence.pk, 1, AbsenceReason.OVER),
        (alice, absence.pk, 5, AbsenceReason.OVER),
    ):
        travel.move_to(START + later * DAY)
        with pytest.raises(Refused) as refusal:
            absence_end(user=user, absence_id=number)
        assert refusal.value.reason == reason
    assert days_left(alice, START + 5 * DAY) == 18


def test_absent_players_and_their_return(alice: User, bob: User, travel: time_machine.Traveller) -> None:
    absence_add(user=alice, first=TODAY, last=day(2))
    absence_add(user=alice, first=day(3), last=day(4))
    absence_add(user=alice, first=day(6), last=day(7))
    absence_add(user=bob, first=day(1), last=day(1))
    people = [alice, bob, bot_user("berserker")]
    assert away_until(people) == {alice.pk: day(4)}
    assert queries_of(lambda: away_until(people)) == 1
    assert queries_of(lambda: away_until([bot_user("berserker")])) == queries_of(lambda: bot_user("berserker"))
    travel.move_to(START + DAY)
    assert away_until(people) == {alice.pk: day(4), bob.pk: day(1)}
    travel.move_to(START + 5 * DAY)
    assert away_until(people) == {}


@pytest.mark.django_db(transaction=True)
def test_no_clock_begins_with_the_absences_of_before(transactional_db: None) -> None:
    """A turn passes to a person as they go away, in either order."""
    alice, bob = make_person("alice"), make_person("bob")
    for round_ in range(4):
        game = lay_slow_game([alice, bob], "2d")
        acts, other = actor_and_other(game)
        first = local_today(other, clock_of(game).since) + timedelta(days=1)
        calls = [partial(absence_add, user=other, first=first, last=first), partial(person_acts, game)]
        assert at_once(*(calls if round_ % 2 else reversed(calls))) == ["accepted", "accepted"]
        row = clock_of(game)
        assert row.user == other
        assert row.due_at is not None
        assert row.due_at - row.since >= 3 * DAY - timedelta(seconds=1)
        assert acts != other
        Absence.objects.all().delete()
