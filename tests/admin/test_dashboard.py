"""The first page of the admin: waiting and stuck work, and charts of the days before."""

from __future__ import annotations

import json
from copy import copy
from datetime import UTC, date, datetime, timedelta

import pytest
import redis
import time_machine
from allauth.account.models import EmailAddress
from django.conf import settings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext, override_settings
from django.utils import timezone

from accounts.models import AccountMail, User, WaitingAccount
from games.admin.charts import days_chart
from games.health.heartbeats import KEY, heartbeat_send
from games.health.sweep_ends import KEY as ENDS
from games.lobby.services import NewGame, game_create
from games.models import DailyFigure, Deadline, Figure, Game, Notice, QueueEntry, Report
from games.moderation.daily_figures import CATCH_UP, figures_of_day, figures_work_out
from games.moderation.dashboard import overview
from tests.admin.conftest import browser_of
from tests.admin.every_page import found, words_of
from tests.factories import make_person, make_staff, rng_of, take_turn
from tests.games_laid import lay_game

pytestmark = pytest.mark.django_db
NOW = datetime(2031, 5, 7, 12, tzinfo=UTC)
# A member of staff who is involved in nothing here. Never saved.
READER = User(pk=0)


@pytest.fixture
def game(travel: time_machine.Traveller, db: None) -> Game:
    """A game that began two days before NOW; it is NOW."""
    travel.move_to(NOW - timedelta(days=2))
    made = lay_game([make_person("alice"), make_person("bob")])
    for _turn in range(3):
        take_turn(made, rng_of(3))
    travel.move_to(NOW)
    return made


def test_what_waits_is_counted_with_the_age_of_the_oldest(game: Game) -> None:
    charlie = make_person("charlie")
    game_create(host=game.host, new=NewGame(seats=2))
    QueueEntry.objects.create(user=charlie, seats_count=2, created_at=NOW - timedelta(hours=3))
    Report.objects.create(reporter=game.host, accused=charlie, kind="profile", created_at=NOW - timedelta(hours=5))
    for hours in (6, 4):
        late = make_person(f"late{hours}")
        WaitingAccount.objects.create(user=late, asked_at=NOW - timedelta(hours=hours))
    EmailAddress.objects.filter(user__handle="late6").update(verified=False)
    now = overview(READER)
    assert (now.waiting.count, now.waiting.oldest) == (1, NOW - timedelta(hours=4))
    assert (now.running.count, now.offers.count, now.queue.count, now.reports.count) == (1, 1, 1, 1)
    assert now.queue.oldest == NOW - timedelta(hours=3)
    assert now.reports.oldest == NOW - timedelta(hours=5)
    # Alice and Bob have been there for two days.
    assert now.joined.count == 3


def test_expired_turns_are_overdue_and_stuck(game: Game, boss: Client) -> None:
    due = Deadline.objects.get(game=game).due_at
    assert due is not None
    assert due < NOW
    now = overview(READER)
    assert (now.overdue.count, now.overdue.oldest) == (1, due)
    assert now.late_waits.count == now.stuck.count == 1
    for state in ("stuck", "overdue"):
        assert found(boss, Game, state=state) == [game]
    assert found(boss, Game, state="quiet") == found(boss, Game, state="held") == []
    Deadline.objects.update(due_at=NOW + timedelta(hours=1), next_at=NOW + timedelta(minutes=1))
    assert (overview(READER).overdue.count, overview(READER).stuck.count) == (0, 0)


def test_a_bot_that_does_not_answer_and_a_start_that_does_not_come_are_stuck(game: Game, boss: Client) -> None:
    Deadline.objects.update(next_at=None, bot_since=NOW - timedelta(minutes=3))
    offer = game_create(host=game.host, new=NewGame(seats=2))
    Game.objects.filter(pk=offer.pk).update(contributions_due_at=NOW - timedelta(minutes=3))
    now = overview(READER)
    assert (now.late_bots.count, now.late_starts.count, now.stuck.count) == (1, 1, 2)
    assert set(found(boss, Game, state="stuck")) == {game, offer}


