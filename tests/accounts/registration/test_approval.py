"""Accounts that wait for the site team."""

import json
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.core.exceptions import PermissionDenied
from django.test import Client

from accounts.errors import AccountRefused
from accounts.models import AuditEntry, Registration, User, WaitingAccount
from accounts.privacy.export import export_json
from accounts.registration.services import account_approve, account_refuse
from games.people.guests import guest_open
from tests.account_mails import mails_leave
from tests.accounts.conftest import Login, is_in, link_mailed
from tests.accounts.registration.conftest import Choose
from tests.accounts.registration.test_gate import FORM, address_of, link_of, sign_up, text
from tests.factories import log_in_with_code, make_person, make_staff
from tests.password import PASSWORD

pytestmark = pytest.mark.django_db

SIGN_UP = "/accounts/signup/"
LIST = "/admin/accounts/waitingaccount/"
WHY = "Why would you like to join?"


@pytest.fixture
def mona(db: None) -> User:
    return make_staff("mona", "moderator")


@pytest.fixture
def waiting(client: Client, choose: Choose) -> WaitingAccount:
    """Alice has registered in this browser and confirmed her address."""
    choose(Registration.APPROVAL)
    sign_up(client)
    client.post(link_mailed("/confirm-email/"))
    return WaitingAccount.objects.get()


def test_the_form_and_the_pages_after_it_say_that_the_team_decides(client: Client, choose: Choose) -> None:
    choose(Registration.APPROVAL)
    assert "The site team approves new accounts." in text(client.get(SIGN_UP))
    sign_up(client)
    confirmed: Any = client.post(link_mailed("/confirm-email/"), follow=True)
    assert confirmed.redirect_chain[-1][0] == "/accounts/waiting/"
    assert "Your account waits for approval" in text(confirmed)


def test_nobody_gets_in_before_the_team_has_decided(client: Client, waiting: WaitingAccount, login: Login) -> None:
    assert not is_in(client)
    for name in ("alice", "alice@example.org"):
        assert not is_in(login(name))
    page: Any = Client().post("/accounts/login/", {"login": "alice", "password": PASSWORD}, follow=True)
    assert "Your account waits for approval" in text(page)


def test_approved_people_get_an_email_and_log_in(waiting: WaitingAccount, mona: User, login: Login) -> None:
    mail.outbox.clear()
    account_approve(actor=mona, waiting_id=waiting.pk, reason="a neighbour")
    mails_leave()
    [letter] = mail.outbox
    assert (letter.to, letter.subject) == (["alice@example.org"], "Your account is approved")
    assert "/accounts/login/" in str(letter.body)
    assert is_in(login("alice"))
    entry = AuditEntry.objects.order_by("-id")[0]
    assert (entry.action, entry.person, entry.actor) == ("registration.approve", waiting.user_id, mona.pk)
    with pytest.raises(AccountRefused):
        account_approve(actor=mona, waiting_id=waiting.pk, reason="again")


def test_refused_people_read_why_and_their_username_is_free_again(
    client: Client, waiting: WaitingAccount, mona: User, choose: Choose
) -> None:
    mail.outbox.clear()
    account_refuse(actor=mona, waiting_id=waiting.pk, reason="Members of the club only.")
    mails_leave()
    [letter] = mail.outbox
    assert (letter.to, letter.subject) == (["alice@example.org"], "Your account isn’t approved")
    assert "Members of the club only." in str(letter.body)
    assert "/contact/" in str(letter.body)
    assert not User.objects.filter(handle="alice").exists()
    choose(Registration.OPEN)
    sign_up(Client())
    assert User.objects.filter(handle="alice").exists()


def test_the_team_sees_only_confirmed_addresses(client: Client, choose: Choose, mona: User) -> None:
    choose(Registration.APPROVAL)
    sign_up(client)
    waiting = WaitingAccount.objects.get()
    staff = Client()
    log_in_with_code(staff, mona)
    assert "alice" not in text(staff.get(LIST, follow=True))
    with pytest.raises(AccountRefused):
        account_approve(actor=mona, waiting_id=waiting.pk, reason="too early")
    client.post(link_mailed("/confirm-email/"))
    assert "alice" in text(staff.get(LIST, follow=True))
    done = staff.post(f"{LIST}{waiting.pk}/act/approve/", {"reason": "a neighbour"})
    assert done.status_code == 302
    assert not WaitingAccount.objects.exists()


NOTE = "<b>Olav</b> plays here,\r\nand I know the rules."


