"""A session ends with its row, its account and its password."""

from __future__ import annotations

import pytest
from django.conf import settings
from django.contrib.auth import get_user
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from django.test import Client

from accounts.models import User
from accounts.sign_in.session_store import SessionStore
from tests.clients import logged_in

pytestmark = pytest.mark.django_db


def key_of(client: Client) -> str:
    return client.cookies[settings.SESSION_COOKIE_NAME].value


def asked(key: str) -> User | AnonymousUser:
    request = HttpRequest()
    request.session = SessionStore(key)
    return get_user(request)


def test_a_session_ends_with_its_row_its_account_and_its_password(alice: User, bob: User, charlie: User) -> None:
    keys = {user: key_of(logged_in(user)) for user in (alice, bob, charlie)}
    for user, key in keys.items():
        assert asked(key) == user
    SessionStore(keys[alice]).delete()
    User.objects.filter(pk=bob.pk).delete()
    charlie.set_password("another-sound-one")
    charlie.save(update_fields=["password"])
    for key in keys.values():
        assert asked(key).is_anonymous


def test_a_visitor_with_a_session_asks_for_no_account() -> None:
    session = SessionStore()
    session["theme"] = "dark"
    session.create()
    assert asked(session.session_key or "").is_anonymous


@pytest.mark.parametrize("value", ['"aaaaaaaa\\000aaaaaaaa"', "aaaaaaaa\x00aaaaaaaa", "é" * 32, "a" * 5000])
def test_a_cookie_that_is_no_key_is_a_visitors(value: str) -> None:
    cookie = f"{settings.SESSION_COOKIE_NAME}={value}"
    assert Client().get("/accounts/login/", headers={"Cookie": cookie}).status_code == 200
