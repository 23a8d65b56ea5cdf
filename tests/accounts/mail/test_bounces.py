"""Emails that bounce stop, and the person may try again."""

from __future__ import annotations

import base64
import json
from typing import Any

import pytest
from django.test import Client
from pytest_django.fixtures import Settings

from accounts.mail.bounces import NO_SUCH_ADDRESS, UNWANTED
from accounts.models import User
from accounts.privacy.erasure import account_erase
from accounts.sign_in.addresses import mail_stop
from tests.accounts.conftest import Login, give_password, link_mailed
from tests.factories import make_person

pytestmark = pytest.mark.django_db

SECRET = "provider:an-example-of-a-long-password"
POSTMARK = "/hooks/mail/postmark/tracking/"


@pytest.fixture
def hook(settings: Settings) -> None:
    settings.MAIL_HOOK_SECRET = SECRET
    settings.ANYMAIL = {"WEBHOOK_SECRET": [SECRET]}


def tell(told: dict[str, Any], *, path: str = POSTMARK, secret: str = SECRET) -> int:
    auth = "Basic " + base64.b64encode(secret.encode()).decode()
    client = Client(enforce_csrf_checks=True)
    answer = client.post(path, json.dumps(told), content_type="application/json", headers={"authorization": auth})
    return answer.status_code


def bounce(kind: str, address: str = "alice@example.org") -> dict[str, Any]:
    return {"RecordType": "Bounce", "Type": kind, "Email": address, "BouncedAt": "2026-11-21T12:00:00Z", "ID": 1}


def why(user: User) -> str:
    user.refresh_from_db()
    assert bool(user.mail_stopped_at) == bool(user.mail_stopped_why)
    return user.mail_stopped_why


@pytest.mark.parametrize(
    ("told", "stopped"),
    [
        (bounce("HardBounce"), NO_SUCH_ADDRESS),
        (bounce("HardBounce", "ALICE@example.org"), NO_SUCH_ADDRESS),
        (bounce("BadEmailAddress"), NO_SUCH_ADDRESS),
        ({"RecordType": "SpamComplaint", "Email": "alice@example.org", "ID": 1}, UNWANTED),
        (bounce("SoftBounce"), ""),
        (bounce("Transient"), ""),
        (bounce("HardBounce", "nobody@example.org"), ""),
        ({"RecordType": "Delivery", "Recipient": "alice@example.org", "MessageID": "1"}, ""),
        ({"RecordType": "Open", "Recipient": "alice@example.org", "MessageID": "1"}, ""),
    ],
)
def test_what_a_provider_tells(alice: User, bob: User, hook: None, told: dict[str, Any], stopped: str) -> None:
    assert tell(told) == 200
    assert why(alice) == stopped
    assert why(bob) == ""


@pytest.mark.parametrize(("path", "told", "stopped"), [
    ("brevo", {"event": "hard_bounce", "email": "alice@example.org", "ts_epoch": 1795000000000}, True),
    ("brevo", {"event": "soft_bounce", "email": "alice@example.org", "ts_epoch": 1795000000000}, False),
    ("mailjet", {"event": "bounce", "email": "alice@example.org", "error": "user unknown", "hard_bounce": True}, True),
    ("mailjet", {"event": "bounce", "email": "alice@example.org", "error": "user unknown", "hard_bounce": False},
     False),
])  # fmt: skip
def test_other_providers_are_understood_too(
    alice: User,
    hook: None,
    path: str,
    told: dict[str, Any],
    stopped: bool,  # noqa: FBT001 # a parameter of the test
) -> None:
    assert tell(told, path=f"/hooks/mail/{path}/tracking/") == 200
    assert bool(why(alice)) == stopped


def test_unauthenticated_hooks_are_refused(alice: User, hook: None) -> None:
    assert tell(bounce("HardBounce"), secret="provider:guessed") == 400
    assert Client().post(POSTMARK, json.dumps(bounce("HardBounce")), content_type="application/json").status_code == 400
    assert why(alice) == ""


def test_without_a_secret_there_is_no_such_address(alice: User) -> None:
    assert tell(bounce("HardBounce"), secret="") == 404
    assert why(alice) == ""


def test_a_provider_without_a_key_is_ignored(alice: User, hook: None) -> None:
    assert tell({}, path="/hooks/mail/mailgun/tracking/") == 404


def test_no_mail_is_received(hook: None) -> None:
    assert tell({}, path="/hooks/mail/postmark/inbound/") == 404


def test_the_first_reason_stays(alice: User) -> None:
    assert mail_stop(address="alice@example.org", why="one")
    assert mail_stop(address="alice@example.org", why="two")
    assert why(alice) == "one"
    assert not mail_stop(address="", why="nobody's")


@pytest.mark.parametrize("path", ["/", "/settings/"])
def test_the_person_sees_a_message_and_tries_again(alice: User, login: Login, path: str) -> None:
    client = login("alice")
    assert "bounced" not in client.get(path).content.decode()
    mail_stop(address="alice@example.org", why=NO_SUCH_ADDRESS)
    text = client.get(path).content.decode()
    assert "Emails to alice@example.org bounced" in text
    assert NO_SUCH_ADDRESS in text
    assert "/accounts/email/" in text
    # The page that a log-in returns to: only its button starts the emails again.
    assert client.get("/settings/mail/resume/").status_code == 302
    assert why(alice) != ""
    answer = client.post("/settings/mail/resume/", follow=True)
    assert "We’re emailing you again." in answer.content.decode()
    assert why(alice) == ""


def test_another_confirmed_address_gets_mails(alice: User, login: Login) -> None:
    mail_stop(address="alice@example.org", why="x")
    client = login("alice")
    give_password(client)
    client.post("/accounts/email/", {"email": "new@example.org", "action_add": ""})
    assert why(alice) == "x"
    client.post(link_mailed("confirm-email"))
    assert why(alice) == ""
    assert alice.email == "new@example.org"
    mail_stop(address="alice@example.org", why="late news of the old one")
    assert why(alice) == ""


def test_what_stopped_is_forgotten_with_the_account() -> None:
    user = make_person("zoe")
    mail_stop(address="zoe@example.org", why="x")
    account_erase(user=user)
    assert why(user) == ""
