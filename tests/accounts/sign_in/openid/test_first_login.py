"""A first login with the provider: a new account, or one that is there already."""

from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from allauth.socialaccount.models import SocialAccount, SocialApp, SocialToken
from django.core import mail
from django.test import Client
from django.utils import timezone
from pytest_django.fixtures import Settings

from accounts.models import HeldAddress, Registration, User, WaitingAccount
from accounts.sign_in import addresses
from accounts.sign_in.addresses import address_is_held
from accounts.site.state import SiteNow, site_keep
from tests.accounts.conftest import is_in, link_mailed
from tests.accounts.sign_in.openid.conftest import come_in, is_now, person_there
from tests.accounts.sign_in.openid.provider import Provider
from tests.factories import make_person
from tests.page_texts import main_of, words_in

SIGNUP, LOGIN = "/accounts/oidc/signup/", "/accounts/login/"


def test_without_a_provider_there_is_nothing_of_it(client: Client, alice: User) -> None:
    for page in (LOGIN, "/accounts/signup/"):
        assert "oidc" not in client.get(page).content.decode()
    client.force_login(alice)
    assert "oidc" not in client.get("/settings/").content.decode()
    for path in ("", "login/", "callback/?code=1&state=2", "signup/", "oidc/login/"):
        assert client.get(f"/accounts/oidc/{path}").status_code == 404
        assert client.post(f"/accounts/oidc/{path}").status_code == 404
    for path in ("3rdparty/", "3rdparty/signup/", "social/connections/"):
        assert client.get(f"/accounts/{path}").status_code == 404
    # A row of the library's table is no provider.
    app = {"provider_id": "oidc", "client_id": "x", "settings": {"server_url": "http://127.0.0.1:9"}}
    SocialApp.objects.create(provider="openid_connect", name="Row", **app)
    assert client.post("/accounts/oidc/login/").status_code == 404
    assert "account and since when" not in client.get("/privacy/").content.decode()


def test_a_newcomer_chooses_a_username_and_goes_on(client: Client, provider: Provider) -> None:
    assert "Log in with Guild" in words_in(client.get(f"{LOGIN}?next=/i/abc/").content.decode())
    assert "If you log in with Guild" in words_in(client.get("/privacy/").content.decode())
    assert come_in(client, next="/leaders/").headers["Location"] == SIGNUP
    page = client.get(SIGNUP)
    assert 'value="carla"' in main_of(page)
    assert "We email carla@example.org" in words_in(page.content.decode())
    assert 'name="email"' not in main_of(page)
    assert "By playing here you accept the terms" in words_in(page.content.decode())
    assert "looks like one of our own" in client.post(SIGNUP, {"username": "Admin"}).content.decode()
    kept = str(dict(client.session))
    assert not any(secret in kept for secret in (*provider.tokens, "12345678", "Full Name"))
    answer = client.post(SIGNUP, {"username": "Rook", "time_zone": "Europe/Oslo"})
    assert answer.headers["Location"] == "/leaders/"
    user = User.objects.get(handle="Rook")
    assert is_now(client, user)
    assert (user.email, user.time_zone, user.has_usable_password()) == ("carla@example.org", "Europe/Oslo", False)
    assert EmailAddress.objects.get(user=user).verified
    stored = SocialAccount.objects.get(user=user)
    assert (stored.extra_data, "carla" in stored.uid, len(stored.uid)) == ({}, False, 64)
    assert not SocialToken.objects.exists()
    again = Client()
    assert come_in(again, next="/rules/").headers["Location"] == "/rules/"
    assert is_now(again, user)
    stored.refresh_from_db()
    assert stored.extra_data == {}
    assert not mail.outbox


def test_another_server_has_other_people(client: Client, provider: Provider, settings: Settings) -> None:
    come_in(client)
    client.post(SIGNUP, {"username": "carla"})
    other = Provider()
    other.person = {**person_there("dave"), "sub": "id-of-carla"}
    settings.OIDC = settings.OIDC._replace(server_url=other.url)
    newcomer = Client()
    assert come_in(newcomer).headers["Location"] == SIGNUP
    other.close()


@pytest.mark.parametrize("verified", ["false", False, None])
def test_an_address_that_is_not_confirmed_there_is_confirmed_here(
    client: Client, provider: Provider, alice: User, verified: object
) -> None:
    provider.person = person_there("alice", verified=verified)
    come_in(client, next="/leaders/")
    page = main_of(client.get(SIGNUP))
    assert 'value="alice@example.org"' in page
    assert 'value="alice"' not in page
    answer = client.post(SIGNUP, {"username": "other", "email": "Other@example.org", "next": "/leaders/"})
    assert answer.headers["Location"] == "/accounts/confirm-email/"
    assert not is_in(client)
    assert link_mailed("confirm-email").endswith("?next=/leaders/")
    other = User.objects.get(handle="other")
    assert list(EmailAddress.objects.filter(user=other).values_list("email", "verified")) == [
        ("other@example.org", False)
    ]


