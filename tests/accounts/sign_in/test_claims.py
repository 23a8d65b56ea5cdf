"""An account that was opened with another person's address never becomes an account of both."""

from collections.abc import Callable
from datetime import timedelta
from urllib.parse import quote

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from django.core import mail
from django.core.cache import cache
from django.test import Client

from accounts.models import User
from games.models import Preferences, PushSubscription, Webhook
from tests.accounts.conftest import Login, give_password, is_in, link_mailed
from tests.clients import log_in, logged_in
from tests.factories import make_person
from tests.notices.choices import device_of, webhook_of
from tests.page_texts import words_in
from tests.password import PASSWORD

pytestmark = pytest.mark.django_db

HERS, INTRUDERS = "vera@example.org", "intruders-own-one"


def sign_up(client: Client, handle: str, password: str = PASSWORD, address: str = HERS) -> None:
    # The address gets an email again within three minutes.
    cache.clear()
    form = {"username": handle, "email": address, "password1": password}
    answer = client.post("/accounts/signup/", form)
    assert answer.headers["Location"] == "/accounts/confirm-email/"


@pytest.fixture
def intruder(db: None) -> Client:
    """The browser of a stranger who opened an account with Vera's address."""
    client = Client()
    sign_up(client, "evil", INTRUDERS)
    return client


def test_a_sign_up_passes_over_accounts_that_only_claim_the_address(intruder: Client, login: Login) -> None:
    vera = Client()
    sign_up(vera, "vera")
    letter = str(mail.outbox[-1].body)
    assert "The account vera gave this email address." in letter
    assert "Another account gave this address too, but never confirmed it." in letter
    vera.post(link_mailed("confirm-email"))
    assert is_in(vera)
    assert User.objects.get(handle="vera").email == HERS
    assert EmailAddress.objects.get(verified=True).user.handle == "vera"
    assert not is_in(login("evil", INTRUDERS))
    assert not is_in(login(HERS, INTRUDERS))
    assert is_in(login(HERS))


def test_an_older_link_confirms_nothing_once_another_account_has_the_address(intruder: Client) -> None:
    first = link_mailed("confirm-email")
    vera = Client()
    sign_up(vera, "vera")
    vera.post(link_mailed("confirm-email"))
    assert "This link no longer works" in intruder.get(first).content.decode()
    assert intruder.post(first).status_code == 410
    for proof in ({"password": INTRUDERS}, {"take_over": "1"}):
        assert Client().post(first, proof).status_code == 410
    assert not is_in(intruder)


@pytest.mark.parametrize("asks", ["/accounts/login/link/", "/accounts/password/reset/"])
def test_the_reader_of_the_mail_is_told_whose_account_it_is_and_takes_it_alone(
    intruder: Client, login: Login, asks: str
) -> None:
    Client().post(asks, {"email": HERS})
    letter = mail.outbox[-1]
    assert (letter.subject, letter.to) == ("Confirm your email address", [HERS])
    assert "The account evil gave this email address." in str(letter.body)
    assert "If it wasn’t you, ignore this email. We’ll then delete the account." in str(letter.body)
    vera, link = Client(), link_mailed("confirm-email")
    page = words_in(vera.get(link).content.decode())
    assert f"Someone opened the account evil with {HERS} in another browser." in page
    # Without the password nothing is confirmed.
    for wrong in ({}, {"password": ""}, {"password": PASSWORD}):
        assert vera.post(link, wrong).status_code == 422
    assert not EmailAddress.objects.filter(verified=True).exists()
    chosen = vera.post(link, {"take_over": "1"}, follow=True)
    assert "Now choose a new password." in words_in(chosen.content.decode())
    assert mail.outbox[-1].subject == "The account is yours alone"
    new = {"password1": "another sound one", "password2": "another sound one"}
    vera.post(chosen.redirect_chain[-1][0], new)
    assert not is_in(login("evil", INTRUDERS))
    assert is_in(login(HERS, "another sound one"))
    intruder.post("/accounts/confirm-email/go-on/")
    assert not is_in(intruder)


