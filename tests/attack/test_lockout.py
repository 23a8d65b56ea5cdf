"""Strangers try passwords and codes at a public username: they lock out themselves, never its owner."""

from __future__ import annotations

from datetime import timedelta

import pytest
from allauth.mfa.adapter import get_adapter
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import (
    format_hotp_value,
    generate_totp_secret,
    hotp_value,
    yield_hotp_counters_from_time,
)
from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.core.cache import cache
from django.http import HttpRequest
from django.test import Client, RequestFactory
from django.utils import timezone
from redis import Redis

from accounts.models import NetworkTrace, User
from accounts.sign_in.devices import COOKIE
from accounts.sign_in.login_limits import (
    CODES_ELSEWHERE,
    DEVICE,
    ELSEWHERE,
    NETWORK,
    NETWORK_ALL,
    Limit,
    Tries,
    code_tries,
    login_tries,
)
from tests.embedded.running import wait_until
from tests.password import PASSWORD

pytestmark = pytest.mark.django_db

HOME = "198.51.100.7"
TOO_MANY = "Too many tries."


def at(network: str, device: str = "") -> Client:
    """A fresh browser in a network, with a cookie of an earlier login where there is one."""
    client = Client(REMOTE_ADDR=network)
    if device:
        client.cookies[COOKIE] = device
    return client


def log_in(client: Client, password: str, name: str = "alice") -> str:
    """Try to log in; the page that is shown, empty where it leads on."""
    return client.post("/accounts/login/", {"login": name, "password": password}).content.decode()


def is_in(client: Client) -> bool:
    return SESSION_KEY in client.session


def network_of_stranger(number: int) -> str:
    return f"203.0.{number // 200}.{number % 200 + 1}"


def stranger(number: int) -> Client:
    """A browser in its own network."""
    return at(network_of_stranger(number))


def storm(tries: int, name: str = "alice", network: str = "", device: str = "") -> None:
    """Try so often at one name, in one network or each time from another: by what counts tries, without the pages
    around it. Tries from different networks meet in the last count alone.
    """
    counted = login_tries(tried_in(network or network_of_stranger(0), device), name)
    if not network:
        counted._limits = counted._limits[-1:]
    for _try in range(tries):
        counted.begin()


def tried_in(network: str, device: str = "") -> HttpRequest:
    request = RequestFactory().post("/accounts/login/", REMOTE_ADDR=network)
    request.session = SessionStore()
    request.COOKIES[COOKIE] = device
    return request


@pytest.fixture
def device(alice: User) -> str:
    """The cookie that a browser has after a login of alice's."""
    client = at(HOME)
    log_in(client, PASSWORD)
    assert is_in(client)
    return client.cookies[COOKIE].value


def test_a_stranger_locks_out_the_own_network_alone(alice: User) -> None:
    thief = at("203.0.113.9")
    pages = [log_in(thief, "wrong") for _guess in range(NETWORK.tries + 1)]
    assert [TOO_MANY in page for page in pages] == [False] * NETWORK.tries + [True]
    assert TOO_MANY in log_in(at("203.0.113.9"), PASSWORD)
    owner = at(HOME)
    log_in(owner, PASSWORD)
    assert is_in(owner)


def test_many_strangers_together_stay_slow_and_reach_neither_device_nor_network(alice: User, device: str) -> None:
    NetworkTrace.objects.create(
        user=alice, address="192.0.2.1", first_seen_at=timezone.now(), last_seen_at=timezone.now()
    )
    storm(ELSEWHERE.tries - 1)
    pages = [log_in(stranger(number), "wrong") for number in (ELSEWHERE.tries - 1, ELSEWHERE.tries)]
    assert [TOO_MANY in page for page in pages] == [False, True]
    # A stranger with the right password has to wait as well, which is what makes guessing slow.
    assert TOO_MANY in log_in(at("203.0.113.200"), PASSWORD)
    for owner in (at("203.0.113.201", device), at("192.0.2.1")):
        log_in(owner, PASSWORD)
        assert is_in(owner)


def test_a_device_is_known_in_the_strangers_own_network_too(alice: User, device: str) -> None:
    storm(NETWORK_ALL.tries + 1, network="203.0.113.9")
    assert TOO_MANY in log_in(at("203.0.113.9"), PASSWORD)
    owner = at("203.0.113.9", device)
    log_in(owner, PASSWORD)
    assert is_in(owner)


def test_a_device_that_guesses_is_held_up_by_itself(alice: User, device: str) -> None:
    storm(DEVICE.tries - 1, device=device)
    pages = [log_in(at(f"192.0.2.{number}", device), "wrong") for number in range(2)]
    assert [TOO_MANY in page for page in pages] == [False, True]
    assert TOO_MANY not in log_in(stranger(0), "wrong")


def test_a_device_of_another_person_or_a_made_up_one_is_unknown(alice: User, bob: User, device: str) -> None:
    for number, forged in enumerate((device, device[:-2] + "xx", "made-up")):
        storm(NETWORK.tries, "bob", network_of_stranger(number), forged)
        assert TOO_MANY in log_in(at(network_of_stranger(number), forged), "wrong", "bob")


def test_a_browser_may_be_several_peoples(alice: User, bob: User, device: str) -> None:
    shared = at(HOME, device)
    log_in(shared, PASSWORD, "bob")
    both = shared.cookies[COOKIE].value
    storm(ELSEWHERE.tries)
    storm(ELSEWHERE.tries, "bob")
    for name in ("alice", "bob"):
        owner = at("203.0.113.222", both)
        log_in(owner, PASSWORD, name)
        assert is_in(owner)


