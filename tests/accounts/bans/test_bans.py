"""Banned networks and mail domains."""

from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core.exceptions import PermissionDenied
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django.fixtures import Settings

from accounts.bans.selectors import domain_ban, network_ban
from accounts.bans.services import ban_end, ban_make
from accounts.errors import AccountReason, AccountRefused
from accounts.models import FOREVER, AccessBan, AuditEntry, User
from games.lobby.services import NewGame, game_create
from tests.accounts.conftest import Login, is_in, link_mailed
from tests.factories import log_in_with_code, make_person, make_staff
from tests.password import PASSWORD

pytestmark = pytest.mark.django_db

FORM = {"username": "carol", "email": "carol@example.org", "password1": PASSWORD, "time_zone": "Europe/Oslo"}
HERE, ELSEWHERE = "198.51.100.7", "203.0.113.9"


@pytest.fixture
def boss(db: None) -> User:
    return make_staff("boss", "administrator")


def ban(boss: User, value: str, kind: str = "network", days: int | None = 7) -> AccessBan:
    return ban_make(actor=boss, kind=kind, value=value, days=days, reason="spam by boss")


def text(answer: Any) -> str:
    return str(answer.content.decode())


@pytest.mark.parametrize(
    ("network", "address", "found"),
    [
        ("198.51.100.0/24", "198.51.100.255", True),
        ("198.51.100.0/24", "::ffff:198.51.100.1", True),
        ("::ffff:198.51.100.0/120", "198.51.100.1", True),
        ("198.51.100.77/24", "198.51.100.1", True),
        ("198.51.100.0/24", "198.51.101.0", False),
        ("198.51.100.7", "198.51.100.7", True),
        ("198.51.100.7", "198.51.100.8", False),
        ("10.0.0.0/8", "10.255.0.1", True),
        ("2001:db8::/32", "2001:db8:1::5", True),
        ("2001:db8::/32", "2001:db9::5", False),
        ("198.51.100.0/24", "", False),
        ("198.51.100.0/24", "no address", False),
    ],
)
def test_a_network_has_its_addresses_and_no_others(boss: User, network: str, address: str, found: bool) -> None:  # noqa: FBT001 # a table
    ban(boss, network)
    assert (network_ban(address) is not None) is found


@pytest.mark.parametrize(
    ("domain", "address", "found"),
    [
        ("Example.org.", "a@example.org", True),
        ("example.org", "A@MAIL.Example.ORG", True),
        ("*.example.org", "a@example.org", True),
        ("mail.example.org", "a@example.org", False),
        ("example.org", "a@notexample.org", False),
        ("bücher.example", "a@xn--bcher-kva.example", True),
        ("bücher.example", "a@bücher.example", True),
    ],
)
def test_a_domain_has_those_below_it_and_no_others(boss: User, domain: str, address: str, found: bool) -> None:  # noqa: FBT001 # a table
    ban(boss, domain, "domain")
    assert (domain_ban(address) is not None) is found


@pytest.mark.parametrize(
    ("kind", "value", "reason"),
    [
        ("network", "all", AccountReason.NO_NETWORK),
        ("network", "198.51.100.0/33", AccountReason.NO_NETWORK),
        ("network", "0.0.0.0/0", AccountReason.NETWORK_TOO_LARGE),
        ("network", "::/0", AccountReason.NETWORK_TOO_LARGE),
        ("network", "::ffff:0:0/96", AccountReason.NETWORK_TOO_LARGE),
        ("network", "192.0.2.0/24", AccountReason.NETWORK_OF_PROXY),
        ("network", "192.0.2.1", AccountReason.NETWORK_OF_PROXY),
        ("network", "203.0.113.0/24", AccountReason.OWN_NETWORK),
        ("domain", "org", AccountReason.NO_DOMAIN),
        ("domain", "two words.org", AccountReason.NO_DOMAIN),
        ("domain", "", AccountReason.NO_DOMAIN),
        ("domain", f"{'x' * 300}.org", AccountReason.NO_DOMAIN),
    ],
)
def test_no_ban_shuts_out_everyone_the_proxy_or_its_administrator(
    boss: User, settings: Settings, kind: str, value: str, reason: AccountReason
) -> None:
    settings.TRUSTED_PROXIES = ["192.0.2.0/28"]
    with pytest.raises(AccountRefused) as refused:
        ban_make(actor=boss, kind=kind, value=value, days=1, reason="x", own_address=f"::ffff:{ELSEWHERE}")
    assert refused.value.reason is reason
    assert not AccessBan.objects.exists()


