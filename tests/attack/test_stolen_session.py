"""A thief has a person's login, and perhaps the password: the account stays its owner's."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.decisions.double_accounts import double_merge
from accounts.errors import AccountReason, AccountRefused
from accounts.models import AddressReturn, User
from accounts.privacy.erasure import account_erase
from accounts.sign_in.login_limits import SESSION
from accounts.sign_in.mailed_links.address_returns import LIFE, SUSPECT, address_return, address_returns_forget
from games.models import Preferences, PushSubscription, Webhook
from tests.account_mails import leaving_after_requests
from tests.factories import log_in_with_code, make_person, make_staff
from tests.notices.choices import device_of
from tests.password import PASSWORD

pytestmark = pytest.mark.django_db

THIEF = "thief@example.org"
OWNER = "alice@example.org"


@pytest.fixture(autouse=True)
def worker() -> Iterator[None]:
    """Send emails about accounts after each request."""
    with leaving_after_requests():
        yield


@pytest.fixture
def stolen(alice: User) -> Client:
    """A browser that has alice's login and nothing else."""
    client = Client()
    client.post("/accounts/login/", {"login": "alice", "password": PASSWORD})
    thief = Client()
    thief.cookies["sessionid"] = client.cookies["sessionid"].value
    return thief


def change(client: Client, address: str, password: str = "") -> None:
    """Request another address, after giving the password where one is known."""
    if password:
        client.post("/accounts/reauthenticate/", {"password": password})
    client.post("/accounts/email/", {"email": address, "action_add": ""})


def take(client: Client, address: str = THIEF) -> None:
    """Change the address and confirm it, with the password."""
    change(client, address, PASSWORD)
    client.post(link_to(address, "/accounts/confirm-email/"))


def link_to(address: str, path: str) -> str:
    """The path of the newest link that was mailed to the address."""
    for letter in reversed(mail.outbox):
        found = re.search(rf"https?://[^/\s]+({path}\S+)", str(letter.body))
        if found and letter.to == [address]:
            return found[1]
    raise AssertionError(f"no link to {path} was mailed to {address}")


def way_back(address: str = OWNER) -> str:
    return link_to(address, "/accounts/address-back/")


def addresses(user: User) -> list[tuple[str, bool, bool]]:
    return list(EmailAddress.objects.filter(user=user).values_list("email", "verified", "primary"))


def is_in(client: Client) -> bool:
    return client.get("/settings/").status_code == 200


def told(address: str) -> list[str]:
    return [str(letter.subject) for letter in mail.outbox if letter.to == [address]]


def test_a_login_alone_changes_no_address(stolen: Client, alice: User) -> None:
    assert is_in(stolen)
    answer = stolen.post("/accounts/email/", {"email": THIEF, "action_add": ""})
    assert answer.headers["Location"].startswith("/accounts/reauthenticate/")
    assert addresses(alice) == [(OWNER, True, True)]
    assert told(THIEF) == []


@pytest.mark.parametrize("action", ["action_remove", "action_primary"])
def test_a_login_alone_removes_no_address(stolen: Client, alice: User, action: str) -> None:
    stolen.post("/accounts/email/", {"email": OWNER, action: ""})
    assert addresses(alice) == [(OWNER, True, True)]


def test_with_the_password_a_confirmed_address_is_not_just_taken_away_either(stolen: Client, alice: User) -> None:
    stolen.post("/accounts/reauthenticate/", {"password": PASSWORD})
    stolen.post("/accounts/email/", {"email": OWNER, "action_remove": ""})
    assert addresses(alice) == [(OWNER, True, True)]


def test_guessing_the_password_at_the_prompt_ends_soon_and_for_the_thief_alone(stolen: Client, alice: User) -> None:
    for _guess in range(5):
        stolen.post("/accounts/reauthenticate/", {"password": "wrong"})
    stolen.post("/accounts/reauthenticate/", {"password": PASSWORD})
    change(stolen, THIEF)
    assert addresses(alice) == [(OWNER, True, True)]
    owner = Client()
    owner.post("/accounts/login/", {"login": OWNER, "password": PASSWORD})
    change(owner, "new@example.org", PASSWORD)
    assert ("new@example.org", False, False) in addresses(alice)


