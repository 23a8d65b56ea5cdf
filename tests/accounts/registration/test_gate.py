"""Every way to make an account passes one gate."""

from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.errors import AccountReason, AccountRefused
from accounts.models import AuditEntry, Registration, RegistrationLink, SiteState, User, WaitingAccount
from accounts.registration.services import link_end, link_make
from accounts.sign_in.guests import guest_keep
from accounts.site.services import registration_set
from games.errors import Refused
from games.lobby.services import NewGame, game_create
from games.people.guests import guest_open
from games.standing.services import table_create
from tests.accounts.conftest import link_mailed
from tests.accounts.registration.conftest import Choose
from tests.factories import make_person, make_staff
from tests.password import PASSWORD

pytestmark = pytest.mark.django_db

FORM = {"username": "alice", "email": "alice@example.org", "password1": PASSWORD, "time_zone": "Europe/Oslo"}
CLOSED, INVITATION = Registration.CLOSED, Registration.INVITATION


def sign_up(client: Client, name: str = "alice") -> Any:
    return client.post("/accounts/signup/", FORM | {"username": name, "email": f"{name}@example.org"})


def text(answer: Any) -> str:
    return str(answer.content.decode())


def link_of(boss: User, *, most: int = 1) -> RegistrationLink:
    return link_make(actor=boss, name="Club", most=most, days=7, reason="the club’s members")


def address_of(link: RegistrationLink) -> str:
    return reverse("registration_link", args=[link.token])


def test_an_administrator_chooses_who_may_register_and_the_log_says_so(boss: User) -> None:
    registration_set(actor=boss, registration="approval", guests_join=False, reason="a wave of spam")
    state = SiteState.objects.get()
    assert (state.registration, state.guests_join) == ("approval", False)
    entry = AuditEntry.objects.get()
    assert (entry.action, entry.actor, entry.facts) == (
        "site.registration", boss.pk, {"registration": "approval", "guests": False}
    )  # fmt: skip
    with pytest.raises(AccountRefused) as refused:
        registration_set(actor=boss, registration="approval", guests_join=False, reason="again")
    assert refused.value.reason is AccountReason.SAME_REGISTRATION
    for other in (make_staff("mona", "moderator"), make_person("bob")):
        with pytest.raises(PermissionDenied):
            registration_set(actor=other, registration="open", guests_join=True, reason="for my friends")


def test_a_closed_site_says_so_and_takes_nobody(client: Client, boss: User, choose: Choose) -> None:
    link = link_of(boss)
    choose(CLOSED)
    client.get(address_of(link))
    for answer in (client.get("/accounts/signup/"), sign_up(client)):
        assert "Sign-up is closed" in text(answer)
        assert "You can’t create an account here at the moment." in text(answer)
        assert "<form" not in text(answer).partition("entrance-body")[2].partition("</main>")[0]
    assert list(User.objects.values_list("handle", flat=True)) == ["boss"]


def test_only_a_link_lets_people_in_by_invitation_and_only_as_often_as_it_says(boss: User, choose: Choose) -> None:
    choose(INVITATION)
    link = link_of(boss)
    stranger, first, second = Client(), Client(), Client()
    assert "Sign-up is by invitation" in text(stranger.get("/accounts/signup/"))
    assert "Sign-up is by invitation" in text(sign_up(stranger, "mallory"))
    for guest in (first, second):
        assert guest.get(address_of(link))["Location"] == "/accounts/signup/"
        assert "<form" in text(guest.get("/accounts/signup/"))
    sign_up(first, "alice")
    assert "Sign-up is by invitation" in text(sign_up(second, "bob"))
    assert set(User.objects.values_list("handle", flat=True)) == {"boss", "alice"}
    link.refresh_from_db()
    assert link.used == 1
    over = Client().get(address_of(link))
    assert (over.status_code, "This link no longer works" in text(over)) == (410, True)


def test_a_link_ends_in_time_and_by_an_administrator(client: Client, boss: User, choose: Choose) -> None:
    choose(INVITATION)
    ended, expired = link_of(boss), link_of(boss)
    client.get(address_of(ended))
    link_end(actor=boss, link_id=ended.pk, reason="it was shared")
    RegistrationLink.objects.filter(pk=expired.pk).update(ends_at=timezone.now() - timedelta(seconds=1))
    for link in (ended, expired):
        assert client.get(address_of(link)).status_code == 410
    sign_up(client)
    assert not User.objects.filter(handle="alice").exists()
    with pytest.raises(AccountRefused):
        link_end(actor=boss, link_id=ended.pk, reason="again")
    assert [row.action for row in AuditEntry.objects.order_by("id")][-1] == "registration.link_end"


def test_the_database_keeps_a_link_from_being_used_too_often(boss: User) -> None:
    link = link_of(boss)
    with pytest.raises(IntegrityError), transaction.atomic():
        RegistrationLink.objects.filter(pk=link.pk).update(used=2)