def test_unknown_names_are_counted_alike(db: None) -> None:
    thief = at("203.0.113.9")
    pages = [TOO_MANY in log_in(thief, "wrong", "nobody") for _guess in range(NETWORK.tries + 1)]
    assert pages == [False] * NETWORK.tries + [True]


@pytest.mark.parametrize("left", [-1, 0])
def test_a_count_that_lost_its_end_gets_one(left: int) -> None:
    tries = Tries([("a name", Limit(5, 1))])
    tries.begin()
    [key] = [key for key, _limit in tries._limits]
    cache.set(key, left, None)
    tries.begin()
    assert cache.get(key) == left + 1
    wait_until(lambda: cache.get(key) is None, "the end of the count")


def test_other_spellings_of_a_name_are_no_fresh_start(alice: User) -> None:
    User.objects.create_user("Kimsis", "kimsis@odin.invalid", PASSWORD)
    spellings = ("kimsis", "KIMSIS", "k\u0131msis", "kim\u017fis", "kims\u0131\u017f", " kimsi\u017f")
    pages = [TOO_MANY in log_in(at("203.0.113.9"), "wrong", spelling) for spelling in spellings]
    assert pages == [False] * NETWORK.tries + [True]


def test_one_network_guesses_at_many_names_no_faster(alice: User) -> None:
    thief = at("203.0.113.9")
    for number in range(NETWORK_ALL.tries - 1):
        storm(1, f"guess{number}", "203.0.113.9")
    assert [TOO_MANY in log_in(thief, "wrong", name) for name in ("one more", "and another")] == [False, True]


def test_ipv6_networks_count_by_their_first_half(alice: User) -> None:
    for number in range(NETWORK.tries):
        storm(1, network=f"2001:db8:1:2::{number}")
    assert TOO_MANY in log_in(at(f"2001:db8:1:2::{NETWORK.tries}"), "wrong")
    assert TOO_MANY not in log_in(at("2001:db8:1:3::1"), "wrong")


def test_a_right_password_costs_no_try(alice: User) -> None:
    """Name and network each have one try left, and keep it."""
    storm(NETWORK.tries - 1, network=HOME)
    for name in range(NETWORK_ALL.tries - NETWORK.tries):
        storm(1, f"guess{name}", HOME)
    for _login in range(2):
        client = at(HOME)
        log_in(client, PASSWORD)
        assert is_in(client)


def test_a_password_chosen_by_mail_opens_the_way_at_once(alice: User, mailoutbox: list[object]) -> None:
    from tests.account_mails import leaving_after_requests
    from tests.accounts.conftest import link_mailed

    storm(ELSEWHERE.tries)
    owner = at("192.0.2.77")
    assert TOO_MANY in log_in(owner, PASSWORD)
    with leaving_after_requests():
        owner.post("/accounts/password/reset/", {"email": alice.email})
    form = owner.get(link_mailed("password/reset/key"), follow=True)
    new = {"password1": "another-sound-one", "password2": "another-sound-one"}
    owner.post(form.redirect_chain[-1][0], new)
    storm(ELSEWHERE.tries)
    log_in(owner, "another-sound-one")
    assert is_in(owner)


def code_of(app: Authenticator) -> str:
    secret = get_adapter().decrypt(app.data["secret"])
    counter = next(iter(yield_hotp_counters_from_time()))
    return str(format_hotp_value(hotp_value(secret, counter)))


@pytest.fixture
def app(alice: User, device: str) -> Authenticator:
    """The two-factor login of alice, whose password is known to strangers."""
    secret = get_adapter().encrypt(generate_totp_secret())
    app: Authenticator = Authenticator.objects.create(user=alice, type=Authenticator.Type.TOTP, data={"secret": secret})
    return app


def test_codes_are_limited_like_passwords(app: Authenticator, device: str) -> None:
    def guess(client: Client) -> str:
        log_in(client, PASSWORD)
        return client.post("/accounts/2fa/authenticate/", {"code": "000000"}).content.decode()

    for number in range(CODES_ELSEWHERE.tries - 2):
        code_tries(tried_in(network_of_stranger(number)), app.user).begin()
    pages = [TOO_MANY in guess(stranger(CODES_ELSEWHERE.tries - 2 + number)) for number in range(4)]
    assert pages == [False] * 2 + [True] * 2
    owner = at("203.0.113.222", device)
    log_in(owner, PASSWORD)
    owner.post("/accounts/2fa/authenticate/", {"code": code_of(app)})
    assert is_in(owner)


def test_a_stolen_login_that_tries_codes_keeps_the_owner_from_nothing(
    app: Authenticator, alice: User, device: str
) -> None:
    thief = at("203.0.113.9")
    thief.force_login(alice, backend="accounts.sign_in.backends.PersonBackend")
    for _guess in range(8):
        page = thief.post("/accounts/2fa/reauthenticate/", {"code": "000000"}).content.decode()
    assert TOO_MANY in page
    owner = at(HOME)
    owner.force_login(alice, backend="accounts.sign_in.backends.PersonBackend")
    assert owner.post("/accounts/2fa/reauthenticate/", {"code": code_of(app)}).status_code == 302


def test_counts_end_in_time(alice: User) -> None:
    log_in(at("203.0.113.9"), "wrong")
    storm(NETWORK.tries, network="203.0.113.9")
    with Redis.from_url(settings.REDIS_URL) as redis:
        lifes = [redis.ttl(key) for key in redis.keys("*tries:*")]
    assert len(lifes) == 3
    assert all(0 < life <= timedelta(hours=1).total_seconds() for life in lifes)
