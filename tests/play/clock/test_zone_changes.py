"""Values in a person's time zone follow them to another."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from typing import Any

import pytest
import time_machine

from accounts.account_settings import settings_change
from accounts.models import User
from games.clocks import next_digest, quiet_until
from games.clocks.calendar import day_start, local_day
from games.models import Deadline, Notice, Preferences, Seat
from games.notices.preferences import NoticeChoices, preferences_change
from games.outbox.write import notice_write
from games.play.clock.absences import absence_add
from games.play.timeouts import wait_attend
from tests.factories import seat_to_act
from tests.games_laid import lay_slow_game
from tests.play.slow_games import DAY, HOUR, actor_and_other, due_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("travel")]

NOON = datetime(2027, 3, 2, 12, 0, tzinfo=UTC)
ZONES = (
    "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu", "Africa/Casablanca", "Pacific/Apia",
)  # fmt: skip
MOVES = [(before, after) for before in ZONES for after in ZONES if before != after]


def lives(user: User, zone: str) -> User:
    return settings_change(user=User.objects.get(pk=user.pk), time_zone=zone, language="en")


def choices(**more: object) -> NoticeChoices:
    plain: dict[str, Any] = {
        "channels": {}, "digest_hour": 18, "digest_weekday": 6, "quiet": None, "quiet_exempt": [], "remind_share": 25,
        "remind_repeat": False,
    }  # fmt: skip
    return NoticeChoices(**(plain | more))


@pytest.mark.parametrize(("before", "after"), MOVES)
def test_away_today_stops_the_clock_after_a_move(
    alice: User, bob: User, travel: time_machine.Traveller, before: str, after: str
) -> None:
    travel.move_to(NOON)
    for person in (alice, bob):
        lives(person, before)
    game = lay_slow_game([alice, bob], "1d")
    actor = lives(actor_and_other(game)[0], after)
    travel.shift(HOUR)
    today = local_day(after, NOON + HOUR)
    absence_add(user=actor, first=today, last=today)
    assert due_of(game) == day_start(after, today + DAY) + 23 * HOUR


@pytest.mark.parametrize(("before", "after"), MOVES)
def test_days_off_are_those_of_the_zone_where_they_pass(
    alice: User, bob: User, travel: time_machine.Traveller, before: str, after: str
) -> None:
    """Over Europe's, America's and Morocco's changes of the clocks, in the game's three weeks too."""
    travel.move_to(NOON)
    for person in (alice, bob):
        lives(person, before)
    first = date(2027, 3, 5)
    Preferences.objects.update_or_create(user=alice, defaults={"vacation_days": 30, "vacation_counted_at": NOON})
    Preferences.objects.update_or_create(user=bob, defaults={"vacation_days": 30, "vacation_counted_at": NOON})
    game = lay_slow_game([alice, bob], "7d")
    actor = actor_and_other(game)[0]
    absence_add(user=actor, first=first, last=first + 29 * DAY)
    begin = NOON + 7 * DAY - day_start(before, first) + day_start(before, first + 21 * DAY)
    assert due_of(game) == begin
    lives(actor, after)
    ran = day_start(after, first) - NOON
    assert due_of(game) == day_start(after, first + 21 * DAY) + 7 * DAY - ran
    # Read in the middle of the days off, the clock says the same.
    travel.move_to(day_start(after, first + 9 * DAY) + HOUR)
    due = due_of(game)
    preferences_change(user=actor, choices=choices(remind_share=50))
    assert due_of(game) == due
    assert Seat.objects.get(game=game, user=actor).absence_spent == 9 * DAY + HOUR


@pytest.mark.parametrize(("before", "after"), MOVES)
def test_waiting_notices_keep_no_hours_of_the_former_zone(
    alice: User, travel: time_machine.Traveller, before: str, after: str
) -> None:
    travel.move_to(NOON)
    lives(alice, before)
    hours = time(20), time(19)
    preferences_change(user=alice, choices=choices(quiet=hours))
    reader = User.objects.get(pk=alice.pk)
    game = lay_slow_game([alice], bots=["skald"])
    notice_write(Notice.Kind.REMINDER, game, reader, NOON)
    notice_write(Notice.Kind.TIMEOUT, game, reader, NOON)
    Notice.objects.filter(kind=Notice.Kind.TIMEOUT).update(digest="daily", due_at=NOON + 9 * DAY)
    lives(alice, after)
    told = {row.kind: row for row in Notice.objects.all()}
    digest = next_digest(after, "daily", 18, 6, NOON)
    assert told["timeout"].due_at == quiet_until(after, hours, digest)
    assert told["reminder"].due_at <= quiet_until(after, hours, NOON)


def test_reminders_come_before_the_quiet_hours_of_the_new_zone(
    alice: User, bob: User, travel: time_machine.Traveller
) -> None:
    travel.move_to(NOON)
    for person in (alice, bob):
        preferences_change(user=lives(person, "Europe/Berlin"), choices=choices(quiet=(time(22), time(14))))
    game = lay_slow_game([alice, bob], "1d")
    clock = Deadline.objects.get(pk=game.pk)
    # The deadline is at 13 in Berlin, so the reminder comes before 22.
    assert clock.remind_at == datetime(2027, 3, 2, 20, 45, tzinfo=UTC)
    actor = lives(seat_to_act(game).user, "America/New_York")
    clock.refresh_from_db()
    # It is at 7 in New York.
    assert clock.remind_at == datetime(2027, 3, 3, 2, 45, tzinfo=UTC)
    preferences_change(user=actor, choices=choices(remind_share=50))
    clock = Deadline.objects.get(pk=game.pk)
    assert (clock.remind_at, clock.next_at) == (NOON + 12 * HOUR, NOON + 12 * HOUR)
    travel.shift(12 * HOUR)
    wait_attend(game_id=game.pk)
    assert Notice.objects.filter(kind=Notice.Kind.REMINDER).count() == 1
    lives(actor, "Europe/Berlin")
    clock = Deadline.objects.get(pk=game.pk)
    assert (clock.remind_at, clock.due_at) == (None, NOON + timedelta(days=1))