def test_so_does_guessing_it_at_a_change_of_the_password(stolen: Client, alice: User) -> None:
    new = {"password1": "another-sound-one", "password2": "another-sound-one"}
    for guess in ("wrong",) * 5 + (PASSWORD,):
        page = stolen.post("/accounts/password/change/", new | {"oldpassword": guess}).content.decode()
    assert "Too many tries." in page
    alice.refresh_from_db()
    assert alice.check_password(PASSWORD)


def test_the_old_address_hears_of_a_change_and_takes_everything_back(stolen: Client, alice: User) -> None:
    take(stolen)
    assert addresses(alice) == [(THIEF, True, True)]
    assert told(OWNER) == ["Your email address was changed"]
    assert THIEF not in mail.outbox[-1].body
    owner = Client()
    form = owner.post(way_back(), follow=True)
    assert addresses(alice) == [(OWNER, True, True)]
    assert not is_in(stolen)
    stolen.post("/accounts/login/", {"login": "alice", "password": PASSWORD})
    assert not is_in(stolen)
    assert "Choose a new password" in form.content.decode()
    new = {"password1": "another-sound-one", "password2": "another-sound-one"}
    owner.post(form.redirect_chain[-1][0], new)
    owner.post("/accounts/login/", {"login": "alice", "password": "another-sound-one"})
    assert is_in(owner)
    assert told(OWNER)[-1] == "Your password was changed"


def test_opening_the_link_changes_nothing(stolen: Client, alice: User) -> None:
    take(stolen)
    page = Client().get(way_back())
    assert "Take address back" in page.content.decode()
    assert addresses(alice) == [(THIEF, True, True)]
    assert is_in(stolen)
    assert Client(enforce_csrf_checks=True).post(way_back()).status_code == 403


def test_the_link_works_once_and_for_fourteen_days(stolen: Client, alice: User) -> None:
    take(stolen)
    link = way_back()
    AddressReturn.objects.update(created_at=timezone.now() - LIFE)
    assert Client().get(link).status_code == 410
    assert Client().post(link).status_code == 410
    AddressReturn.objects.update(created_at=timezone.now() - LIFE + timedelta(hours=1))
    assert Client().post(link).status_code == 302
    assert Client().post(link).status_code == 410
    assert Client().get("/accounts/address-back/guessed/").status_code == 410
    assert addresses(alice) == [(OWNER, True, True)]


def test_a_chain_of_changes_leads_back_to_the_first_and_none_of_it_to_the_thief(stolen: Client, alice: User) -> None:
    take(stolen)
    take(stolen, "second@example.org")
    thiefs = way_back(THIEF)
    Client().post(way_back())
    assert Client().post(thiefs).status_code == 410
    assert addresses(alice) == [(OWNER, True, True)]


def test_the_first_address_takes_it_back_from_the_second_even_after_that_used_its_link(
    stolen: Client, alice: User
) -> None:
    take(stolen)
    take(stolen, "second@example.org")
    Client().post(way_back(THIEF))
    assert addresses(alice) == [(THIEF, True, True)]
    Client().post(way_back())
    assert addresses(alice) == [(OWNER, True, True)]


def test_links_that_the_thief_asked_for_do_not_work(stolen: Client, alice: User) -> None:
    take(stolen)
    Client().post("/accounts/password/reset/", {"email": THIEF})
    reset = link_to(THIEF, "/accounts/password/reset/key/")
    change(stolen, "third@example.org", PASSWORD)
    pending = link_to("third@example.org", "/accounts/confirm-email/")
    Client().post(way_back())
    assert "This link no longer works" in Client().get(reset, follow=True).content.decode()
    assert Client().post(pending).status_code == 404
    assert addresses(alice) == [(OWNER, True, True)]


def test_a_second_factor_of_the_thief_goes_and_an_old_one_stays(stolen: Client, alice: User, bob: User) -> None:
    take(stolen)
    row = AddressReturn.objects.get()
    app = Authenticator.objects.create(user=alice, type=Authenticator.Type.TOTP, data={})
    codes = Authenticator.objects.create(user=alice, type=Authenticator.Type.RECOVERY_CODES, data={})
    Authenticator.objects.filter(pk=app.pk).update(created_at=row.created_at - SUSPECT)
    Client().post(way_back())
    assert list(Authenticator.objects.filter(user=alice)) == [app]
    assert codes.pk != app.pk


