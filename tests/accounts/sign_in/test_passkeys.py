"""Passkeys are a way in, not a second step. tests/browser/pages/test_passkeys.py makes and uses one."""

import pytest
from allauth.mfa.models import Authenticator
from django.test import Client

from accounts.errors import AccountRefused
from accounts.models import User
from accounts.sign_in.two_factor_off import two_factor_off
from tests.accounts.conftest import Login, give_password, is_in
from tests.clients import log_in
from tests.factories import log_in_with_code
from tests.page_texts import words_in

pytestmark = pytest.mark.django_db

LIST, ADD, LOGIN = "/accounts/2fa/webauthn/", "/accounts/2fa/webauthn/add/", "/accounts/2fa/webauthn/login/"


def passkey(user: User) -> Authenticator:
    return Authenticator.objects.create(user=user, type=Authenticator.Type.WEBAUTHN, data={"name": "Phone"})


def test_with_a_passkey_alone_the_password_still_logs_in(alice: User, login: Login) -> None:
    passkey(alice)
    assert is_in(login("alice"))


def test_adding_one_asks_for_the_password_first_and_offers_a_name(client: Client, alice: User) -> None:
    log_in(client, alice)
    assert client.get(ADD).headers["Location"].startswith("/accounts/reauthenticate/")
    give_password(client)
    page = client.get(ADD, headers={"User-Agent": "Mozilla/5.0 (Android 15) Firefox/140.0"})
    assert 'value="Firefox, Android"' in page.content.decode()
    options = page.context["js_data"]["creation_options"]["publicKey"]
    chosen = options["authenticatorSelection"]
    assert (chosen["residentKey"], chosen["userVerification"]) == ("required", "required")
    assert options["user"]["name"] == "alice"
    assert "This field is required." in client.post(ADD, {"name": "x"}).content.decode()
    assert not Authenticator.objects.exists()


def test_only_its_owner_sees_and_removes_it(client: Client, alice: User, bob: User) -> None:
    own, others = passkey(alice), passkey(bob)
    log_in(client, alice)
    give_password(client)
    assert words_in(client.get(LIST).content.decode()).count("Phone") == 1
    assert client.post(f"{LIST}keys/{others.pk}/remove/").status_code == 404
    assert "A passkey was removed." in client.post(f"{LIST}keys/{own.pk}/remove/", follow=True).content.decode()
    assert Authenticator.objects.get() == others
    assert client.get(f"{LIST}keys/{others.pk}/edit/").status_code == 404


@pytest.mark.parametrize("credential", ["", "{}", "[]", '{"response": {"userHandle": "MQ"}}'])
def test_made_up_passkeys_open_nothing(client: Client, alice: User, credential: str) -> None:
    passkey(alice)
    client.get(LOGIN, headers={"Accept": "application/json"})
    assert client.post(LOGIN, {"credential": credential}).headers["Location"] == "/accounts/login/"
    assert not is_in(client)


def test_the_app_goes_with_its_codes_but_without_the_passkeys(client: Client, alice: User) -> None:
    log_in_with_code(client, alice)
    kept = passkey(alice)
    Authenticator.objects.create(user=alice, type=Authenticator.Type.RECOVERY_CODES, data={})
    give_password(client)
    client.post("/accounts/2fa/totp/deactivate/")
    assert list(Authenticator.objects.all()) == [kept]


@pytest.mark.django_db(transaction=True)
def test_there_is_no_second_factor_to_switch_off_with_a_passkey_alone(alice: User) -> None:
    passkey(alice)
    with pytest.raises(AccountRefused):
        two_factor_off(actor=None, user=alice, reason="lost phone")
    assert Authenticator.objects.exists()
