"""Protection against mass sign-ups: a trap for programs, throwaway addresses, stored networks."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.usersessions.models import UserSession
from django.core import mail
from django.core.cache import cache
from django.test import Client
from time_machine import travel

from accounts import tasks
from accounts.models import NetworkTrace, User
from accounts.sign_in.mail_domains import is_disposable
from accounts.sign_in.network_traces import network_key, network_note, networks_forget
from tests.accounts.conftest import Login
from tests.password import PASSWORD

pytestmark = pytest.mark.django_db

FORM = {"username": "nina", "email": "nina@example.org", "password1": PASSWORD}
NOW = datetime(2026, 5, 3, 18, tzinfo=UTC)


def test_a_program_that_fills_in_everything_is_thanked_and_gets_no_account(client: Client) -> None:
    page = client.get("/accounts/signup/").content.decode()
    assert 'name="website"' in page
    assert "style=" not in page
    answer = client.post("/accounts/signup/", FORM | {"website": "https://spam.example"}, follow=True)
    assert answer.status_code == 200
    assert "Check your email" in answer.content.decode()
    assert not User.objects.exists()
    assert not mail.outbox
    client.post("/accounts/signup/", FORM | {"website": ""})
    assert User.objects.get().handle == "nina"


@pytest.mark.parametrize("domain", ["mailinator.com", "MAILINATOR.com", "box.mailinator.com"])
def test_addresses_that_do_not_last_are_refused_at_sign_up_and_later(
    client: Client, alice: User, login: Login, domain: str
) -> None:
    words = "Disposable addresses don’t work here."
    page = client.post("/accounts/signup/", FORM | {"email": f"nina@{domain}"})
    assert words in page.content.decode()
    assert not User.objects.filter(handle="nina").exists()
    person = login("alice")
    page = person.post("/accounts/email/", {"email": f"alice@{domain}", "action_add": ""}, follow=True)
    assert words in page.content.decode()


def test_existing_throwaway_addresses_can_reset_the_password(client: Client, alice: User) -> None:
    EmailAddress.objects.filter(user=alice).update(email="alice@mailinator.com")
    User.objects.filter(pk=alice.pk).update(email="alice@mailinator.com")
    client.post("/accounts/password/reset/", {"email": "alice@mailinator.com"})
    assert [letter.to for letter in mail.outbox] == [["alice@mailinator.com"]]


@pytest.mark.parametrize("address", ["a@example.org", "a@gmail.com", "a@com", "a", "", "a@mailinator.com.example.org"])
def test_other_addresses_pass(address: str) -> None:
    assert not is_disposable(address)


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("127.0.0.1", ""),
        ("::1", ""),
        ("0.0.0.0", ""),
        ("", ""),
        ("nowhere", ""),
    ],
)
def test_what_of_an_address_is_kept(address: str, network: str) -> None:
    assert network_key(address) == network


@pytest.fixture
def noted(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, str]]:
    given: list[tuple[int, str]] = []

    def take(*args: Any, **_kwargs: Any) -> None:
        given.append(args[1] if isinstance(args[1], tuple) else tuple(args))

    monkeypatch.setattr("celery.app.task.Task.apply_async", take)
    return given


def test_a_login_is_noted_and_use_once_a_day(client: Client, alice: User, noted: list[tuple[int, str]]) -> None:
    client.get("/rules/", REMOTE_ADDR="192.0.2.1")
    assert noted == []
    form = {"login": "alice", "password": PASSWORD}
    client.post("/accounts/login/", form, REMOTE_ADDR="192.0.2.7")
    assert noted == [(alice.pk, "192.0.2.7")]
    client.get("/rules/", REMOTE_ADDR="192.0.2.7")
    assert noted == [(alice.pk, "192.0.2.7")]
    client.get("/rules/", REMOTE_ADDR="198.51.100.9")
    assert noted == [(alice.pk, "192.0.2.7"), (alice.pk, "198.51.100.9")]


@pytest.mark.fast
def test_the_cache_is_asked_for_a_network_once_an_hour(alice: User, login: Login, noted: list[Any]) -> None:
    with travel(NOW, tick=False):
        client = login("alice")
        client.get("/rules/", REMOTE_ADDR="192.0.2.7")
    assert noted[-1] == (alice.pk, "192.0.2.7")
    cache.clear()
    with travel(NOW + timedelta(minutes=59), tick=False):
        client.get("/rules/", REMOTE_ADDR="192.0.2.7")
    assert noted.count((alice.pk, "192.0.2.7")) == 1
    with travel(NOW + timedelta(minutes=61), tick=False):
        client.get("/rules/", REMOTE_ADDR="192.0.2.7")
    assert noted.count((alice.pk, "192.0.2.7")) == 2


def test_traces_are_one_a_network_and_forgotten_in_time(alice: User, login: Login, settings: Any) -> None:
    settings.NETWORK_DAYS = 30
    login("alice")
    UserSession.objects.update(ip="192.0.2.7", last_seen_at=NOW)
    with travel(NOW, tick=False):
        tasks.network_note(alice.pk, "192.0.2.7")
    with travel(NOW + timedelta(days=9), tick=False):
        network_note(user_id=alice.pk, network="192.0.2.7")
        network_note(user_id=alice.pk, network="2001:db8::")
    trace = NetworkTrace.objects.get(address="192.0.2.7")
    assert (trace.first_seen_at, trace.last_seen_at) == (NOW, NOW + timedelta(days=9))
    with travel(NOW + timedelta(days=38), tick=False):
        assert networks_forget() == 0
        assert UserSession.objects.get().ip == "0.0.0.0"
    with travel(NOW + timedelta(days=39), tick=False):
        networks_forget()
    assert not NetworkTrace.objects.exists()


def test_where_none_is_kept_none_is_written(alice: User, login: Login, settings: Any, noted: list[Any]) -> None:
    NetworkTrace.objects.create(user=alice, address="192.0.2.7", first_seen_at=NOW, last_seen_at=NOW)
    settings.NETWORK_DAYS = 0
    client = login("alice")
    client.get("/rules/", REMOTE_ADDR="192.0.2.7")
    assert noted == []
    network_note(user_id=alice.pk, network="198.51.100.9")
    networks_forget()
    assert not NetworkTrace.objects.exists()
    assert UserSession.objects.get().ip == "0.0.0.0"
    login("alice")
    page = client.get("/accounts/sessions/").content.decode()
    assert "0.0.0.0" not in page


def test_erased_accounts_leave_no_network_trace(alice: User) -> None:
    User.objects.filter(pk=alice.pk).update(erased_at=NOW)
    network_note(user_id=alice.pk, network="192.0.2.7")
    network_note(user_id=alice.pk + 999, network="192.0.2.7")
    assert not NetworkTrace.objects.exists()