def test_staff_keep_theirs(client: Client) -> None:
    mara = make_staff("mara", "moderator")
    log_in_with_code(client, mara)
    take(client)
    Client().post(way_back(mara.email))
    assert Authenticator.objects.filter(user=mara).exists()


def test_an_address_that_another_account_has_confirmed_since_stays_theirs(stolen: Client, alice: User) -> None:
    take(stolen)
    rival = make_person("rival")
    EmailAddress.objects.filter(user=rival).update(email=OWNER)
    assert Client().post(way_back()).status_code == 410
    assert addresses(alice) == [(THIEF, True, True)]
    EmailAddress.objects.filter(user=rival).update(verified=False)
    assert Client().post(way_back()).status_code == 302
    # If the claim disappeared, that would reveal the other account. It confirms nothing.
    assert addresses(rival) == [(OWNER, False, True)]
    assert addresses(alice) == [(OWNER, True, True)]


def test_there_is_no_way_back_to_an_account_that_is_gone(stolen: Client, alice: User) -> None:
    take(stolen)
    link = way_back()
    account_erase(user=alice)
    assert not AddressReturn.objects.exists()
    assert Client().post(link).status_code == 410


def test_nor_to_one_that_was_merged_or_closed(stolen: Client, alice: User, bob: User) -> None:
    boss = make_staff("boss", "administrator")
    take(stolen)
    link = way_back()
    User.objects.filter(pk=alice.pk).update(is_active=False)
    assert Client().post(link).status_code == 410
    User.objects.filter(pk=alice.pk).update(is_active=True)
    double_merge(actor=boss, user=alice, handle="bob", reason="one person")
    assert not AddressReturn.objects.exists()
    with pytest.raises(AccountRefused) as refused:
        address_return(token=link.rsplit("/", 2)[1])
    assert refused.value.reason == AccountReason.LINK_OVER


def test_a_changed_and_a_reset_password_are_told(stolen: Client, alice: User) -> None:
    new = {"password1": "another-sound-one", "password2": "another-sound-one"}
    stolen.post("/accounts/password/change/", new | {"oldpassword": PASSWORD})
    assert told(OWNER) == ["Your password was changed"]
    assert "/accounts/password/reset/" in mail.outbox[-1].body
    Client().post("/accounts/password/reset/", {"email": OWNER})
    owner = Client()
    form = owner.get(link_to(OWNER, "/accounts/password/reset/key/"), follow=True)
    owner.post(form.redirect_chain[-1][0], new)
    assert told(OWNER)[1:] == ["Choose a new password", "Your password was changed"]


def test_the_way_back_ends_what_tells_the_thief_of_games(stolen: Client, alice: User) -> None:
    """Devices, the calendar and new webhooks; an older webhook is the owner's."""
    old = timezone.now() - SUSPECT - timedelta(hours=1)
    for name, at in (("own", old), ("thief's", timezone.now())):
        Webhook.objects.create(user=alice, name=name, kind="json", sealed_address=b"x", hint="x", created_at=at)
    device_of(alice)
    Preferences.objects.update_or_create(user=alice, defaults={"calendar_number": 7})
    take(stolen)
    Client().post(way_back())
    assert [webhook.name for webhook in alice.webhooks.all()] == ["own"]
    assert not PushSubscription.objects.exists()
    assert Preferences.objects.get(user=alice).calendar_number == 0


def test_old_ways_back_are_forgotten(stolen: Client, alice: User) -> None:
    take(stolen)
    assert address_returns_forget() == 0
    AddressReturn.objects.update(created_at=timezone.now() - LIFE)
    address_returns_forget()
    assert not AddressReturn.objects.exists()


def test_passwords_are_limited_in_kid_mode_too(stolen: Client, alice: User) -> None:
    url = reverse("games:kid_mode")
    stolen.post(url, {"on": "1"})
    answers = [
        stolen.post(url, {"on": "0", "password": "wrong"}, REMOTE_ADDR=f"203.0.113.{number}").status_code
        for number in range(SESSION.tries + 2)
    ]
    assert answers == [422] * SESSION.tries + [429] * 2