def test_the_opener_confirms_on_another_device_with_the_password(login: Login) -> None:
    laptop, phone = Client(), Client()
    sign_up(laptop, "vera")
    answer = phone.post(link_mailed("confirm-email"), {"password": PASSWORD, "next": "/leaders/"})
    assert answer.headers["Location"] == "/leaders/"
    assert is_in(phone)
    assert laptop.post("/accounts/confirm-email/go-on/").headers["Location"] == "/"
    assert is_in(laptop)
    assert is_in(login("vera"))


def test_tries_at_the_password_are_counted(intruder: Client) -> None:
    vera, link = Client(), link_mailed("confirm-email")
    pages = [vera.post(link, {"password": f"guess-{number}"}).content.decode() for number in range(6)]
    assert ["Wrong password." in page for page in pages] == [True] * 5 + [False]
    assert "Too many tries." in pages[-1]


def test_all_that_an_intruder_set_goes(login: Login, client_of: Callable[[User], Client]) -> None:
    """A guest has a session, and may have set up more than a password."""
    guest = User.objects.create_user(handle="Evil", is_guest=True)
    intruder = client_of(guest)
    intruder.post("/settings/keep/", {"email": HERS, "password": INTRUDERS})
    Authenticator.objects.create(user=guest, type=Authenticator.Type.TOTP, data={"secret": "x"})
    Authenticator.objects.create(user=guest, type=Authenticator.Type.WEBAUTHN, data={"name": "Key"})
    SocialAccount.objects.create(user=guest, provider="oidc", uid="1")
    webhook_of(guest)
    device_of(guest)
    Preferences.objects.update_or_create(user=guest, defaults={"calendar_number": 7})
    assert is_in(intruder)
    link = link_mailed("confirm-email")
    assert "Someone opened the account Evil" in words_in(Client().get(link).content.decode())
    Client().post(link, {"take_over": "1"})
    guest.refresh_from_db()
    assert (guest.email, guest.is_guest, guest.has_usable_password()) == (HERS, False, False)
    assert not is_in(intruder)
    assert not is_in(login("Evil", INTRUDERS))
    for rows in (Authenticator, SocialAccount, Webhook, PushSubscription):
        assert not rows.objects.exists(), rows
    assert Preferences.objects.get(user=guest).calendar_number == 0


def test_a_guest_keeps_all_with_the_password_on_another_device(client_of: Callable[[User], Client]) -> None:
    guest = User.objects.create_user(handle="Nina", is_guest=True)
    laptop, phone = client_of(guest), Client()
    laptop.post("/settings/keep/", {"email": HERS, "password": PASSWORD})
    phone.post(link_mailed("confirm-email"), {"password": PASSWORD})
    assert is_in(phone)
    assert is_in(laptop)


def test_a_further_address_is_confirmed_only_by_the_account_itself(alice: User, login: Login) -> None:
    """Else a mistyped address gives the account to a stranger, and a stranger's click gives an intruder an address."""
    client = login("alice")
    give_password(client)
    client.post("/accounts/email/", {"email": HERS, "action_add": ""})
    link = link_mailed("confirm-email")
    stranger = Client()
    assert f"alice wants to use {HERS} ." in words_in(stranger.get(link).content.decode())
    for form in ({}, {"take_over": "1"}, {"password": PASSWORD}):
        assert stranger.post(link, form).headers["Location"] == f"/accounts/login/?next={quote(link)}"
    other = logged_in(make_person("otto"))
    assert other.post(link).headers["Location"] == f"/accounts/login/?next={quote(link)}"
    assert not is_in(other)
    alice.refresh_from_db()
    assert alice.email == "alice@example.org"
    phone = Client()
    phone.post("/accounts/login/", {"login": "alice", "password": PASSWORD, "next": link})
    phone.post(link)
    alice.refresh_from_db()
    assert alice.email == HERS


