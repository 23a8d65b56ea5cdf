"""Only the browser can read a push; the service learns no more than it must."""

from __future__ import annotations

import base64
import json
from dataclasses import replace
from datetime import timedelta

import http_ece
import pytest
from django.utils import timezone
from py_vapid import Vapid
from pytest_django.fixtures import Settings

from accounts.models import User
from games.notices.outward import push
from games.notices.outward.address_check import parse_address
from games.notices.outward.payload import News
from games.outbox.channels import push_key
from tests.notices.outward.targets import NEWS, make_browser, subscribe

pytestmark = pytest.mark.django_db

ENDPOINT = "https://push.example/send/word"


def sealed(user: User, news: News = NEWS) -> tuple[bytes, dict[str, str], object]:
    browser = make_browser()
    body, headers = push.message(news, subscribe(user, ENDPOINT, browser), parse_address(ENDPOINT))
    opened = http_ece.decrypt(body, private_key=browser.private, auth_secret=browser.auth, version="aes128gcm")
    return body, headers, json.loads(opened)


def test_only_the_browser_can_read_what_it_is_sent(alice: User) -> None:
    body, headers, content = sealed(alice)
    assert content == {
        "title": "Long night",
        "body": "It is your turn in Long night. Due 22 November 2026, 19:00.",
        "address": "/g/k3VbX9aQ2m/",
        "tag": "game-k3VbX9aQ2m",
        "turn": True,
        "waiting": 3,
        "at": int(NEWS.at.timestamp() * 1000),
    }
    assert b"Long night" not in body
    assert headers["Content-Encoding"] == "aes128gcm"


def test_it_proves_its_sender(alice: User, settings: Settings) -> None:
    headers = sealed(alice)[1]
    assert Vapid.verify(headers["Authorization"])
    token, key = headers["Authorization"].removeprefix("vapid t=").split(",k=")
    assert key == push_key()
    claims = json.loads(base64.urlsafe_b64decode(token.split(".")[1] + "=="))
    assert claims["aud"] == "https://push.example"
    assert claims["sub"].startswith(("mailto:", "https://"))
    assert 0 < claims["exp"] - timezone.now().timestamp() < 24 * 3600


@pytest.mark.parametrize(
    ("https", "public_url", "sender", "contact"),
    [
        ("yes", "https://odin.example.org", "odin@mail.example", "https://odin.example.org"),
        ("yes", "https://odin.lan:8443", "odin@mail.example", "https://odin.lan:8443"),
        ("", "http://odin.lan:8000", "Odin <odin@mailserver>", "mailto:odin@mailserver"),
    ],
)
def test_it_names_the_contact(
    alice: User, settings: Settings, https: str, public_url: str, sender: str, contact: str
) -> None:
    settings.HTTPS, settings.PUBLIC_URL, settings.DEFAULT_FROM_EMAIL = bool(https), public_url, sender
    token = sealed(alice)[1]["Authorization"].removeprefix("vapid t=").split(",k=")[0]
    assert json.loads(base64.urlsafe_b64decode(token.split(".")[1] + "=="))["sub"] == contact


@pytest.mark.parametrize("key", ["9k1Yb0m8wZc2v5LrT7xQe4uJ6sNfHgPdAoRiKtXyBzE=", "-_" * 10 + "A" * 23, "A" * 42 + "E"])
def test_every_sound_key_signs(alice: User, settings: Settings, key: str) -> None:
    settings.VAPID_PRIVATE_KEY = key
    assert Vapid.verify(sealed(alice)[1]["Authorization"])


def test_a_turns_message_is_kept_until_it_is_due_and_is_urgent(alice: User) -> None:
    due = replace(NEWS, deadline_at=timezone.now() + timedelta(hours=2))
    headers = sealed(alice, due)[1]
    assert 7190 <= int(headers["TTL"]) <= 7200
    assert headers["Urgency"] == "high"
    late = sealed(alice, replace(NEWS, kind="over", deadline_at=None))[1]
    assert (late["TTL"], late["Urgency"]) == (str(3 * 24 * 3600), "normal")
    assert sealed(alice, replace(NEWS, deadline_at=timezone.now() - timedelta(hours=1)))[1]["TTL"] == "60"


def test_a_later_message_of_the_game_replaces_an_earlier_one(alice: User) -> None:
    first, second = sealed(alice)[1], sealed(alice, replace(NEWS, id="notice-8", kind="over"))[1]
    other = sealed(alice, replace(NEWS, game="other"))[1]
    assert first["Topic"] == second["Topic"] != other["Topic"]
    assert len(first["Topic"]) <= 32
    assert NEWS.game not in str(first)


def test_the_longest_words_fit_into_a_message(alice: User) -> None:
    body, _headers, content = sealed(alice, replace(NEWS, words="ö" * 5000, title="ö" * 40))
    assert len(body) <= 4096
    assert isinstance(content, dict)
    assert len(content["body"]) == push.WORDS_MAX


def test_without_a_key_there_is_no_push(settings: Settings) -> None:
    assert len(base64.urlsafe_b64decode(push_key() + "=")) == 65
    settings.VAPID_PRIVATE_KEY = ""
    assert push_key() == ""
