"""Tokens: made on a page after a recent login, shown once, and ended with the logins."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from hashlib import sha256
from typing import Any

import pytest
import time_machine
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django.fixtures import Settings

from accounts.decisions.account_closing import account_close
from accounts.decisions.sanctions import sanction_impose
from accounts.errors import AccountReason, AccountRefused
from accounts.models import ApiToken, Sanction, User
from accounts.privacy.erasure import account_erase
from accounts.sign_in.network_traces import networks_forget
from accounts.signals import account_reclaimed
from accounts.tokens.reading import NOTED_AFTER, bearer_text, token_find, token_used
from accounts.tokens.services import LIVES, MOST, PREFIX, token_make, tokens_forget
from tests.account_mails import mails_leave
from tests.accounts.conftest import Login, give_password
from tests.clients import ClientOf
from tests.factories import make_staff
from tests.password import PASSWORD

pytestmark = pytest.mark.django_db
NEW = "/settings/programs/new/"
LIST = "/settings/programs/"
FORM = {"name": "My bot", "scopes": ["read", "play"], "days": "90"}


def make(user: User, **changed: Any) -> str:
    """Make a token and return its text."""
    chosen: dict[str, Any] = {"name": "My bot", "scopes": ["read"], "days": 30} | changed
    return token_make(user=user, **chosen).text


def test_the_page_shows_the_token_once_and_stores_its_hash_alone(alice: User, login: Login) -> None:
    client = login("alice")
    give_password(client)
    made = client.post(NEW, FORM).content.decode()
    [token] = alice.api_tokens.all()
    text = made[made.index(PREFIX) :].split("<")[0]
    assert (token.digest, token.scopes) == (sha256(text.encode()).hexdigest(), ["read", "play"])
    assert token.expires_at - token.created_at == timedelta(days=90)
    found = token_find(text)
    assert found is not None
    assert found.user == alice
    listed = client.get(LIST).content.decode()
    assert "My bot" in listed
    assert text not in listed


def test_an_email_tells_the_owner(alice: User) -> None:
    text = make(alice, name="A new <program>")
    mails_leave()
    [letter] = mail.outbox
    assert letter.to == [alice.email]
    assert "A new <program>" in letter.body
    assert LIST in letter.body
    assert text not in letter.body


@pytest.mark.parametrize("changed", [{"name": ""}, {"scopes": []}, {"scopes": ["all"]}, {"days": "4000"}])
def test_wrong_values_make_no_token(alice: User, login: Login, changed: dict[str, object]) -> None:
    client = login("alice")
    give_password(client)
    assert client.post(NEW, FORM | changed).status_code == 422
    assert not alice.api_tokens.exists()


def test_a_login_alone_makes_none(alice: User, login: Login) -> None:
    client = login("alice")
    assert client.get(NEW).headers["Location"].startswith(reverse("account_reauthenticate"))
    client.post(NEW, FORM)
    assert not alice.api_tokens.exists()
    give_password(client)
    with time_machine.travel(timezone.now() + timedelta(hours=1)):
        client.post(NEW, FORM)
    assert not alice.api_tokens.exists()


def test_guests_add_an_address_first(alice: User) -> None:
    User.objects.filter(pk=alice.pk).update(is_guest=True)
    alice.refresh_from_db()
    with pytest.raises(AccountRefused) as refused:
        make(alice)
    assert refused.value.reason == AccountReason.ADDRESS_UNCONFIRMED


def test_an_account_has_a_limited_number(alice: User) -> None:
    for _number in range(MOST):
        make(alice)
    with pytest.raises(AccountRefused) as refused:
        make(alice)
    assert refused.value.reason == AccountReason.TOO_MANY_TOKENS
    with time_machine.travel(timezone.now() + timedelta(days=31)):
        make(alice)


def test_only_the_owner_revokes_it(alice: User, bob: User, client_of: ClientOf) -> None:
    make(alice)
    token = ApiToken.objects.get()
    end = reverse("accounts:token_end", args=[token.pk])
    client_of(bob).post(end)
    assert ApiToken.objects.exists()
    assert client_of(alice).get(end).status_code == 302
    assert ApiToken.objects.exists()
    client_of(alice).post(end)
    assert not ApiToken.objects.exists()


def test_it_ends_after_its_days_and_goes_a_month_later(alice: User) -> None:
    text = make(alice, days=LIVES[0])
    ends = ApiToken.objects.get().expires_at
    with time_machine.travel(ends - timedelta(seconds=1)):
        assert token_find(text) is not None
    with time_machine.travel(ends + timedelta(seconds=1)):
        assert token_find(text) is None
        assert tokens_forget() == 0
    with time_machine.travel(ends + timedelta(days=31)):
        assert tokens_forget() == 1


def suspend(user: User) -> None:
    staff = make_staff("mara", "moderator")
    sanction_impose(actor=staff, user=user, kind=Sanction.Kind.SUSPEND, reason="Rude.", days=3)


def close(user: User) -> None:
    account_close(actor=make_staff("mara", "administrator"), user=user, reason="They asked.")


def erase(user: User) -> None:
    account_erase(user=user)


def leave(user: User) -> None:
    User.objects.filter(pk=user.pk).update(is_active=False)


@pytest.mark.parametrize("end", [suspend, close, erase, leave])
def test_it_ends_with_the_logins(alice: User, end: Callable[[User], None]) -> None:
    text = make(alice)
    end(alice)
    assert token_find(text) is None


def test_a_suspension_only_holds_it(alice: User) -> None:
    text = make(alice, days=30)
    suspend(alice)
    with time_machine.travel(timezone.now() + timedelta(days=4)):
        assert token_find(text) is not None


def test_a_new_password_ends_all(alice: User, login: Login) -> None:
    text = make(alice)
    new = {"oldpassword": PASSWORD, "password1": "another-long-secret-9", "password2": "another-long-secret-9"}
    assert login("alice").post(reverse("account_change_password"), new).status_code == 302
    assert token_find(text) is None


def test_an_account_taken_back_loses_what_was_made_since(alice: User) -> None:
    old = make(alice)
    with time_machine.travel(timezone.now() + timedelta(hours=2)):
        new = make(alice)
        account_reclaimed.send(sender=User, user=alice, since=timezone.now() - timedelta(hours=1))
        assert token_find(new) is None
        assert token_find(old) is not None


def test_its_last_use_is_noted_now_and_then(alice: User, settings: Settings) -> None:
    token = token_find(make(alice))
    assert token is not None
    token_used(token, "192.0.2.7")
    token.refresh_from_db()
    used = token.last_used_at
    assert used is not None
    assert token.last_network == "192.0.2.7"
    token_used(token, "192.0.2.8")
    token.refresh_from_db()
    assert (token.last_used_at, token.last_network) == (used, "192.0.2.7")
    settings.NETWORK_DAYS = 0
    with time_machine.travel(used + NOTED_AFTER * 2):
        token_used(token, "192.0.2.8")
    token.refresh_from_db()
    assert token.last_network is None


def test_its_network_is_forgotten_in_time(alice: User, settings: Settings) -> None:
    settings.NETWORK_DAYS = 30
    token = token_find(make(alice, days=90))
    assert token is not None
    token_used(token, "192.0.2.7")
    for days, network in ((29, "192.0.2.7"), (31, None)):
        with time_machine.travel(timezone.now() + timedelta(days=days)):
            networks_forget()
        token.refresh_from_db()
        assert token.last_network == network


@pytest.mark.parametrize(
    ("header", "text"),
    [
        ("Bearer odin_abc", "odin_abc"),
        ("bearer  odin_abc ", "odin_abc"),
        ("Basic odin_abc", ""),
        ("Bearer abc", ""),
        ("odin_abc", ""),
        ("", ""),
        ("Bearer odin_" + "a" * 200, ""),
    ],
)
def test_the_header_holds_the_token(header: str, text: str) -> None:
    assert bearer_text(header) == text


def test_visitors_log_in_first(client: Client) -> None:
    for page in (LIST, NEW):
        assert reverse("account_login") in client.get(page).headers["Location"]
