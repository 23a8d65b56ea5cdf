"""Claims of addresses that come at the same time."""

from collections.abc import Iterator
from functools import partial

import pytest
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from django.core import mail
from django.test import Client

from accounts.models import User
from accounts.sign_in.mailed_links.address_returns import address_return_offer
from tests.account_mails import leaving_after_requests
from tests.clients import logged_in
from tests.factories import make_person
from tests.password import PASSWORD
from tests.threads import at_once

pytestmark = pytest.mark.django_db(transaction=True)

TIMES = 6


@pytest.fixture(autouse=True)
def worker() -> Iterator[None]:
    with leaving_after_requests():
        yield


def twin(client: Client) -> Client:
    other = Client(raise_request_exception=False)
    other.cookies.update(client.cookies)
    return other


def posts(client: Client, path: str, number: int, **form: str) -> None:
    answer = twin(client).post(path, {"email": f"claim{number}@example.org", **form})
    assert answer.status_code == 302, answer.status_code


def test_a_guest_adds_one_address_however_often_the_form_is_sent() -> None:
    guest = User.objects.create_user(handle="Nina", is_guest=True)
    client = logged_in(guest)
    at_once(*(partial(posts, client, "/settings/keep/", number, password=PASSWORD) for number in range(TIMES)))
    assert EmailAddress.objects.filter(user=guest).count() == 1
    assert [letter.subject for letter in mail.outbox] == ["Confirm your email address"]
    guest.refresh_from_db()
    assert guest.check_password(PASSWORD)


def test_a_member_changes_to_one_address_at_a_time() -> None:
    member = make_person("alice")
    client = logged_in(member)
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    at_once(*(partial(posts, client, "/accounts/email/", number, action_add="") for number in range(TIMES)))
    assert EmailAddress.objects.filter(user=member, verified=False).count() == 1


def test_a_new_account_claims_one_address_at_a_time() -> None:
    client = Client()
    client.post("/accounts/signup/", {"username": "vera", "email": "vera@example.org", "password1": PASSWORD})
    change = "/accounts/confirm-email/address/"
    at_once(*(partial(posts, client, change, number, password=PASSWORD) for number in range(TIMES)))
    assert EmailAddress.objects.filter(user__handle="vera").count() == 1


def test_of_two_accounts_that_confirm_one_address_at_once_one_gets_it() -> None:
    browsers = [Client(raise_request_exception=False) for _number in range(4)]
    links = []
    for number, browser in enumerate(browsers):
        form = {"username": f"vera{number}", "email": "vera@example.org", "password1": PASSWORD}
        browser.post("/accounts/signup/", form)
        claim = EmailAddress.objects.get(user__handle=f"vera{number}")
        links.append(f"/accounts/confirm-email/{EmailConfirmationHMAC(claim).key}/")
    answers: list[int] = []

    def press(browser: Client, link: str) -> None:
        answers.append(browser.post(link).status_code)

    at_once(*(partial(press, browser, link) for browser, link in zip(browsers, links, strict=True)))
    assert sorted(answers)[0] == 302
    assert set(answers[1:]) <= {302, 404, 410}
    assert EmailAddress.objects.filter(verified=True).count() == 1
    assert User.objects.exclude(email="").count() == 1


@pytest.mark.parametrize("_round", range(4))
def test_an_address_comes_back_or_is_confirmed_elsewhere(_round: int) -> None:
    token = address_return_offer(user=make_person("owner"), address="vera@example.org")
    back, vera = Client(raise_request_exception=False), Client(raise_request_exception=False)
    vera.post("/accounts/signup/", {"username": "vera", "email": "vera@example.org", "password1": PASSWORD})
    claim = EmailAddress.objects.get(user__handle="vera")
    links = {
        back: f"/accounts/address-back/{token}/",
        vera: f"/accounts/confirm-email/{EmailConfirmationHMAC(claim).key}/",
    }
    answers: list[int] = []

    def press(browser: Client) -> None:
        answers.append(browser.post(links[browser]).status_code)

    at_once(partial(press, back), partial(press, vera))
    assert sorted(answers) == [302, 410]
    assert EmailAddress.objects.filter(email="vera@example.org", verified=True).count() == 1
