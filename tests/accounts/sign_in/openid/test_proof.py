"""A person without a password proves who they are with the provider, which must ask them to log in again."""

import time

import pytest
from allauth.socialaccount.models import SocialAccount
from django.test import Client

from accounts.models import User
from tests.accounts.conftest import is_in
from tests.accounts.sign_in.openid.conftest import come_in, is_now, person_there, prove, way_back
from tests.accounts.sign_in.openid.provider import Provider
from tests.clients import log_in
from tests.page_texts import words_in
from tests.password import PASSWORD

EXPORT = "/settings/export/"


def test_the_provider_asks_again_and_tells_when(newcomer: Client) -> None:
    key = newcomer.session.session_key
    asked = newcomer.get(EXPORT).headers["Location"]
    assert asked == "/accounts/reauthenticate/mail/?next=/settings/export/"
    page = newcomer.get(asked).content.decode()
    assert "Log in with Guild" in words_in(page)
    answer = prove(newcomer, EXPORT)
    assert answer.headers["Location"] == EXPORT
    assert newcomer.get(EXPORT).status_code == 200
    # In the same session, to which push belongs.
    assert newcomer.session.session_key == key


def test_another_persons_login_there_proves_nothing(newcomer: Client, provider: Provider, alice: User) -> None:
    for name in ("dave", "alice"):
        provider.person = person_there(name)
        prove(newcomer, EXPORT)
        assert newcomer.get(EXPORT).status_code == 302
        assert is_now(newcomer, User.objects.get(handle="carla"))
    assert "This Guild login doesn’t belong to your account." in words_in(newcomer.get("/settings/").content.decode())
    assert SocialAccount.objects.count() == 1
    visitor = Client()
    come_in(visitor, process="redirect", next=EXPORT)
    assert not is_in(visitor)


def refused(client: Client) -> bool:
    page = client.get(EXPORT, follow=True)
    assert page.redirect_chain, "the proof was taken"
    return "Guild didn’t say that you’ve just logged in there." in words_in(page.content.decode())


def test_an_earlier_login_there_proves_nothing(
    newcomer: Client, provider: Provider, caplog: pytest.LogCaptureFixture
) -> None:
    """A thief has the browser, in which the person is logged in to the provider."""
    provider.asks_again = False
    for age in (3600, 120, -120):
        provider.logged_in_at = time.time() - age
        prove(newcomer, EXPORT)
        assert refused(newcomer)
    assert "auth_time" in caplog.text


def test_a_provider_that_does_not_tell_when_proves_nothing(newcomer: Client, provider: Provider) -> None:
    provider.tells_when = False
    prove(newcomer, EXPORT)
    assert refused(newcomer)


def test_a_way_there_that_asks_for_no_new_login_proves_nothing(newcomer: Client, provider: Provider) -> None:
    come_in(newcomer, process="redirect", next=EXPORT)
    assert refused(newcomer)


def test_clocks_may_differ_by_some_seconds(newcomer: Client, provider: Provider) -> None:
    provider.asks_again = False
    for age in (30, -30):
        provider.logged_in_at = time.time() - age
        assert prove(newcomer, EXPORT).headers["Location"] == EXPORT
        assert newcomer.get(EXPORT).status_code == 200


def test_the_provider_is_no_way_round_a_password(client: Client, provider: Provider, alice: User) -> None:
    log_in(client, alice)
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    come_in(client, process="connect")
    assert SocialAccount.objects.get().user == alice
    session = client.session
    del session["account_authentication_methods"]
    session.save()
    start = "/accounts/oidc/login/?auth_params=prompt%3Dlogin%26max_age%3D0"
    client.get(way_back(client, start, process="redirect", next="/settings/"))
    asked = client.get("/accounts/2fa/totp/activate/").headers["Location"]
    assert asked.startswith("/accounts/reauthenticate/")
