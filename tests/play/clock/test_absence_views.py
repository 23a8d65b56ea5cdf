"""Active hours, and absences from away days."""

from datetime import date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.models import Absence, Preferences
from games.play.clock.absences import absence_add
from tests.clients import ClientOf
from tests.page_texts import main_of, queries_of, words_of

HOURS = "/settings/hours/"
ABSENCES = "/settings/hours/absences/"
NOON = datetime(2026, 12, 1, 12, tzinfo=ZoneInfo("UTC"))


@pytest.fixture(autouse=True)
def joined_at_noon(alice: User) -> None:
    """Alice joined at noon, and her away days grow from then."""
    User.objects.filter(pk=alice.pk).update(date_joined=NOON)


def wake(client: Client, start: str, end: str, **more: str) -> Any:
    return client.post(HOURS, {"waking_from": start, "waking_to": end} | more, follow=True)


def leave(client: Client, first: str, last: str) -> Any:
    return client.post(ABSENCES, {"first": first, "last": last}, follow=True)


@pytest.mark.parametrize(("start", "end"), [("08:00", "18:00"), ("20:15", "06:15")])
def test_waking_hours_are_kept_and_shown(alice: User, client_of: ClientOf, start: str, end: str) -> None:
    client = client_of(alice)
    assert "Clear hours" not in words_of(client.get(HOURS))
    answer = wake(client, start, end)
    assert "Saved." in words_of(answer)
    assert f'value="{start}"' in main_of(answer)
    assert f'value="{end}"' in main_of(answer)
    assert Preferences.objects.get().waking == [time.fromisoformat(start), time.fromisoformat(end)]


@pytest.mark.parametrize("sent", [("", "", {}), ("09:00", "21:00", {"always": "1"}), ("", "07:00", {"always": "1"})])
def test_the_clock_may_run_at_all_hours_again(
    alice: User, client_of: ClientOf, sent: tuple[str, str, dict[str, str]]
) -> None:
    Preferences.objects.create(user=alice, waking=[time(8), time(20)])
    assert "Clear hours" in words_of(client_of(alice).get(HOURS))
    answer = wake(client_of(alice), sent[0], sent[1], **sent[2])
    assert "Saved." in words_of(answer)
    assert Preferences.objects.get().waking is None


@pytest.mark.parametrize(
    ("start", "end", "words"),
    [
        ("08:00", "17:59", "Active hours must be at least ten hours a day"),
        ("23:00", "08:30", "Active hours must be at least ten hours a day"),
        ("08:00", "", "Enter both times or neither."),
        ("", "20:00", "Enter both times or neither."),
        ("8 o'clock", "20:00", "Enter a time like 22:30."),
        ("9" * 5000, "20:00", "Enter a time like 22:30."),
    ],
)
def test_other_hours_are_refused_in_words(alice: User, client_of: ClientOf, start: str, end: str, words: str) -> None:
    answer = wake(client_of(alice), start, end)
    assert answer.status_code == 422
    assert words in words_of(answer)
    assert not Preferences.objects.exists()


def test_an_absence_is_taken_shown_and_called_off(alice: User, client_of: ClientOf) -> None:
    with time_machine.travel(NOON, tick=False):
        client = client_of(alice)
        assert "20 away days left" in words_of(client.get(HOURS))
        answer = leave(client, "2026-12-24", "2027-01-02")
        words = words_of(answer)
        assert "You’re away on those days." in words
        assert "24 Dec 2026 – 2 Jan 2027 10 days" in words
        assert "10 away days left" in words
        row = Absence.objects.get()
        assert (row.user, row.first, row.last) == (alice, date(2026, 12, 24), date(2027, 1, 2))
        answer = client.post(reverse("games:absence_end", args=[row.pk]), follow=True)
        assert "You get back 10 away days." in words_of(answer)
        assert not Absence.objects.exists()


def test_an_absence_that_goes_on_ends_with_today(alice: User, client_of: ClientOf) -> None:
    with time_machine.travel(NOON, tick=False):
        client = client_of(alice)
        words = words_of(leave(client, "2026-12-01", "2026-12-04"))
        assert "Away now" in words
        assert "Back tomorrow" in words
        row = Absence.objects.get()
        answer = client.post(reverse("games:absence_end", args=[row.pk]), follow=True)
        assert "You get back 3 away days." in words_of(answer)
        assert "I’m back" in words_of(answer)
        assert "Back tomorrow" not in words_of(answer)
        assert client.post(reverse("games:absence_end", args=[row.pk])).status_code == 409