def test_a_game_without_a_turn_for_a_month_is_quiet(game: Game, boss: Client, travel: time_machine.Traveller) -> None:
    assert overview(READER).quiet.count == 0
    travel.move_to(NOW + timedelta(days=30))
    assert overview(READER).quiet.count == 1
    travel.move_to(NOW)
    Deadline.objects.update(active_at=NOW - timedelta(days=31))
    assert found(boss, Game, state="quiet") == [game]


def test_games_are_listed_by_age(game: Game, boss: Client) -> None:
    young = game_create(host=game.host, new=NewGame(seats=2))
    assert found(boss, Game, age="day") == [young]
    assert found(boss, Game, age="week") == [young, game]
    assert found(boss, Game, age="older") == []
    Game.objects.filter(pk=game.pk).update(created_at=NOW - timedelta(days=40))
    assert found(boss, Game, age="month") == [young]
    assert found(boss, Game, age="older") == [game]
    assert found(boss, Game, age="old") == []


def test_notices_that_are_due_and_that_failed_are_counted(game: Game) -> None:
    Notice.objects.update(status=Notice.Status.SENT, sent_at=NOW)
    assert (overview(READER).outbox.count, overview(READER).failed.count) == (0, 0)
    first, second, *_more = Notice.objects.order_by("pk")
    Notice.objects.filter(pk=first.pk).update(status="waiting", due_at=NOW - timedelta(hours=1))
    Notice.objects.filter(pk=second.pk).update(status="failed", created_at=NOW - timedelta(hours=2))
    now = overview(READER)
    assert (now.outbox.count, now.outbox.oldest) == (1, NOW - timedelta(hours=1))
    assert now.failed.count == 1


def test_mails_about_accounts_are_counted_too(game: Game) -> None:
    hour, before = timedelta(hours=1), figures_of_day(NOW.date())
    plain = AccountMail(kind="late", created_at=NOW - 3 * hour, due_at=NOW - hour, expires_at=NOW + 9 * hour)
    assert (overview(READER).account_outbox.count, overview(READER).account_failed.count) == (0, 0)
    for facts in (
        {}, {"due_at": NOW}, {"status": "failed"}, {"status": "expired", "attempts": 4}, {"status": "expired"},
        {"status": "sent", "sent_at": NOW - hour},
    ):  # fmt: skip
        row = copy(plain)
        for name, value in facts.items():
            setattr(row, name, value)
        row.save()
    now, after = overview(READER), figures_of_day(NOW.date())
    assert (now.account_outbox.count, now.account_outbox.oldest) == (1, NOW - hour)
    assert (now.account_failed.count, now.account_failed.oldest) == (2, NOW - 3 * hour)
    assert (after[Figure.MAILS] - before[Figure.MAILS], after[Figure.FAILED] - before[Figure.FAILED]) == (1, 2)


def test_the_page_asks_as_much_of_a_small_site_as_of_a_large_one(game: Game, boss: Client) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as captured:
            assert boss.get("/admin/").status_code == 200
        return len(captured)

    before = queries()
    people = [make_person(f"more{number}") for number in range(3)]
    lay_game(people)
    figures_work_out()
    assert queries() == before <= 23


def test_a_helper_sees_figures_and_only_links_that_lead_somewhere(game: Game) -> None:
    page = words_of(browser_of(make_staff("hal", "helper")), "/admin/")
    assert 'href="/admin/games/report/"' in page
    assert "overdue notifications" in page
    assert "/admin/games/notice/" not in page
    assert "accounts to approve" in page
    assert "/admin/accounts/waitingaccount/" not in page
    assert 'href="/admin/accounts/waitingaccount/"' in words_of(browser_of(make_staff("mo", "moderator")), "/admin/")