def test_a_look_at_a_link_logs_nobody_out(intruder: Client, bob: User) -> None:
    browser = Client()
    log_in(browser, bob)
    browser.get(link_mailed("confirm-email"))
    assert is_in(browser)


def test_strangers_do_not_learn_whether_an_address_has_an_account() -> None:
    """A sign-up with it takes the username, logs in, changes the address and ends in the same way."""
    make_person("vera")
    seen: list[tuple[object, ...]] = []
    for address in (HERS, "nobody@example.org"):
        stranger, handle = Client(), f"x{len(seen)}"
        sign_up(stranger, handle, INTRUDERS, address)
        taken = Client().post(
            "/accounts/signup/", {"username": handle, "email": "z@example.org", "password1": PASSWORD}
        )
        back = Client().post("/accounts/login/", {"login": handle, "password": INTRUDERS})
        by_address = Client().post("/accounts/login/", {"login": address, "password": INTRUDERS})
        state = stranger.get("/accounts/confirm-email/state/").json()
        other = {"email": f"other-{handle}@example.org", "password": INTRUDERS}
        changed = stranger.post("/accounts/confirm-email/address/", other)
        errors = "This username is taken." in taken.content.decode(), words_in(by_address.content.decode())
        seen.append((errors, back.headers["Location"], state, changed.headers["Location"]))
    assert seen[0] == seen[1]
    assert "(True, " in str(seen[0])
    assert "use your username" in str(seen[0])


def test_an_account_that_claims_an_address_does_not_learn_that_another_confirms_it(intruder: Client) -> None:
    """Neither a new account nor one that wants to change to the address learns of it."""
    member = logged_in(make_person("otto"))
    member.post("/accounts/reauthenticate/", {"password": PASSWORD})
    cache.clear()
    member.post("/accounts/email/", {"email": HERS, "action_add": ""})

    def seen() -> list[str]:
        pages = (intruder, "/accounts/confirm-email/"), (member, "/accounts/email/")
        return [words_in(browser.get(page).content.decode()) for browser, page in pages]

    seen()
    before = seen()
    assert [HERS in page for page in before] == [True, True]
    vera = Client()
    sign_up(vera, "vera")
    vera.post(link_mailed("confirm-email"))
    assert is_in(vera)
    assert seen() == before


def test_of_many_accounts_that_claim_an_address_one_is_written_to(intruder: Client) -> None:
    """If all were written to, an address could get many emails at the same time."""
    for number in range(3):
        sign_up(Client(), f"evil{number}", INTRUDERS)
    mail.outbox.clear()
    Client().post("/accounts/password/reset/", {"email": HERS})
    assert len(mail.outbox) == 1
    assert "The account evil2 gave this email address." in str(mail.outbox[0].body)


@pytest.mark.parametrize("right", ["is_staff", "is_superuser"])
def test_staff_is_taken_over_by_no_reader_of_a_mail(right: str) -> None:
    """Their rights are not those of a mistyped address."""
    boss = make_person("boss", verified=False)
    User.objects.filter(pk=boss.pk).update(**{right: True})
    own = Client()
    own.post("/accounts/login/", {"login": "boss", "password": PASSWORD})
    own.post("/accounts/confirm-email/again/")
    link = link_mailed("confirm-email")
    for form in ({}, {"take_over": "1"}):
        assert Client().post(link, form).headers["Location"] == f"/accounts/login/?next={quote(link)}"
    boss.refresh_from_db()
    assert (boss.email, boss.check_password(PASSWORD)) == ("", True)
    own.post(link)
    assert is_in(own)


def test_a_link_of_an_opener_is_forgotten_after_a_day(intruder: Client) -> None:
    opened = intruder.session["opened_account"]
    session = intruder.session
    session["opened_account"] = opened | {"at": opened["at"] - timedelta(days=1).total_seconds()}
    session.save()
    assert "in another browser" in words_in(intruder.get(link_mailed("confirm-email")).content.decode())
