"""A new email address counts once confirmed."""

from typing import Any

import pytest
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from django.core import mail
from django.test import Client

from accounts.models import User
from tests.accounts.conftest import Login, give_password, link_mailed
from tests.factories import make_person

pytestmark = pytest.mark.django_db

NEW = "new@example.org"


def change(client: Client, address: str) -> Any:
    give_password(client)
    return client.post("/accounts/email/", {"email": address, "action_add": ""}, follow=True)


def addresses(user: User) -> list[tuple[str, bool]]:
    return list(EmailAddress.objects.filter(user=user).order_by("pk").values_list("email", "verified"))


def test_the_old_address_stays_until_the_new_one_is_confirmed(alice: User, login: Login) -> None:
    client = login("alice")
    change(client, NEW)
    alice.refresh_from_db()
    assert alice.email == "alice@example.org"
    assert addresses(alice) == [("alice@example.org", True), (NEW, False)]
    client.post(link_mailed("confirm-email"))
    alice.refresh_from_db()
    assert alice.email == NEW
    assert addresses(alice) == [(NEW, True)]


def test_an_address_that_another_account_has_confirmed_stays_theirs(alice: User, bob: User, login: Login) -> None:
    client = login("alice")
    answer = change(client, bob.email)
    assert "belongs" not in answer.content.decode()
    assert [(letter.to, letter.subject) for letter in mail.outbox] == [([bob.email], "You already have an account")]
    claim = EmailAddress.objects.get(user=alice, verified=False)
    assert client.post(f"/accounts/confirm-email/{EmailConfirmationHMAC(claim).key}/").status_code == 410
    for user in (alice, bob):
        user.refresh_from_db()
    assert (alice.email, bob.email) == ("alice@example.org", "bob@example.org")
    assert addresses(bob) == [("bob@example.org", True)]


def test_confirming_by_mail_wins_a_claimed_address(alice: User, login: Login) -> None:
    claimant = make_person("claimant", verified=False)
    client = login("alice")
    change(client, "claimant@example.org")
    client.post(link_mailed("confirm-email"))
    alice.refresh_from_db()
    claimant.refresh_from_db()
    assert (alice.email, claimant.email) == ("claimant@example.org", "")
    assert addresses(claimant) == [("claimant@example.org", False)]


def test_ones_own_address_is_no_new_one(alice: User, login: Login) -> None:
    assert "That’s already your email address." in change(login("alice"), alice.email).content.decode()
    assert not mail.outbox