def test_a_taken_address_that_the_provider_did_not_confirm_is_told_by_mail_alone(
    client: Client, provider: Provider, alice: User
) -> None:
    provider.person = person_there("alice", verified=False)
    come_in(client)
    answer = client.post(SIGNUP, {"username": "other", "email": "alice@example.org"})
    assert answer.headers["Location"] == "/accounts/confirm-email/"
    assert "You already have one" in " ".join(str(mail.outbox[-1].body).split())
    other = User.objects.get(handle="other")
    assert (other.email, EmailAddress.objects.get(user=other).verified) == ("", False)


def test_the_same_address_confirmed_on_both_sides_connects(client: Client, provider: Provider) -> None:
    user = make_person("carla")
    assert come_in(client).headers["Location"] == "/"
    assert is_now(client, user)
    assert SocialAccount.objects.get().user == user
    user.refresh_from_db()
    assert user.has_usable_password()
    assert "A Guild login was added" in str(mail.outbox[-1].subject)
    # The address may change: the connection stays.
    provider.person = {**provider.person, "email": "new@example.org"}
    again = Client()
    come_in(again)
    assert is_now(again, user)


def test_an_account_that_never_confirmed_the_address_does_not_keep_it(client: Client, provider: Provider) -> None:
    """Another person may have opened it."""
    squatter = make_person("squatter", verified=False)
    EmailAddress.objects.filter(user=squatter).update(email="carla@example.org")
    assert come_in(client, next="/leaders/").headers["Location"] == SIGNUP
    assert client.post(SIGNUP, {"username": "carla"}).headers["Location"] == "/leaders/"
    carla = User.objects.get(handle="carla")
    assert is_now(client, carla)
    assert carla.email == "carla@example.org"
    assert EmailAddress.objects.get(verified=True).user == carla
    assert SocialAccount.objects.get().user == carla


def test_an_address_that_a_decision_holds_opens_no_account(client: Client, provider: Provider, alice: User) -> None:
    alice.suspended_until = timezone.now() + timedelta(days=1)
    alice.save()
    HeldAddress.objects.create(user=alice, digest=addresses._digest("carla@example.org"))
    assert address_is_held(email="carla@example.org")
    come_in(client)
    assert client.post(SIGNUP, {"username": "carla"}).headers["Location"] == "/accounts/confirm-email/"
    assert not User.objects.filter(handle="carla").exists()


def test_a_throwaway_address_is_asked_for_again(client: Client, provider: Provider) -> None:
    provider.person = {**person_there("carla"), "email": "carla@mailinator.com"}
    come_in(client)
    assert (
        "Disposable addresses"
        in client.post(SIGNUP, {"username": "carla", "email": "carla@mailinator.com"}).content.decode()
    )
    client.post(SIGNUP, {"username": "carla", "email": "carla@example.org"})
    assert list(EmailAddress.objects.values_list("email", "verified")) == [("carla@example.org", False)]


@pytest.mark.parametrize(("mode", "words"), [("closed", "Sign-up is closed"), ("invitation", "by invitation")])
def test_a_newcomer_passes_the_gate_of_registration(client: Client, provider: Provider, mode: str, words: str) -> None:
    before = come_in(client)
    site_keep(SiteNow(registration=Registration(mode)))
    assert before.headers["Location"] == SIGNUP
    for answer in (client.get(SIGNUP), client.post(SIGNUP, {"username": "Rook"}), come_in(Client())):
        assert words in answer.content.decode()
    assert not User.objects.exists()


def test_a_newcomer_waits_for_approval_and_others_still_log_in(client: Client, provider: Provider, alice: User) -> None:
    site_keep(SiteNow(registration=Registration.APPROVAL))
    come_in(client)
    answer = client.post(SIGNUP, {"username": "Rook", "note": "Olav plays here."})
    assert answer.headers["Location"] == "/accounts/waiting/"
    waiting = WaitingAccount.objects.get()
    assert (waiting.user.handle, waiting.note) == ("Rook", "Olav plays here.")
    assert come_in(client).headers["Location"] == "/accounts/waiting/"
    site_keep(SiteNow(registration=Registration.CLOSED))
    provider.person = person_there("alice")
    again = Client()
    come_in(again)
    assert is_now(again, alice)
