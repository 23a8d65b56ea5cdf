"""Emails that anyone can cause to an address: a stranger who requests them keeps none from the address's owner."""

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from accounts.models import NetworkTrace, User
from accounts.sign_in.mailed_links.mail_limits import ELSEWHERE, LINKS, NETWORK
from tests.accounts.conftest import Login, give_password, is_in, link_mailed
from tests.clients import log_in
from tests.page_texts import words_in
from tests.password import PASSWORD

pytestmark = pytest.mark.django_db

AGAIN, CHECK, CHANGE = (f"/accounts/confirm-email/{part}" for part in ("again/", "", "address/"))
LINK, RESET, EMAIL = "/accounts/login/link/", "/accounts/password/reset/", "/accounts/email/"
ADDRESS = "nadia@example.org"
JUST_NOW, TODAY = "Wait three minutes before another.", "Too many emails to this address today."


def at(network: str) -> Client:
    return Client(REMOTE_ADDR=network)


@pytest.fixture
def owner() -> Client:
    return at("198.51.100.7")


@pytest.fixture
def stranger() -> Client:
    return at("203.0.113.9")


def sign_up(client: Client, name: str, address: str = ADDRESS) -> str:
    form = {"username": name, "email": address, "password1": PASSWORD}
    return client.post("/accounts/signup/", form, follow=True).content.decode()


def again(client: Client) -> str:
    return client.post(AGAIN, follow=True).content.decode()


def ask(client: Client, page: str, address: str = ADDRESS) -> str:
    return client.post(page, {"email": address}, follow=True).content.decode()


def test_a_stranger_who_has_just_asked_keeps_no_confirmation_away(owner: Client, stranger: Client) -> None:
    sign_up(stranger, "stranger")
    sign_up(owner, "nadia")
    assert len(mail.outbox) == 2
    owner.post(link_mailed("confirm-email"))
    assert is_in(owner)


def test_the_wait_is_the_accounts_own(owner: Client, stranger: Client) -> None:
    sign_up(owner, "nadia")
    sign_up(stranger, "stranger")
    assert JUST_NOW in again(owner)
    # Three minutes later.
    cache.clear()
    assert JUST_NOW not in again(stranger)
    assert f"We sent a link to {ADDRESS}." in again(owner)
    assert len(mail.outbox) == 4


def ask_all_day(client: Client) -> str:
    """Request emails by as many accounts and links as it takes; return the last answer."""
    for number in range(NETWORK.tries):
        sign_up(client, f"stranger{number}")
    assert len(mail.outbox) == NETWORK.tries
    return sign_up(client, "another")


def test_a_stranger_uses_up_only_their_own_share_of_a_day(owner: Client, stranger: Client) -> None:
    assert TODAY in ask_all_day(stranger)
    assert not User.objects.filter(handle="another").exists(), "an account that cannot be confirmed"
    for page in (LINK, RESET):
        assert TODAY in ask(stranger, page)
    # This holds for all addresses in the stranger's network.
    assert TODAY in sign_up(at("203.0.113.200"), "another")
    sign_up(owner, "nadia")
    owner.post(link_mailed("confirm-email"))
    assert is_in(owner)
    for page in (LINK, RESET):
        assert TODAY not in ask(at("198.51.100.7"), page)
    assert len(mail.outbox) == NETWORK.tries + 3


def test_a_network_of_many_addresses_is_one() -> None:
    assert TODAY in ask_all_day(at("2001:db8:1:1::1"))
    assert TODAY in sign_up(at("2001:db8:1:2::1"), "another")
    assert TODAY not in sign_up(at("2001:db8:2:1::1"), "another")


def test_strangers_in_the_same_network_keep_nothing_from_the_owners_browser(alice: User, login: Login) -> None:
    own, other = login("alice"), Client()
    own.post("/accounts/logout/")
    for page in (LINK, RESET):
        for _mail in range(LINKS.tries):
            ask(other, page, alice.email)
        assert "Too many tries." in ask(other, page, alice.email)
        assert "Too many tries." not in ask(own, page, alice.email)
    assert len(mail.outbox) == 2 * LINKS.tries + 2


def test_all_strangers_together_fill_no_mailbox_and_keep_nothing_from_the_owners_networks(alice: User) -> None:
    for number in range(ELSEWHERE.tries):
        ask(at(f"203.0.{number}.1"), LINK, alice.email)
    assert TODAY in ask(at("203.1.0.1"), LINK, alice.email)
    assert len(mail.outbox) == ELSEWHERE.tries
    now = timezone.now()
    NetworkTrace.objects.create(user=alice, address="198.51.100.7", first_seen_at=now, last_seen_at=now)
    assert TODAY not in ask(at("198.51.100.7"), LINK, alice.email)


def test_a_new_address_that_can_be_mailed_no_more_leaves_the_former_claim(owner: Client) -> None:
    sign_up(owner, "nadia", "nadia@exmaple.org")
    for number in range(NETWORK.tries):
        sign_up(owner, f"other{number}")
    assert TODAY in owner.post(CHANGE, {"email": ADDRESS, "password": PASSWORD}).content.decode()
    assert EmailAddress.objects.filter(user__handle="nadia", email="nadia@exmaple.org").exists()


def test_a_log_in_says_nothing_of_an_email_that_has_just_gone(owner: Client) -> None:
    sign_up(owner, "nadia")
    phone = at("198.51.100.99")
    page = phone.post("/accounts/login/", {"login": "nadia", "password": PASSWORD}, follow=True).content.decode()
    assert ADDRESS in page
    assert JUST_NOW not in page
    assert len(mail.outbox) == 1


def test_a_change_of_address_says_that_an_email_has_just_gone(client: Client, alice: User) -> None:
    log_in(client, alice)
    give_password(client)
    new = {"email": "new@example.org"}
    page = client.post(EMAIL, {**new, "action_add": ""}, follow=True).content.decode()
    assert "We sent a link to new@example.org." in page
    page = client.post(EMAIL, {**new, "action_send": ""}, follow=True).content.decode()
    assert JUST_NOW in page
    assert "We sent a link" not in page
    assert len(mail.outbox) == 1


def test_an_address_that_an_account_claims_is_told_by_no_page(owner: Client, stranger: Client) -> None:
    sign_up(owner, "nadia")
    cache.clear()
    known, unknown = (words_in(ask(stranger, LINK, address)) for address in (ADDRESS, "no@example.org"))
    assert known == unknown
    assert EmailAddress.objects.get().email == ADDRESS
