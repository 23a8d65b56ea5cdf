"""Rights of a connected account, and failures on the way."""

import json
import logging
from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from allauth.socialaccount.models import SocialAccount
from django.core import mail
from django.test import Client
from django.utils import timezone
from pytest_django.fixtures import Settings

from accounts.models import User
from accounts.privacy.export import export_json
from accounts.sign_in.mailed_links.address_returns import address_return, address_return_offer
from tests.accounts.conftest import give_password, is_in
from tests.accounts.sign_in.openid.conftest import START, come_in, is_now, person_there, way_back
from tests.accounts.sign_in.openid.provider import Provider
from tests.clients import log_in
from tests.factories import code_of, log_in_with_code, make_person
from tests.page_texts import words_in

PAGE, CALLBACK = "/accounts/oidc/", "/accounts/oidc/callback/"
NEW_PASSWORD = {"password1": "another-sound-one", "password2": "another-sound-one"}


@pytest.fixture
def carla(provider: Provider) -> User:
    """Carla's connected account, with a password."""
    user = make_person("carla")
    come_in(Client())
    mail.outbox.clear()
    return user


def said(client: Client, path: str = PAGE) -> str:
    return words_in(client.get(path).content.decode())


def disconnect(client: Client) -> str:
    return words_in(client.post(PAGE, {"account": SocialAccount.objects.get().pk}, follow=True).content.decode())


def test_two_factor_login_is_still_asked_for(client: Client, carla: User) -> None:
    log_in_with_code(Client(), carla)
    assert come_in(client, next="/leaders/").headers["Location"] == "/accounts/2fa/authenticate/"
    assert not is_in(client)
    assert client.post("/accounts/2fa/authenticate/", {"code": code_of(carla)}).headers["Location"] == "/leaders/"


def test_an_account_that_its_address_finds_is_connected_after_the_code(client: Client, provider: Provider) -> None:
    user = make_person("carla")
    log_in_with_code(Client(), user)
    come_in(client)
    assert not SocialAccount.objects.exists(), "the person has only shown that they read the address's mail"
    assert not mail.outbox
    client.post("/accounts/2fa/authenticate/", {"code": code_of(user)})
    assert is_in(client)
    assert SocialAccount.objects.get().user == user
    assert "A Guild login was added" in str(mail.outbox[-1].subject)


def test_an_address_that_moves_on_while_the_code_is_asked_for_connects_nothing(
    client: Client, provider: Provider
) -> None:
    user = make_person("carla")
    log_in_with_code(Client(), user)
    come_in(client)
    EmailAddress.objects.filter(user=user).update(email="new@example.org")
    client.post("/accounts/2fa/authenticate/", {"code": code_of(user)})
    assert is_in(client)
    assert not SocialAccount.objects.exists()


def test_a_userinfo_about_another_person_than_the_token_is_refused(
    client: Client, provider: Provider, carla: User
) -> None:
    visitor = Client()
    provider.person = person_there("dave")
    provider.userinfo = {"sub": "id-of-carla"}
    assert come_in(visitor, next="/leaders/").headers["Location"] == "/accounts/login/?next=/leaders/"
    assert "That didn’t work. Try again." in visitor.get("/accounts/login/").content.decode()
    provider.userinfo = {"sub": ""}
    assert come_in(visitor).headers["Location"] == "/accounts/login/"
    assert not is_in(visitor)


def test_closed_accounts_stay_closed_and_suspended_people_read_why(client: Client, carla: User) -> None:
    carla.suspended_until = timezone.now() + timedelta(days=1)
    carla.save()
    come_in(client)
    assert client.get("/leaders/").headers["Location"] == "/settings/decisions/"
    carla.is_active = False
    carla.save()
    for _before in range(2):
        visitor = Client()
        assert come_in(visitor).headers["Location"] == "/accounts/inactive/"
        assert not is_in(visitor)
        SocialAccount.objects.all().delete()
    # The address connects no closed account.
    assert not SocialAccount.objects.exists()


def test_a_member_connects_after_the_password_and_disconnects(client: Client, provider: Provider, alice: User) -> None:
    log_in(client, alice)
    assert "Log in with Guild" in said(client, "/settings/")
    assert "Connect your Guild account" in said(client)
    assert come_in(client, process="connect").headers["Location"] == "/accounts/reauthenticate/"
    assert not SocialAccount.objects.exists()
    give_password(client)
    assert SocialAccount.objects.get().user == alice
    assert "Guild is connected." in said(client)
    assert "You can now log in with Guild." in str(mail.outbox[-1].body)
    assert "Guild is disconnected." in disconnect(client)
    assert not SocialAccount.objects.exists()
    assert "You can no longer log in with Guild." in str(mail.outbox[-1].body)