def test_bans_end_in_time_or_by_an_administrator_and_are_logged(boss: User) -> None:
    first = ban(boss, "198.51.100.0/24")
    with pytest.raises(AccountRefused) as refused:
        ban(boss, "198.51.100.9/24", days=6)
    assert refused.value.reason is AccountReason.HOLDS_ALREADY
    longer = ban(boss, "198.51.100.0/24", days=None)
    assert (longer.ends_at, longer.reason) == (FOREVER, f"spam by @#{boss.pk}")
    assert network_ban(HERE) == longer
    ban_end(actor=boss, ban_id=longer.pk, reason="they moved")
    assert network_ban(HERE) == first
    with pytest.raises(AccountRefused):
        ban_end(actor=boss, ban_id=longer.pk, reason="again")
    AccessBan.objects.filter(pk=first.pk).update(ends_at=timezone.now() - timedelta(seconds=1))
    assert network_ban(HERE) is None
    assert [row.action for row in AuditEntry.objects.order_by("id")] == ["ban.make", "ban.make", "ban.end"]
    for other in (make_staff("mona", "moderator"), make_person("bob")):
        with pytest.raises(PermissionDenied):
            ban(other, "198.51.100.0/24")
        with pytest.raises(PermissionDenied):
            ban_end(actor=other, ban_id=first.pk, reason="x")


def test_nobody_comes_in_from_a_banned_network_and_everyone_still_reads(boss: User, alice: User) -> None:
    ban(boss, "198.51.100.0/24")
    game = game_create(host=alice, new=NewGame(seats=2))
    here, there = Client(REMOTE_ADDR=HERE), Client(REMOTE_ADDR=ELSEWHERE)
    login = {"login": "alice", "password": PASSWORD}
    seat = reverse("games:join_as_guest", args=[game.invite_token])
    for way, form in (
        ("/accounts/login/", login),
        ("/accounts/signup/", FORM),
        (seat, {"handle": "nina", "time_zone": "UTC", "script": ""}),
    ):
        answer = here.post(way, form)
        assert answer.status_code == 403
        assert "You can’t log in or create an account from your network." in text(answer)
        assert "This applies until" in text(answer)
        assert here.get(way).status_code in (200, 302)
    asked = here.post("/accounts/login/", login, headers={"accept": "application/json"})
    assert asked.json()["error"] == "network_banned"
    assert set(User.objects.values_list("handle", flat=True)) == {"boss", "alice"}
    there.post("/accounts/login/", login)
    assert is_in(there)


def test_logged_in_people_play_on_and_programs_too(
    boss: User, alice: User, django_assert_num_queries: Any, login: Login
) -> None:
    ban(boss, "198.51.100.0/24")
    client = login("alice")
    assert is_in(client)
    answer = client.post("/settings/", {"time_zone": "Europe/Oslo", "language": "de"}, REMOTE_ADDR=HERE)
    assert answer.status_code == 302
    program = Client(REMOTE_ADDR=HERE).post("/api/v1/games", {}, content_type="application/json")
    assert program.status_code == 401
    with django_assert_num_queries(1):
        assert Client(REMOTE_ADDR=HERE).post("/accounts/login/", {}).status_code == 403


def test_addresses_of_a_banned_domain_are_refused_in_words(client: Client, boss: User, alice: User) -> None:
    ban(boss, "example.org", "domain")
    words = "This email provider doesn’t work here. Use another address."
    assert words in text(client.post("/accounts/signup/", FORM))
    assert not User.objects.filter(handle="carol").exists()
    client.post("/accounts/login/", {"login": "alice", "password": PASSWORD})
    assert is_in(client), "people who are there already stay"
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    assert words in text(client.post("/accounts/email/", {"action_add": "", "email": "new@mail.example.org"}))
    assert client.post("/accounts/email/", {"action_add": "", "email": "new@example.net"}).status_code == 302


def test_an_address_that_waits_is_not_confirmed_once_its_domain_is_banned(client: Client, boss: User) -> None:
    client.post("/accounts/signup/", FORM)
    ban(boss, "example.org", "domain")
    refused: Any = client.post(link_mailed("/confirm-email/"))
    assert refused.status_code == 410
    assert not EmailAddress.objects.filter(user__handle="carol", verified=True).exists()
    assert not is_in(client)


def test_an_administrator_bans_in_the_admin(client: Client, boss: User) -> None:
    log_in_with_code(client, boss)
    way, form = "/admin/accounts/accessban/", {"kind": "network", "value": "198.51.100.0/24", "days": "", "reason": "x"}
    own = client.post(f"{way}add/", form | {"value": "127.0.0.0/8"})
    assert (own.status_code, "Your own address is in this network." in text(own)) == (422, True)
    assert client.post(f"{way}add/", form).status_code == 302
    made = AccessBan.objects.get()
    assert "198.51.100.0/24" in text(client.get(way, {"applies": "yes"}, follow=True))
    assert client.post(f"{way}{made.pk}/act/end/", {"reason": "over"}).status_code == 302
    assert network_ban(HERE) is None
