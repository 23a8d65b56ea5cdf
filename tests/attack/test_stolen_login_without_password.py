"""A thief has the login of a person without a password: acts that open or end the account ask for proof first."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from typing import Final

import pytest
import time_machine
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.core import mail
from django.test import Client
from django.utils import timezone

from accounts.models import User
from accounts.sign_in.guests import guest_make
from accounts.sign_in.login_limits import SESSION
from accounts.sign_in.proof.mailed_code import LIFE, MAILS, MAILS_ALL
from tests.account_mails import leaving_after_requests
from tests.clients import log_in
from tests.factories import log_in_with_code
from tests.password import PASSWORD

pytestmark = pytest.mark.django_db

PROOF = "/accounts/reauthenticate/mail/"
EXPORT = "/settings/export/"
MINUTES_AGO = 400
# Every page that asks people for their password.
ACTS: Final[dict[str, dict[str, str]]] = {
    "/settings/export/": {},
    "/settings/delete/": {},
    "/accounts/password/set/": {"password1": PASSWORD, "password2": PASSWORD},
    "/accounts/email/": {"email": "thief@example.org", "action_add": ""},
    "/accounts/2fa/totp/activate/": {"code": "123456"},
    "/accounts/2fa/recovery-codes/generate/": {},
    "/accounts/2fa/webauthn/add/": {"credential": "{}"},
}


@pytest.fixture(autouse=True)
def worker() -> Iterator[None]:
    """Send emails about accounts after each request."""
    with leaving_after_requests():
        yield


@pytest.fixture
def member(alice: User) -> User:
    """An account as after a first login with a provider, or with an address that was taken back."""
    alice.set_unusable_password()
    alice.save(update_fields=["password"])
    return alice


@pytest.fixture
def stolen(member: User) -> Client:
    return logged_in_ago(member, MINUTES_AGO)


def logged_in_ago(user: User, seconds: float) -> Client:
    client = Client()
    records = [{"method": "code", "at": time.time() - seconds}]
    marks = {"account_authentication_methods": records, "account_authentication_methods_user": str(user.pk)}
    log_in(client, user, **marks)
    return client


@pytest.mark.parametrize("path", ACTS)
def test_an_old_login_alone_does_nothing_that_matters(stolen: Client, member: User, path: str) -> None:
    answer = stolen.post(path, ACTS[path])
    assert answer.status_code == 302
    assert answer.headers["Location"].startswith(PROOF)
    member.refresh_from_db()
    assert member.erased_at is None
    assert not member.has_usable_password()
    assert EmailAddress.objects.filter(user=member).count() == 1
    assert not Authenticator.objects.exists()
    assert mail.outbox == []


def code_mailed() -> str:
    assert mail.outbox[-1].to == ["alice@example.org"]
    found = re.search(r"^\d{6}$", str(mail.outbox[-1].body), re.MULTILINE)
    assert found is not None
    assert found[0] in str(mail.outbox[-1].subject)
    return found[0]


def test_a_mailed_code_is_proof(stolen: Client, member: User) -> None:
    asked = stolen.get(EXPORT).headers["Location"]
    assert asked == f"{PROOF}?next=/settings/export/"
    assert "alice@example.org" in stolen.get(asked).content.decode()
    sent = stolen.post(PROOF, {"send": "", "next": EXPORT})
    assert sent.headers["Location"].startswith(f"{PROOF}?next=")
    # With the spaces that people put in.
    code = code_mailed()
    answer = stolen.post(PROOF, {"code": f" {code[:3]} {code[3:]}", "next": EXPORT})
    assert answer.headers["Location"] == EXPORT
    assert stolen.get(EXPORT).status_code == 200
    assert stolen.get("/accounts/2fa/totp/activate/").status_code == 200
    # It works once.
    other = logged_in_ago(member, MINUTES_AGO)
    assert other.post(PROOF, {"code": code}).status_code == 422


def test_what_was_asked_for_goes_on_after_the_proof(stolen: Client, member: User) -> None:
    stolen.post("/accounts/email/", {"email": "new@example.org", "action_add": ""})
    stolen.post(PROOF, {"send": "", "next": "/accounts/email/"})
    stolen.post(PROOF, {"code": code_mailed(), "next": "/accounts/email/"})
    assert EmailAddress.objects.filter(user=member, email="new@example.org", verified=False).exists()


def test_a_code_is_guessed_for_a_while_only_and_belongs_to_its_session(stolen: Client, member: User) -> None:
    assert stolen.post(PROOF, {"code": "123456"}).status_code == 422
    stolen.post(PROOF, {"send": ""})
    code = code_mailed()
    assert logged_in_ago(member, MINUTES_AGO).post(PROOF, {"code": code}).status_code == 422
    for guess in range(SESSION.tries):
        page = stolen.post(PROOF, {"code": f"{(int(code) + guess + 1) % 10**6:06}"})
        assert page.status_code == 422
    assert "Too many tries." in stolen.post(PROOF, {"code": code}).content.decode()
    assert stolen.get(EXPORT).status_code == 302


def test_a_code_ends_after_a_quarter_of_an_hour(stolen: Client) -> None:
    stolen.post(PROOF, {"send": ""})
    with time_machine.travel(timezone.now() + LIFE, tick=False):
        assert "Wrong or expired code." in stolen.post(PROOF, {"code": code_mailed()}).content.decode()


def test_a_thief_cannot_fill_the_mailbox(stolen: Client, member: User) -> None:
    for _mail in range(MAILS.tries):
        stolen.post(PROOF, {"send": ""})
    assert "Too many emails." in stolen.post(PROOF, {"send": ""}, follow=True).content.decode()
    assert len(mail.outbox) == MAILS.tries


def test_a_thief_uses_up_only_the_codes_of_the_stolen_login(stolen: Client, member: User) -> None:
    for _mail in range(MAILS.tries + 1):
        stolen.post(PROOF, {"send": ""})
    own = logged_in_ago(member, MINUTES_AGO)
    own.post(PROOF, {"send": ""})
    assert own.post(PROOF, {"code": code_mailed(), "next": EXPORT}).headers["Location"] == EXPORT


def test_many_stolen_logins_cannot_fill_the_mailbox(member: User) -> None:
    for login in range(MAILS_ALL.tries // MAILS.tries + 1):
        client = logged_in_ago(member, MINUTES_AGO)
        for _mail in range(MAILS.tries):
            client.post(PROOF, {"send": ""}, REMOTE_ADDR=f"192.0.2.{login}")
    assert len(mail.outbox) == MAILS_ALL.tries


def test_a_fresh_login_needs_no_proof(member: User) -> None:
    assert logged_in_ago(member, 60).get(EXPORT).status_code == 200


def test_a_guest_has_nothing_to_prove_themselves_with(alice: User) -> None:
    guest = guest_make(handle="signy", time_zone="UTC", language="en")
    client = logged_in_ago(guest, MINUTES_AGO)
    assert client.get("/settings/delete/").status_code == 200


def test_an_apps_code_cannot_be_got_round_by_mail(member: User) -> None:
    client = Client()
    log_in_with_code(client, member)
    assert client.get(EXPORT).headers["Location"].startswith("/accounts/2fa/reauthenticate/")
    assert client.get(PROOF).headers["Location"].startswith("/accounts/2fa/reauthenticate/")
    client.post(PROOF, {"send": ""})
    assert mail.outbox == []


def test_a_person_with_a_passkey_alone_may_use_the_mailed_code(stolen: Client, member: User) -> None:
    Authenticator.objects.create(user=member, type=Authenticator.Type.WEBAUTHN, data={})
    asked = stolen.get(EXPORT).headers["Location"]
    assert asked == "/accounts/2fa/webauthn/reauthenticate/?next=/settings/export/"
    stolen.post(PROOF, {"send": "", "next": EXPORT})
    assert stolen.post(PROOF, {"code": code_mailed(), "next": EXPORT}).headers["Location"] == EXPORT
    assert stolen.get(EXPORT).status_code == 200


def test_a_password_cannot_be_got_round_by_mail(alice: User) -> None:
    client = logged_in_ago(alice, MINUTES_AGO)
    assert client.get(PROOF).headers["Location"].startswith("/accounts/reauthenticate/")
    client.post(PROOF, {"send": ""})
    # The library's own.
    assert client.post("/accounts/reauthenticate/code/", {"recipient": "alice@example.org"}).status_code == 404
    assert mail.outbox == []