def test_a_connection_belongs_to_one_account_and_to_no_guest(
    client: Client, provider: Provider, carla: User, alice: User
) -> None:
    log_in(client, alice)
    give_password(client)
    assert come_in(client, process="connect").headers["Location"] == PAGE
    assert "This Guild login belongs to another account." in said(client)
    assert SocialAccount.objects.get().user == carla
    # For a person who is logged in, it does not matter whose address it is.
    SocialAccount.objects.all().delete()
    come_in(client, process="connect")
    assert SocialAccount.objects.get().user == alice
    guest = User.objects.create_user(handle="guest", is_guest=True)
    visitor = Client()
    log_in(visitor, guest)
    provider.person = person_there("dave")
    assert come_in(visitor, process="connect").headers["Location"] == "/settings/keep/"
    assert visitor.get(PAGE).headers["Location"] == "/settings/keep/"


def test_the_last_way_in_stays_until_there_is_a_password(client: Client, provider: Provider) -> None:
    come_in(client)
    client.post("/accounts/oidc/signup/", {"username": "carla"})
    assert "Choose a password first." in disconnect(client)
    assert SocialAccount.objects.exists()
    assert client.get("/accounts/password/change/").headers["Location"] == "/accounts/password/set/"
    client.post("/accounts/password/set/", NEW_PASSWORD)
    client.post("/accounts/reauthenticate/", {"password": NEW_PASSWORD["password1"]})
    assert "Guild is disconnected." in disconnect(client)


@pytest.mark.django_db(transaction=True)
def test_data_and_deletion_without_a_password(client: Client, provider: Provider) -> None:
    come_in(client)
    client.post("/accounts/oidc/signup/", {"username": "carla"})
    user = User.objects.get(handle="carla")
    (row,) = json.loads("".join(export_json(user)))["connected_logins"]
    assert row.keys() == {"provider", "uid", "date_joined", "last_login"}
    assert 'type="password"' not in client.get("/settings/delete/").content.decode()
    client.post("/settings/delete/")
    user.refresh_from_db()
    assert user.erased_at is not None
    assert not SocialAccount.objects.exists()
    assert come_in(client).headers["Location"] == "/accounts/oidc/signup/"


def test_the_way_back_to_an_address_drops_what_was_connected_since(provider: Provider, carla: User) -> None:
    address_return(token=address_return_offer(user=carla, address="carla@example.org"))
    assert not SocialAccount.objects.exists()


def test_a_cancelled_or_failed_login_leads_back(
    client: Client, provider: Provider, settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING)
    back = way_back(client, next="/leaders/")
    state = back.partition("state=")[2]
    assert client.get(f"{CALLBACK}?error=access_denied&state={state}").headers["Location"].endswith("?next=/leaders/")
    assert "message-error" not in client.get("/accounts/login/").content.decode()
    assert not caplog.records
    # Used, made up, for another client, and with a wrong code.
    provider.audience = "another"
    for address in (back, f"{CALLBACK}?code=1&state=1", way_back(client), f"{way_back(client)}0"):
        assert client.get(address.replace("0&state", "&state")).headers["Location"].startswith("/accounts/login/")
        assert "message-error" in client.get("/accounts/login/").content.decode()
    assert not SocialAccount.objects.exists()
    provider.person = {}
    assert come_in(client).headers["Location"] == "/accounts/login/"
    settings.OIDC = settings.OIDC._replace(server_url="http://127.0.0.1:9")
    assert client.post(START).headers["Location"] == "/accounts/login/"
    assert "failed" in caplog.text
    assert not is_in(client)


def test_going_to_the_provider_takes_a_form(client: Client, provider: Provider) -> None:
    assert client.get(START).status_code == 405
    assert Client(enforce_csrf_checks=True).post(START).status_code == 403
    page = client.post(START, {"next": "https://evil.example/"})
    assert 'http-equiv="refresh"' in page.content.decode()
    assert is_now(client, User()) is False


def test_an_old_login_alone_connects_and_disconnects_nothing(
    client: Client, newcomer: Client, provider: Provider, alice: User
) -> None:
    assert newcomer.post(PAGE, {"account": SocialAccount.objects.get().pk}).status_code in (200, 302)
    assert SocialAccount.objects.exists()
    alice.set_unusable_password()
    alice.save(update_fields=["password"])
    log_in(client, alice)
    provider.person = person_there("thief")
    come_in(client, process="connect")
    assert not SocialAccount.objects.filter(user=alice).exists()
