"""An address of a deleted account stays closed until its suspension ends."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from django.core import mail
from django.core.cache import cache
from django.test import Client

from accounts.decisions.double_accounts import double_merge
from accounts.decisions.sanctions import sanction_impose, sanction_lift
from accounts.models import HeldAddress, User
from accounts.privacy.erasure import account_erase
from accounts.sign_in.addresses import addresses_release
from tests.accounts.conftest import Login
from tests.factories import make_person, make_staff
from tests.password import PASSWORD

pytestmark = pytest.mark.django_db

CLOSED = "This address can’t be used"
NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
DAY = timedelta(days=1)


@pytest.fixture
def mona(db: None) -> User:
    return make_staff("mona", "moderator")


def sign_up(email: str, handle: str = "newcomer") -> str:
    mail.outbox.clear()
    # Clear the rate limit.
    cache.clear()
    answer = Client().post("/accounts/signup/", {"username": handle, "email": email, "password1": PASSWORD})
    # The page says the same as for a taken address.
    assert answer.headers["Location"] == "/accounts/confirm-email/"
    return str(mail.outbox[-1].subject) if mail.outbox else ""


def test_a_banned_persons_address_opens_no_other_account(alice: User, mona: User) -> None:
    sanction_impose(actor=mona, user=alice, kind="ban", reason="Cheats.")
    account_erase(user=alice)
    assert "alice" not in HeldAddress.objects.get().digest
    for number, email in enumerate(("alice@example.org", "ALICE@Example.org")):
        assert sign_up(email, f"newcomer{number}") == CLOSED
        assert "suspended or banned" in mail.outbox[-1].body
    assert sign_up("other@example.org") == "Confirm your email address"


def test_a_link_from_before_the_decision_confirms_nothing(alice: User, mona: User) -> None:
    """A link of a person who had claimed the address earlier confirms nothing either."""
    assert sign_up("alice@example.org") == "You already have an account"
    claim = EmailAddress.objects.get(user__handle="newcomer")
    sanction_impose(actor=mona, user=alice, kind="ban", reason="Cheats.")
    account_erase(user=alice)
    page = Client().post(f"/accounts/confirm-email/{EmailConfirmationHMAC(claim).key}/", {"password": PASSWORD})
    assert page.status_code == 410
    claim.refresh_from_db()
    assert not claim.verified


def test_the_deletion_page_warns_suspended_people(alice: User, mona: User, login: Login) -> None:
    client, words = login("alice"), "Your email address can’t be used again until"
    assert words not in client.get("/settings/delete/").content.decode()
    sanction_impose(actor=mona, user=alice, kind="suspend", reason="Swore.", days=3)
    assert words in client.get("/settings/delete/").content.decode()


def test_it_does_again_once_the_decision_is_over(alice: User, mona: User) -> None:
    with time_machine.travel(NOON, tick=False):
        sanction_impose(actor=mona, user=alice, kind="suspend", reason="Swore.", days=3)
        account_erase(user=alice)
    with time_machine.travel(NOON + 3 * DAY - timedelta(seconds=1), tick=False):
        addresses_release()
        assert sign_up("alice@example.org", "early") == CLOSED
    with time_machine.travel(NOON + 3 * DAY, tick=False):
        assert sign_up("alice@example.org") == "Confirm your email address"
        addresses_release()
        assert not HeldAddress.objects.exists()
    claim = EmailAddress.objects.get(user__handle="newcomer")
    Client().post(f"/accounts/confirm-email/{EmailConfirmationHMAC(claim).key}/", {"password": PASSWORD})
    assert User.objects.get(handle="newcomer").email == "alice@example.org"


def test_a_decision_that_is_lifted_holds_no_address(alice: User, mona: User) -> None:
    ban = sanction_impose(actor=mona, user=alice, kind="ban", reason="Cheats.")
    account_erase(user=alice)
    sanction_lift(actor=mona, sanction_id=ban.pk, reason="A mistake.")
    assert sign_up("alice@example.org") == "Confirm your email address"


def test_addresses_of_others_are_not_kept(alice: User, bob: User, mona: User) -> None:
    sanction_impose(actor=mona, user=alice, kind="mute", reason="Swore.")
    account_erase(user=alice)
    claimed = make_person("claimed", verified=False)
    sanction_impose(actor=mona, user=claimed, kind="ban", reason="Cheats.")
    account_erase(user=claimed)
    account_erase(user=bob)
    assert not HeldAddress.objects.exists()


def test_addresses_of_merged_accounts_are_held_too(alice: User, bob: User, mona: User) -> None:
    double_merge(actor=make_staff("anna", "administrator"), user=alice, handle="bob", reason="One person.")
    sanction_impose(actor=mona, user=bob, kind="ban", reason="Cheats.")
    account_erase(user=bob)
    for handle in ("alice", "bob"):
        assert sign_up(f"{handle}@example.org", f"new-{handle}") == CLOSED


def test_the_privacy_page_says_so(client: Client) -> None:
    page = client.get("/privacy/").content.decode()
    assert "a hash of your email address stays until that decision ends" in page
