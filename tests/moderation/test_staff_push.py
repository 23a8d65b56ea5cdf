"""Staff choose push messages about new cases, which go through the queue to a real server."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import http_ece
import pytest
from django.contrib.sessions.models import Session
from django.core import mail
from django.utils import timezone

from accounts.models import StaffAlerts, User, WaitingAccount
from games import tasks
from games.models import PushSubscription
from games.moderation.reports import report_make
from games.moderation.staff_alerts import alerts_choose, staff_alerts_send
from odinsite.celery import app
from tests.admin.conftest import browser_of
from tests.factories import make_person, make_staff
from tests.moderation.test_staff_alerts import PAGE, sent
from tests.notices.choices import quiet
from tests.notices.outward.conftest import authority, own_network, server, trusted
from tests.notices.outward.server import Server
from tests.notices.outward.targets import Browser, make_browser, subscribe
from tests.tasks.test_queues import messages

__all__ = ["authority", "own_network", "server", "trusted"]

pytestmark = pytest.mark.django_db(transaction=True)

BROWSER = make_browser()
LABEL = "Push notifications too, for cases as they come"


@pytest.fixture(autouse=True)
def empty_queues() -> Iterator[None]:
    app.control.purge()
    yield
    app.control.purge()


@pytest.fixture
def mona(server: Server) -> User:
    """A moderator with one device, who wants to know of reports and waiting accounts as they come."""
    user = make_staff("mona", "moderator")
    subscribe(user, server.address("/push/mona"), BROWSER)
    alerts_choose(user=user, reports="now", accounts="now", push=True)
    return user


def report() -> None:
    make_person("bob")
    report_make(user=make_person("alice"), kind="profile", accused="bob", text="A secret about Bob")


def pushed() -> list[tuple[Any, ...]]:
    """Run the sweep; return the arguments of the tasks that it queued."""
    sent()
    queued = [message for message in messages("outward") if message.headers["task"].endswith("cases_push")]
    return [tuple(message.decode()[0]) for message in queued]


def opened(body: bytes, browser: Browser) -> Any:
    return json.loads(
        http_ece.decrypt(body, private_key=browser.private, auth_secret=browser.auth, version="aes128gcm")
    )


def test_a_new_report_comes_to_each_device_once_and_names_nobody(mona: User, server: Server) -> None:
    subscribe(mona, server.address("/push/phone"))
    report()
    queued = pushed()
    assert len(mail.outbox) == 1
    for task in queued * 2:
        tasks.cases_push(*task)
    assert sorted(request.path for request in server.requests) == ["/push/mona"] * 2 + ["/push/phone"] * 2
    [first, again] = [opened(each.body, BROWSER) for each in server.requests if each.path == "/push/mona"]
    assert first == again, "a task that runs twice replaces the same message"
    assert (first["title"], first["body"]) == ("New cases for the site team", "Reports: 1.")
    assert first["address"] == "/admin/games/report/"
    staff_alerts_send()
    assert list(messages("outward")) == []


def test_cases_of_several_kinds_come_in_one_message(mona: User, server: Server) -> None:
    report()
    WaitingAccount.objects.create(user=make_person("carl"), asked_at=timezone.now() - timedelta(seconds=30))
    [task] = pushed()
    tasks.cases_push(*task)
    [request] = server.requests
    told = opened(request.body, BROWSER)
    assert (told["body"], told["address"]) == ("Reports: 1. Waiting accounts: 1.", "/admin/")


@pytest.mark.parametrize("choice", [{"push": False}, {"reports": "daily"}])
def test_only_what_was_chosen_is_pushed(mona: User, choice: dict[str, Any]) -> None:
    alerts_choose(user=mona, **choice)
    StaffAlerts.objects.update(digest_at=timezone.now())
    report()
    assert pushed() == []
    assert len(mail.outbox) == 1


def quiet_now(user: User) -> None:
    hour = timezone.now().hour
    quiet(user, (hour - 2) % 24, (hour + 2) % 24)


def test_quiet_hours_leave_the_email(mona: User) -> None:
    quiet_now(mona)
    report()
    assert pushed() == []
    assert len(mail.outbox) == 1


ENDS: dict[str, Callable[[User], object]] = {
    "inactive": lambda user: User.objects.filter(pk=user.pk).update(is_active=False),
    "suspended": lambda user: User.objects.filter(pk=user.pk).update(
        suspended_until=timezone.now() + timedelta(days=1)
    ),
    "no staff": lambda user: User.objects.filter(pk=user.pk).update(is_staff=False),
    "no permission": lambda user: user.groups.clear(),
    "no push": lambda _user: StaffAlerts.objects.update(push=False),
    "no such kind": lambda _user: StaffAlerts.objects.update(reports="daily"),
    "no choice": lambda _user: StaffAlerts.objects.all().delete(),
    "quiet hours": quiet_now,
}


@pytest.mark.parametrize("end", ENDS)
def test_what_ends_after_a_message_was_queued_holds_it_back(mona: User, server: Server, end: str) -> None:
    report()
    [task] = pushed()
    ENDS[end](mona)
    tasks.cases_push(*task)
    assert server.requests == []


def test_a_queued_message_leaves_out_kinds_that_are_no_longer_chosen(mona: User, server: Server) -> None:
    report()
    WaitingAccount.objects.create(user=make_person("carl"), asked_at=timezone.now() - timedelta(seconds=30))
    [task] = pushed()
    StaffAlerts.objects.update(reports="never")
    tasks.cases_push(*task)
    [request] = server.requests
    assert opened(request.body, BROWSER)["body"] == "Waiting accounts: 1."


def test_devices_get_nothing_once_logged_out_and_are_deleted_once_they_are_gone(mona: User, server: Server) -> None:
    report()
    [task] = pushed()
    device = PushSubscription.objects.get()
    Session.objects.update(expire_date=timezone.now())
    tasks.cases_push(*task)
    assert server.requests == []
    Session.objects.update(expire_date=timezone.now() + timedelta(days=1))
    server.statuses = [500, 410]
    for left in (True, False):
        tasks.cases_push(*task)
        assert PushSubscription.objects.filter(pk=device.pk).exists() is left
    tasks.cases_push(*task)
    assert len(server.requests) == 2


def test_the_page_offers_push_to_those_with_a_device(mona: User) -> None:
    browser = browser_of(mona)
    assert LABEL in browser.get(PAGE).content.decode()
    browser.post(PAGE, {"reports": "now", "appeals": "never", "accounts": "now"})
    row = StaffAlerts.objects.get()
    assert not row.push
    browser.post(PAGE, {"reports": "now", "appeals": "never", "accounts": "now", "push": "on"})
    row.refresh_from_db()
    assert row.push
    PushSubscription.objects.all().delete()
    assert LABEL not in browser.get(PAGE).content.decode()
    browser.post(PAGE, {"reports": "now", "appeals": "never", "accounts": "now"})
    row.refresh_from_db()
    assert row.push, "the next device gets them again"