def test_moderators_read_why_people_want_to_join_until_they_decide(client: Client, choose: Choose, mona: User) -> None:
    assert WHY not in text(client.get(SIGN_UP))
    choose(Registration.APPROVAL)
    assert WHY in text(client.get(SIGN_UP))
    refused = client.post(SIGN_UP, FORM | {"note": "x" * 301})
    assert (refused.status_code, User.objects.filter(handle="alice").exists()) == (200, False)
    client.post(SIGN_UP, FORM | {"note": NOTE})
    client.post(link_mailed("/confirm-email/"))
    staff = Client()
    log_in_with_code(staff, mona)
    waiting = WaitingAccount.objects.get()
    for page in (LIST, f"{LIST}{waiting.pk}/change/"):
        assert "&lt;b&gt;Olav&lt;/b&gt; plays here, and I know the rules." in text(staff.get(page, follow=True))
    exported = json.loads("".join(export_json(waiting.user)))
    assert [row["note"] for row in exported["waiting"]] == ["<b>Olav</b> plays here, and I know the rules."]
    account_approve(actor=mona, waiting_id=waiting.pk, reason="a neighbour")
    assert not WaitingAccount.objects.exists()
    assert "Olav" not in json.dumps(list(AuditEntry.objects.values()), default=str)


def test_a_reason_goes_once_the_reader_of_the_address_takes_the_account_over(client: Client, choose: Choose) -> None:
    choose(Registration.APPROVAL)
    client.post(SIGN_UP, FORM | {"note": NOTE})
    Client().post(link_mailed("/confirm-email/"), {"take_over": "1"})
    assert EmailAddress.objects.get(user__handle="alice").verified
    assert WaitingAccount.objects.get().note == ""


def test_people_with_a_link_and_guests_without_approval_are_asked_nothing(
    client: Client, boss: User, choose: Choose
) -> None:
    choose(Registration.APPROVAL)
    client.get(address_of(link_of(boss)))
    sign_up_page = client.get(SIGN_UP)
    assert (sign_up_page.status_code, WHY in text(sign_up_page)) == (200, False)
    choose(Registration.OPEN)
    guest = guest_open(handle="nina", time_zone="UTC", language="en")
    client.force_login(guest, backend="accounts.sign_in.backends.PersonBackend")
    keep_page = client.get("/settings/keep/")
    assert (keep_page.status_code, WHY in text(keep_page)) == (200, False)


def test_players_and_helpers_decide_nothing(waiting: WaitingAccount) -> None:
    for actor in (make_person("bob"), make_staff("hilda", "helper")):
        for act in (account_approve, account_refuse):
            with pytest.raises(PermissionDenied):
                act(actor=actor, waiting_id=waiting.pk, reason="I know them")
    assert WaitingAccount.objects.exists()


@pytest.fixture
def nina(choose: Choose) -> Client:
    """A guest, in her browser, who has added and confirmed an address."""
    browser = Client()
    user = guest_open(handle="nina", time_zone="UTC", language="en")
    browser.force_login(user, backend="accounts.sign_in.backends.PersonBackend")
    choose(Registration.APPROVAL)
    browser.post("/settings/keep/", {"email": "nina@example.org", "password": PASSWORD, "note": "To play on."})
    said: Any = browser.post(link_mailed("/confirm-email/"), follow=True)
    assert "The site team looks at each new account." in text(said)
    return browser


def test_a_guest_plays_on_until_approved(nina: Client, mona: User) -> None:
    user = User.objects.get(handle="nina")
    assert user.is_guest
    assert is_in(nina)
    assert WaitingAccount.objects.get().note == "To play on."
    account_approve(actor=mona, waiting_id=WaitingAccount.objects.get().pk, reason="plays well")
    user.refresh_from_db()
    assert not user.is_guest


def test_a_refused_guest_plays_on_without_the_address(nina: Client, mona: User) -> None:
    account_refuse(actor=mona, waiting_id=WaitingAccount.objects.get().pk, reason="Not now.")
    mails_leave()
    assert "You can keep playing as a guest" in str(mail.outbox[-1].body)
    user = User.objects.get(handle="nina")
    assert (user.is_guest, user.email, EmailAddress.objects.filter(user=user).count()) == (True, "", 0)
    assert is_in(nina)
    assert "<form" in text(nina.get("/settings/keep/"))


def test_opening_registration_decides_about_nobody(waiting: WaitingAccount, choose: Choose, login: Login) -> None:
    choose(Registration.OPEN)
    assert not is_in(login("alice"))
    sign_up(Client(), "olav")
    assert not WaitingAccount.objects.exclude(user__handle="alice").exists()
    assert FORM["username"] == "alice"
