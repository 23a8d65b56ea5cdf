"""Logging in by a mailed link, and asking for the confirmation again."""

from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from allauth.account.utils import user_pk_to_url_str
from django.core import mail
from django.core.cache import cache
from django.test import Client
from django.utils import timezone
from time_machine import travel

from accounts.models import User
from accounts.sign_in.mailed_links.login_links import LIFE
from tests.accounts.conftest import is_in, link_mailed
from tests.factories import code_of, log_in_with_code, make_person
from tests.page_texts import words_in
from tests.password import PASSWORD

pytestmark = pytest.mark.django_db

ASK, SENT, CODE = "/accounts/login/link/", "/accounts/login/link/sent/", "/accounts/2fa/authenticate/"
AGAIN, CHECK = "/accounts/confirm-email/again/", "/accounts/confirm-email/"


def ask(address: str, way: str = "") -> None:
    answer = Client().post(f"{ASK}?next={way}", {"email": address}, follow=True)
    assert "If an account has that address" in words_in(answer.content.decode())


def asked(user: User, way: str = "") -> str:
    """Ask for a login link and return the one that is mailed."""
    ask(user.email, way)
    return link_mailed("login/link")


def is_over(link: str) -> bool:
    answer = Client().get(link)
    return answer.status_code == 410 and "This link no longer works" in answer.content.decode()


def test_a_link_logs_in_any_browser_once_and_leads_on(alice: User) -> None:
    assert f'href="{ASK}?next=/leaders/"' in Client().get("/accounts/login/?next=/leaders/").content.decode()
    ask("Alice@example.org", "/leaders/")
    link = link_mailed("login/link")
    browser = Client()
    for _scanner in range(2):
        assert "Your username is alice." in words_in(browser.get(link).content.decode())
    assert not is_in(browser)
    assert browser.post(link).headers["Location"] == "/leaders/"
    assert is_in(browser)
    assert is_over(link)
    assert Client().post(link).status_code == 410


def test_a_link_ends_in_time_and_with_a_new_password(alice: User) -> None:
    link = asked(alice)
    with travel(timezone.now() + LIFE + timedelta(minutes=1), tick=False):
        assert is_over(link)
    assert not is_over(link)
    alice.set_password("another-sound-one")
    alice.save()
    assert is_over(link)


def test_a_link_is_no_other_persons_and_leads_to_no_other_site(alice: User, bob: User) -> None:
    link = asked(alice, "https://evil.example/")
    assert "evil" not in link
    own, others = (user_pk_to_url_str(user) for user in (alice, bob))
    assert is_over(link.replace(f"/{own}-", f"/{others}-"))
    browser = Client()
    browser.force_login(bob)
    assert browser.post(link).headers["Location"] == "/"
    assert browser.session["_auth_user_id"] == str(alice.pk)


def test_two_factor_login_is_still_asked_for(alice: User) -> None:
    log_in_with_code(Client(), alice)
    link = asked(alice, "/leaders/")
    browser = Client()
    assert browser.post(link).headers["Location"].startswith(CODE)
    assert not is_in(browser)
    # The link is used up, though nobody is logged in yet.
    assert is_over(link)
    assert browser.post(CODE, {"code": code_of(alice)}).headers["Location"] == "/leaders/"
    assert is_in(browser)


def test_other_addresses_get_the_same_answer_and_another_mail(alice: User) -> None:
    make_person("carol", verified=False)
    User.objects.filter(pk=alice.pk).update(is_active=False)
    for address in ("carol@example.org", "nobody@example.org", alice.email):
        ask(address)
    none = "No account with this address"
    assert [letter.subject for letter in mail.outbox] == ["Confirm your email address", none, none]


def test_a_link_to_an_account_that_closed_since_opens_nothing(alice: User) -> None:
    link = asked(alice)
    User.objects.filter(pk=alice.pk).update(is_active=False)
    assert is_over(link)


def test_an_address_gets_three_links_in_ten_minutes(alice: User) -> None:
    for _mail in range(3):
        ask(alice.email)
    answer = Client().post(ASK, {"email": alice.email})
    assert "Too many tries." in answer.content.decode()
    assert len(mail.outbox) == 3


@pytest.mark.parametrize("known", ["", "nadia"])
def test_the_confirmation_is_sent_again_but_not_at_once(client: Client, known: str) -> None:
    """An address that has an account gets the same answers."""
    if known:
        make_person(known)
    form = {"username": "new", "email": "nadia@example.org", "password1": PASSWORD}
    page = client.post("/accounts/signup/", form, follow=True).content.decode()
    assert "Send email again" in page
    page = client.post(AGAIN, follow=True).content.decode()
    assert "Wait three minutes before another." in page
    assert len(mail.outbox) == 1
    # Three minutes later.
    cache.clear()
    assert "We sent a link to nadia@example.org." in client.post(AGAIN, follow=True).content.decode()
    first, second = mail.outbox
    assert first.subject == second.subject
    assert EmailAddress.objects.filter(user__handle="new", verified=False).exists()


def test_without_a_sign_up_there_is_nothing_to_send_again(client: Client) -> None:
    assert "Send email again" not in client.get(CHECK).content.decode()
    assert client.post(AGAIN).headers["Location"] == "/accounts/login/"