def test_a_refused_form_takes_no_place_of_a_link(client: Client, boss: User, choose: Choose) -> None:
    choose(INVITATION)
    make_person("alice")
    link = link_of(boss)
    client.get(address_of(link))
    assert "This username is taken." in text(sign_up(client))
    link.refresh_from_db()
    assert link.used == 0


@pytest.mark.parametrize("mode", [Registration.CLOSED, Registration.INVITATION, Registration.APPROVAL])
def test_guests_join_by_a_members_link_where_the_administrator_lets_them(choose: Choose, mode: Registration) -> None:
    choose(mode)
    assert guest_open(handle="nina", time_zone="UTC", language="en").is_guest
    choose(mode, guests=False)
    with pytest.raises(Refused, match="no_guests"):
        guest_open(handle="olav", time_zone="UTC", language="en")


def test_pages_of_members_links_offer_guests_a_form_only_where_they_may_join(choose: Choose) -> None:
    alice = make_person("alice")
    game = game_create(host=alice, new=NewGame(seats=2))
    table = table_create(owner=alice, new=NewGame(seats=2), goes_on=False, token="")
    ways = [
        (reverse("games:invited", args=[game.invite_token]), reverse("games:join_as_guest", args=[game.invite_token])),
        (
            reverse("games:standing_invited", args=[table.invite_token]),
            reverse("games:standing_guest", args=[table.invite_token]),
        ),
    ]
    for page, _form in ways:
        assert 'name="handle"' in text(Client().get(page))
    choose(Registration.OPEN, guests=False)
    for page, form in ways:
        assert 'name="handle"' not in text(Client().get(page))
        assert "Create an account" in text(Client().get(page))
        refused: Any = Client().post(form, {"handle": "nina", "time_zone": "UTC", "script": ""}, follow=True)
        assert "No more guests can join with this link. Create an account instead." in text(refused)
    assert not User.objects.filter(handle="nina").exists()


@pytest.mark.parametrize("mode", [CLOSED, INVITATION])
def test_a_guest_becomes_a_member_by_the_same_rule(client: Client, boss: User, choose: Choose, mode: str) -> None:
    nina = guest_open(handle="nina", time_zone="UTC", language="en")
    client.force_login(nina, backend="accounts.sign_in.backends.PersonBackend")
    choose(Registration(mode))
    kept = {"email": "nina@example.org", "password": PASSWORD}
    for answer in (client.get("/settings/keep/"), client.post("/settings/keep/", kept)):
        assert "You can keep playing as a guest in this browser." in text(answer)
    with pytest.raises(AccountRefused), transaction.atomic():
        guest_keep.__wrapped__(guest=nina, **kept)  # type: ignore[attr-defined] # inside the test's transaction
    assert not EmailAddress.objects.filter(user=nina).exists()
    link = link_of(boss)
    client.get(address_of(link))
    client.post("/settings/keep/", kept)
    assert EmailAddress.objects.filter(user=nina).exists() is (mode == INVITATION)
    link.refresh_from_db()
    assert link.used == (mode == INVITATION)


def test_a_link_lets_people_in_without_approval(client: Client, boss: User, choose: Choose) -> None:
    choose(Registration.APPROVAL)
    client.get(address_of(link_of(boss)))
    assert "The site team approves new accounts." not in text(client.get("/accounts/signup/"))
    sign_up(client)
    assert User.objects.filter(handle="alice").exists()
    assert not WaitingAccount.objects.exists()
    client.post(link_mailed("/confirm-email/"))
    assert client.get("/settings/").status_code == 200


def test_nobody_is_sent_to_a_closed_sign_up(choose: Choose) -> None:
    """The first page, the page to log in, that of weekly hands, menus, and guests' pages."""
    guest = Client()
    user = guest_open(handle="nina", time_zone="UTC", language="en")
    guest.force_login(user, backend="accounts.sign_in.backends.PersonBackend")
    for mode, is_open in ((INVITATION, True), (CLOSED, False)):
        choose(mode)
        for path in ("/", "/accounts/login/", "/weekly/"):
            menu, _main, main = text(Client().get(path, follow=True)).partition("<main")
            assert ('href="/accounts/signup/"' in main) is is_open
            assert ('href="/accounts/signup/"' in menu) is is_open
        for path in ("/rules/", "/settings/", "/accounts/logout/"):
            menu, _main, main = text(guest.get(path)).partition("<main")
            assert ('href="/settings/keep/"' in main) is is_open
            assert ('href="/settings/keep/"' in menu) is is_open
            assert "Only this browser knows you." in main


def test_pages_for_visitors_ask_no_query_about_registration(
    client: Client, choose: Choose, django_assert_num_queries: Any
) -> None:
    choose(CLOSED)
    with django_assert_num_queries(0):
        client.get("/accounts/signup/")