def test_one_may_be_back_at_once(alice: User, client_of: ClientOf) -> None:
    with time_machine.travel(NOON, tick=False):
        client = client_of(alice)
        leave(client, "2026-12-01", "2026-12-04")
        address = reverse("games:absence_end", args=[Absence.objects.get().pk])
        answer = client.post(address, {"at_once": "1"}, follow=True)
        assert "Your clocks run again. You get back 3 away days." in words_of(answer)
        assert "Away now" not in words_of(answer)
        assert not Absence.objects.exists()


def test_how_vacation_grows_is_said(alice: User, client_of: ClientOf) -> None:
    with time_machine.travel(NOON + timedelta(days=8), tick=False):
        words = words_of(client_of(alice).get(HOURS))
        assert "21 away days left One more every 8 days, next on 17 Dec 2026, 30 at most." in words
    with time_machine.travel(NOON + timedelta(days=80), tick=False):
        assert "30 away days left You can’t save up more." in words_of(client_of(alice).get(HOURS))


@pytest.mark.parametrize(
    ("first", "last", "words"),
    [
        ("2026-11-30", "2026-12-02", "Choose a first day from today to a year from now."),
        ("2026-12-10", "2026-12-09", "The last day can’t be before the first."),
        ("2028-12-10", "2028-12-11", "Choose a first day from today to a year from now."),
        ("2026-12-21", "2027-01-20", "That takes 31 away days. You have 19 left."),
        ("2026-12-20", "2026-12-21", "You’re already away on some of these days."),
        ("", "2026-12-09", "Enter a date like 2027-03-31."),
        ("tomorrow", "2026-12-09", "Enter a date like 2027-03-31."),
        ("2026-12-32", "2026-12-33", "Enter a date like 2027-03-31."),
        ("10000-01-01", "99999-01-01", "Enter a date like 2027-03-31."),
        ("2026-12-21", "9999-12-31", "away days. You have 19 left."),
    ],
)
def test_days_that_cannot_be_taken_are_refused_in_words(
    alice: User, client_of: ClientOf, first: str, last: str, words: str
) -> None:
    with time_machine.travel(NOON, tick=False):
        absence_add(user=alice, first=date(2026, 12, 20), last=date(2026, 12, 20))
        answer = leave(client_of(alice), first, last)
        assert answer.status_code == 422
        assert words in words_of(answer)
        assert f'value="{first}"' in main_of(answer) or not first
        assert Absence.objects.count() == 1


def test_today_is_the_persons_own(alice: User, client_of: ClientOf) -> None:
    User.objects.filter(pk=alice.pk).update(time_zone="Pacific/Auckland")
    with time_machine.travel(NOON, tick=False):
        assert 'min="2026-12-02"' in main_of(client_of(alice).get(HOURS))
        assert leave(client_of(alice), "2026-12-01", "2026-12-03").status_code == 422
        assert leave(client_of(alice), "2026-12-02", "2026-12-03").status_code == 200


def test_an_absence_is_ended_by_its_own_player_only(alice: User, bob: User, client_of: ClientOf) -> None:
    with time_machine.travel(NOON, tick=False):
        row = absence_add(user=alice, first=date(2026, 12, 20), last=date(2026, 12, 22))
        for number in (row.pk, 10**30):
            assert client_of(bob).post(f"{ABSENCES}{number}/end/").status_code == 404
        assert Absence.objects.filter(pk=row.pk).exists()


@pytest.mark.parametrize("path", [HOURS, ABSENCES, f"{ABSENCES}1/end/"])
def test_a_visitor_logs_in_first_and_comes_back_to_the_page(client: Client, db: None, path: str) -> None:
    for ask in (client.get, client.post):
        assert ask(path).headers["Location"] == f"{reverse('account_login')}?next={HOURS}"


@pytest.mark.parametrize("path", [ABSENCES, f"{ABSENCES}1/end/"])
def test_loading_a_refused_page_again_leads_to_the_form(alice: User, client_of: ClientOf, path: str) -> None:
    assert client_of(alice).get(path).headers["Location"] == HOURS
    assert client_of(alice).put(path).status_code == 405


def test_absences_cost_no_more_queries(alice: User, client_of: ClientOf) -> None:
    with time_machine.travel(NOON, tick=False):
        client = client_of(alice)
        # Session, account with preferences, absences, games that wait.
        assert queries_of(lambda: client.get(HOURS)) == 4
        for day in range(1, 6):
            absence_add(user=alice, first=date(2026, 12, 2 * day), last=date(2026, 12, 2 * day))
        assert queries_of(lambda: client.get(HOURS)) == 4
