"""Staff choose emails about new cases."""

import re
from datetime import timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.decisions.appeals import appeal_make
from accounts.decisions.sanctions import sanction_impose
from accounts.models import StaffAlerts, User, WaitingAccount
from games.models import Report
from games.moderation.reports import report_judge, report_make
from games.moderation.staff_alerts import alerts_choose, next_morning, staff_alerts_send
from tests.account_mails import mails_leave
from tests.admin.conftest import browser_of
from tests.factories import make_person, make_staff

pytestmark = pytest.mark.django_db

PAGE = "/admin/alerts/"


@pytest.fixture
def mona(db: None) -> User:
    return make_staff("mona", "moderator")


def sent() -> list[str]:
    """Run the sweep once what happened is a minute old; return the texts of its emails."""
    mail.outbox.clear()
    old = timezone.now() - timedelta(minutes=1)
    Report.objects.filter(created_at__gt=old).update(created_at=old)
    StaffAlerts.objects.filter(read_until__gt=old).update(read_until=old - timedelta(seconds=1))
    staff_alerts_send()
    mails_leave()
    return [f"{letter.to[0]}: {letter.body}" for letter in mail.outbox]


def test_a_new_report_is_mailed_once_to_those_who_chose_so(mona: User, alice: User, bob: User) -> None:
    hilda, daily, silent = (make_staff(name, "helper") for name in ("hilda", "daily", "silent"))
    for user, when in ((mona, "now"), (hilda, "now"), (daily, "daily"), (silent, "never")):
        alerts_choose(user=user, reports=when)
    report_make(user=alice, kind="profile", accused="bob", text="A secret about Bob")
    letters = sent()
    assert sorted(letter.partition(":")[0] for letter in letters) == ["hilda@example.org", "mona@example.org"]
    for letter in letters:
        assert "Reports: 1" in letter
        assert "/admin/games/report/" in letter
        assert PAGE in letter
        assert not re.search(r"\bbob\b", letter.lower()), "an email may be read by others"
    staff_alerts_send()
    mails_leave()
    assert len(mail.outbox) == 2


def test_nobody_is_mailed_about_their_own_case(mona: User, alice: User) -> None:
    alerts_choose(user=mona, reports="now")
    report_make(user=alice, kind="profile", accused="mona", text="Odd")
    assert sent() == []


def test_a_role_that_is_gone_or_suspended_gets_nothing(mona: User, alice: User, bob: User) -> None:
    alerts_choose(user=mona, reports="now")
    mona.groups.clear()
    report_make(user=alice, kind="profile", accused="bob", text="Odd")
    assert sent() == []
    gone = make_staff("gone", "moderator")
    alerts_choose(user=gone, reports="now")
    User.objects.filter(pk=gone.pk).update(suspended_until=timezone.now() + timedelta(days=1))
    report_make(user=bob, kind="profile", accused="alice", text="Odd")
    assert sent() == []


def test_the_daily_email_counts_all_that_waits_and_comes_in_the_morning(mona: User, alice: User, bob: User) -> None:
    judge = make_staff("judge", "moderator")
    mute = sanction_impose(actor=judge, user=alice, kind="mute", reason="Swore.", days=9)
    appeal_make(user=alice, sanction_id=mute.pk, text="I did not.")
    report_make(user=bob, kind="profile", accused="alice", text="Odd")
    WaitingAccount.objects.create(user=make_person("carl"), asked_at=timezone.now())
    alerts_choose(user=mona, reports="daily", appeals="daily", accounts="daily")
    assert sent() == []
    StaffAlerts.objects.update(digest_at=timezone.now())
    [letter] = sent()
    for line in ("Reports: 1", "Appeals: 1", "Waiting accounts: 1"):
        assert line in letter
    assert sent() == []
    row = StaffAlerts.objects.get()
    assert timezone.now() < row.digest_at <= timezone.now() + timedelta(days=1)
    StaffAlerts.objects.update(digest_at=timezone.now())
    report_judge(actor=judge, report_id=Report.objects.get().pk, outcome="noted", answer="Thanks.")
    [again] = sent()
    assert "Reports" not in again


def test_the_morning_is_the_persons_own(mona: User) -> None:
    mona.time_zone = "Asia/Tokyo"
    here = next_morning(mona, timezone.now()).astimezone(ZoneInfo("Asia/Tokyo"))
    assert (here.hour, here.minute) == (8, 0)


@pytest.mark.parametrize(
    ("role", "kinds"),
    [
        ("helper", ["reports"]),
        ("moderator", ["reports", "appeals", "accounts"]),
        ("administrator", ["reports", "appeals", "accounts"]),
        ("cards", None),
        ("", None),
    ],
)
def test_the_page_offers_each_role_its_cases(role: str, kinds: list[str] | None) -> None:
    user = make_staff("hilda", *filter(None, [role]))
    browser = browser_of(user)
    page = browser.get(PAGE)
    home = browser.get(reverse("admin:index")).content.decode()
    assert (f'href="{PAGE}"' in home) is (kinds is not None)
    if kinds is None:
        assert (page.status_code, browser.post(PAGE, {"reports": "now"}).status_code) == (403, 403)
        return
    text = page.content.decode()
    assert [name for name in ("reports", "appeals", "accounts") if f'name="{name}"' in text] == kinds
    form: dict[str, Any] = dict.fromkeys(("reports", "appeals", "accounts"), "now")
    assert browser.post(PAGE, form | {"reports": "x"}).status_code == 422
    assert browser.post(PAGE, form, follow=True).content.decode().count("Saved.") == 1
    row = StaffAlerts.objects.get(user=user)
    assert [name for name in ("reports", "appeals", "accounts") if getattr(row, name) == "now"] == kinds


def test_players_and_visitors_have_no_such_page(alice: User) -> None:
    for browser in (Client(), browser_of(alice)):
        assert browser.get(PAGE).status_code == 302
        assert browser.post(PAGE, {"reports": "now"}).status_code == 302
    assert not StaffAlerts.objects.exists()