def test_a_days_figures_are_those_of_that_day(game: Game) -> None:
    began, after = date(2031, 5, 5), date(2031, 5, 6)
    figures = figures_of_day(began)
    assert figures[Figure.JOINED] == figures[Figure.PLAYERS] == 2
    assert (figures[Figure.STARTED], figures[Figure.FINISHED]) == (1, 0)
    assert (figures[Figure.TURNS], figures[Figure.LATE]) == (3, 0)
    assert set(figures_of_day(after).values()) == {0}


def test_days_are_worked_out_once_and_missing_ones_later(game: Game, travel: time_machine.Traveller) -> None:
    assert figures_work_out() == 2
    assert DailyFigure.objects.count() == 2 * len(Figure)
    assert DailyFigure.objects.get(name="turns", day=date(2031, 5, 5)).value == 3
    assert figures_work_out() == 0
    travel.move_to(NOW + timedelta(days=3))
    assert figures_work_out() == 3
    travel.move_to(NOW + timedelta(days=300))
    assert figures_work_out() == CATCH_UP


def test_charts_are_drawn_from_the_days_figures(game: Game, boss: Client) -> None:
    empty = words_of(boss, "/admin/")
    assert "Nothing to show yet" in empty
    assert "chart-hit" not in empty
    figures_work_out()
    page = words_of(boss, "/admin/")
    assert page.count('class="chart-hit"') == 30 * len(Figure)
    assert "5 May 2031: 3" in page
    assert words_of(boss, "/admin/?days=364").count('class="chart-hit"') == 52 * len(Figure)
    for odd in ("-1", "x", "10000000"):
        assert boss.get("/admin/", {"days": odd}).content.decode().count('class="chart-hit"') == 30 * len(Figure)


def test_bars_are_of_days_or_of_weeks() -> None:
    until = date(2031, 5, 6)
    values = {until: 8, until - timedelta(days=1): 4, until - timedelta(days=40): 100}
    chart = days_chart("turns", values, days=30, until=until)
    assert [column.values for column in chart.columns] == [("0",)] * 28 + [("4",), ("8",)]
    assert (str(chart.summary), chart.columns[-1].words) == ("12 in total", "6 May 2031: 8")
    weeks = days_chart("turns", values, days=364, until=until)
    assert (len(weeks.columns), weeks.columns[-1].words) == (52, "30 Apr 2031 to 6 May 2031: 12")
    assert not days_chart("turns", {}, days=30, until=until).known


def test_nothing_drawn_depends_on_the_hour(travel: time_machine.Traveller, db: None) -> None:
    travel.move_to(datetime(2031, 5, 7, 23, 59, 59, tzinfo=UTC))
    make_person("late")
    travel.shift(timedelta(seconds=2))
    assert timezone.now().date() == date(2031, 5, 8)
    assert figures_work_out() == 1
    assert DailyFigure.objects.get(name="joined").day == date(2031, 5, 7)


def test_workers_and_the_clock_are_shown_with_when_they_were_heard(boss: Client) -> None:
    client = redis.Redis.from_url(settings.REDIS_URL)
    client.delete(KEY)
    page = words_of(boss, "/admin/")
    assert "No worker for clocks, mail, bots, outward, background, idle" in page
    assert "Nothing runs automatically" in page
    heartbeat_send("first@here", ["clocks", "mail", "bots", "background", "idle"])
    heartbeat_send("beat@here")
    silent = {"at": (timezone.now() - timedelta(minutes=7)).timestamp(), "queues": ["outward"]}
    client.hset(KEY, "second@here", json.dumps(silent))
    client.hset(ENDS, "waits_sweep", json.dumps({"at": 0, "every_s": 5}))
    page = words_of(boss, "/admin/")
    client.delete(KEY, ENDS)
    assert "<small>waits_sweep</small>" in page
    assert "No worker for outward<" in page
    assert "Nothing runs automatically" not in page
    row = page[page.index("second@here") :]
    assert "outward" in row
    assert "7\xa0minutes ago" in row


def test_redis_away_is_no_reason_to_hide_the_overview(boss: Client) -> None:
    with override_settings(REDIS_URL="unix:///nowhere/redis.sock"):
        assert "Redis: turns go on" in words_of(boss, "/admin/")
