"""Until the address is confirmed, it is shown and can be changed, and the username is free again after a day."""

from datetime import datetime, timedelta

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.core.cache import cache
from django.test import Client
from django.utils import timezone
from time_machine import travel

from accounts.models import User
from accounts.sign_in.unconfirmed.openers import LIFE
from accounts.sign_in.unconfirmed.services import unconfirmed_forget
from games.learning.progress import done_in, note_done
from tests.accounts.conftest import is_in, link_mailed
from tests.factories import make_person
from tests.page_texts import main_of, words_in
from tests.password import PASSWORD

pytestmark = pytest.mark.django_db

PAGE, CHANGE, STATE, GO_ON = (f"/accounts/confirm-email/{part}" for part in ("", "address/", "state/", "go-on/"))
MISTYPED, RIGHT = "vera@exmaple.org", "vera@example.org"


@pytest.fixture
def vera(db: None) -> Client:
    """The browser of Vera, who signed up with a mistyped address on her way to a page."""
    client = Client()
    form = {"username": "vera", "email": MISTYPED, "password1": PASSWORD, "next": "/leaders/"}
    assert client.post("/accounts/signup/", form).headers["Location"] == PAGE
    return client


def said(client: Client) -> str:
    return words_in(client.get(PAGE).content.decode())


def waits(client: Client) -> bool:
    """Whether the address still waits, as the page's script sees it."""
    return bool(client.get(STATE).json()["waiting"])


def claims() -> list[tuple[str, bool]]:
    return list(EmailAddress.objects.values_list("email", "verified"))


def test_the_page_shows_the_address_and_changes_it(vera: Client) -> None:
    assert f"Open the link in the email we sent to {MISTYPED} ." in said(vera)
    first = link_mailed("confirm-email")
    for wrong, why in (
        ({"email": RIGHT}, "This field is required"),
        ({"email": RIGHT, "password": "not-the-one"}, "Wrong password."),
        ({"email": "no address", "password": PASSWORD}, "email address"),
        ({"email": "vera@mailinator.com", "password": PASSWORD}, "Disposable addresses"),
    ):
        answer = vera.post(CHANGE, wrong)
        assert (answer.status_code, why in main_of(answer)) == (422, True), wrong
        assert "<details" in main_of(answer)
        assert " open>" in main_of(answer)
    assert claims() == [(MISTYPED, False)]
    answer = vera.post(CHANGE, {"email": RIGHT.title(), "password": PASSWORD}, follow=True)
    assert f"we sent to {RIGHT}" in words_in(answer.content.decode())
    assert claims() == [(RIGHT, False)]
    assert mail.outbox[-1].to == [RIGHT]
    assert "This link no longer works" in vera.get(first).content.decode()
    assert vera.post(link_mailed("confirm-email")).headers["Location"] == "/leaders/"
    assert is_in(vera)
    assert User.objects.get().email == RIGHT


def test_a_log_in_leads_to_the_same_page(vera: Client) -> None:
    phone = Client()
    answer = phone.post("/accounts/login/", {"login": "vera", "password": PASSWORD}, follow=True)
    assert answer.redirect_chain[-1][0] == PAGE
    assert f"we sent to {MISTYPED}" in said(phone)
    phone.post(CHANGE, {"email": RIGHT, "password": PASSWORD})
    phone.post(link_mailed("confirm-email"))
    assert is_in(phone)


def test_an_account_without_an_address_gives_one(vera: Client) -> None:
    EmailAddress.objects.all().delete()
    phone = Client()
    phone.post("/accounts/login/", {"login": "vera", "password": PASSWORD})
    assert "Confirm your email address first." in said(phone)
    phone.post(CHANGE, {"email": RIGHT, "password": PASSWORD})
    assert claims() == [(RIGHT, False)]


def test_other_browsers_change_nothing(vera: Client) -> None:
    other = Client()
    assert MISTYPED not in said(other)
    assert other.post(CHANGE, {"email": RIGHT, "password": PASSWORD}).headers["Location"] == "/accounts/login/"
    assert other.post(GO_ON).headers["Location"] == PAGE
    assert not waits(other)
    assert claims() == [(MISTYPED, False)]


def test_an_address_that_is_confirmed_in_between_stays(vera: Client) -> None:
    Client().post(link_mailed("confirm-email"), {"password": PASSWORD})
    vera.post(CHANGE, {"email": RIGHT, "password": PASSWORD})
    assert claims() == [(MISTYPED, True)]
    assert "Your email address is confirmed" in said(vera)


def test_the_page_goes_on_once_the_address_is_confirmed_elsewhere(vera: Client) -> None:
    assert waits(vera)
    assert 'href="/accounts/confirm-email/?next=/leaders/"' in main_of(vera.get(PAGE))
    assert vera.post(GO_ON).headers["Location"] == PAGE
    Client().post(link_mailed("confirm-email"), {"password": PASSWORD})
    assert not waits(vera)
    assert f'action="{GO_ON}" data-go-on' in main_of(vera.get(PAGE))
    assert not is_in(vera)
    assert vera.post(GO_ON).headers["Location"] == "/leaders/"
    assert is_in(vera)


def test_the_page_goes_on_in_the_other_tab_of_the_same_browser(vera: Client) -> None:
    vera.post(link_mailed("confirm-email"))
    assert not waits(vera)
    assert vera.get(f"{PAGE}?next=/leaders/").headers["Location"] == "/leaders/"
    assert vera.get(f"{PAGE}?next=https://evil.example/").headers["Location"] == "/"


def test_what_a_visitor_learnt_stays(vera: Client) -> None:
    session = vera.session
    note_done(session, "sets")
    session.save()
    vera.post(link_mailed("confirm-email"))
    assert is_in(vera)
    assert done_in(vera.session) == {"sets"}


def test_it_logs_nobody_in_after_a_new_password(vera: Client) -> None:
    Client().post(link_mailed("confirm-email"), {"take_over": "1"})
    assert not waits(vera)
    assert "Log in with your username to get a new link." in said(vera)
    vera.post(GO_ON)
    assert not is_in(vera)


def later(days: float) -> datetime:
    return timezone.now() + timedelta(days=days)


def test_the_username_is_free_a_day_after_the_last_email(vera: Client) -> None:
    now = timezone.now()
    with travel(now + LIFE / 2, tick=False):
        cache.clear()
        vera.post("/accounts/confirm-email/again/")
        assert len(mail.outbox) == 2
    with travel(now + LIFE + timedelta(minutes=1), tick=False):
        assert unconfirmed_forget() == 0
        assert "Confirm your email address" in Client().get(link_mailed("confirm-email")).content.decode()
    with travel(now + LIFE * 1.5 + timedelta(minutes=1), tick=False):
        assert "This link no longer works" in Client().get(link_mailed("confirm-email")).content.decode()
        assert unconfirmed_forget() == 1
        assert not User.objects.exists()
        form = {"username": "Vera", "email": RIGHT, "password1": PASSWORD}
        assert Client().post("/accounts/signup/", form).headers["Location"] == PAGE
        assert User.objects.get().handle == "Vera"


def test_no_other_account_is_deleted(alice: User) -> None:
    User.objects.create_user(handle="guest", is_guest=True)
    User.objects.create_user(handle="console", email="console@example.org", password=PASSWORD)
    staff = make_person("staff", verified=False)
    User.objects.filter(pk=staff.pk).update(is_staff=True)
    closed = make_person("closed", verified=False)
    User.objects.filter(pk=closed.pk).update(is_active=False)
    once_in = make_person("once", verified=False)
    User.objects.filter(pk=once_in.pk).update(last_login=timezone.now())
    with travel(later(40), tick=False):
        assert unconfirmed_forget() == 0
    make_person("never", verified=False)
    with travel(later(2), tick=False):
        assert unconfirmed_forget() == 1
