"""Codes from an app; the admin requires them."""

from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value
from allauth.mfa.utils import decrypt
from cryptography.fernet import Fernet
from django.core import mail
from django.db import DEFAULT_DB_ALIAS, connection
from django.test import Client, override_settings
from django.test.utils import CaptureQueriesContext
from time_machine import travel

from accounts.models import User
from accounts.staff.roles import roles_write
from tests.factories import code_of, log_in_with_code, make_person, make_staff
from tests.password import PASSWORD

pytestmark = pytest.mark.django_db

ACTIVATE, CODE, AGAIN = "/accounts/2fa/totp/activate/", "/accounts/2fa/authenticate/", "/accounts/2fa/reauthenticate/"
NOW = 1_800_000_000


def code(secret: str, at: int) -> str:
    return str(format_hotp_value(hotp_value(secret, at // 30)))


def log_in(client: Client, user: User, way: str = "") -> Any:
    return client.post("/accounts/login/", {"login": user.handle, "password": PASSWORD, "next": way})


def give_password_again(client: Client, way: str) -> None:
    answer = client.post("/accounts/reauthenticate/", {"password": PASSWORD, "next": way})
    assert answer.headers["Location"] == way


@pytest.fixture
def staff(db: None) -> User:
    return make_staff("mara", "moderator")


@pytest.mark.django_db(transaction=True)
@travel(NOW, tick=False)
def test_staff_are_led_to_set_it_up_and_then_let_in(client: Client) -> None:
    roles_write(DEFAULT_DB_ALIAS)
    staff = make_staff("mara", "moderator")
    answer = client.get("/admin/games/game/", follow=True)
    assert answer.redirect_chain[-1][0].startswith("/accounts/login/")
    log_in(client, staff)
    answer = client.get("/admin/games/game/", follow=True)
    assert answer.redirect_chain[-2][0] == ACTIVATE
    assert answer.redirect_chain[-1][0].startswith("/accounts/reauthenticate/")
    assert "Staff pages need two-factor login." in answer.content.decode()
    give_password_again(client, ACTIVATE)
    page = client.get(ACTIVATE)
    secret = page.context["form"].secret
    assert secret in page.content.decode()
    wrong = client.post(ACTIVATE, {"code": code(secret, NOW - 600)})
    assert "Wrong or expired code." in wrong.content.decode()
    assert client.get("/admin/games/game/").status_code == 302
    mail.outbox.clear()
    client.post(ACTIVATE, {"code": code(secret, NOW)})
    assert [(letter.subject, letter.to) for letter in mail.outbox] == [("Two-factor login is on", [staff.email])]
    done = client.get("/accounts/2fa/recovery-codes/")
    assert len(done.context["unused_codes"]) == 10
    assert "I’ve saved them" in done.content.decode()
    assert client.get("/admin/games/game/").status_code == 200


@pytest.mark.django_db(transaction=True)
@travel(NOW, tick=False)
def test_setting_it_up_ends_all_other_logins(client: Client) -> None:
    alice, bob = make_person("alice"), make_person("bob")
    thief, bobs = Client(), Client()
    log_in(thief, alice)
    log_in(bobs, bob)
    log_in(client, alice)
    give_password_again(client, ACTIVATE)
    secret = client.get(ACTIVATE).context["form"].secret
    assert [browser.get("/settings/").status_code for browser in (thief, bobs, client)] == [200] * 3
    client.post(ACTIVATE, {"code": code(secret, NOW)})
    assert [browser.get("/settings/").status_code for browser in (thief, bobs, client)] == [302, 200, 200]
    assert len(client.get("/accounts/2fa/recovery-codes/").context["unused_codes"]) == 10


@pytest.mark.parametrize(
    "path", ["recovery-codes/", "recovery-codes/generate/", "recovery-codes/download/", "totp/deactivate/"]
)
@travel(NOW, tick=False)
def test_the_password_alone_neither_shows_nor_changes_it(client: Client, staff: User, path: str) -> None:
    owner, way = Client(), f"/accounts/2fa/{path}"
    log_in(client, staff)
    log_in_with_code(owner, staff)
    give_password_again(owner, "/accounts/2fa/recovery-codes/generate/")
    owner.post("/accounts/2fa/recovery-codes/generate/")
    before = list(Authenticator.objects.values("pk", "data"))
    give_password_again(client, way)
    for answer in (client.get(way), client.post(way)):
        assert answer.status_code == 302
        assert answer.headers["Location"].startswith(AGAIN)
    assert list(Authenticator.objects.values("pk", "data")) == before
    assert client.get("/accounts/2fa/").status_code == 200
    answer = client.post(AGAIN, {"code": code_of(staff), "next": way})
    assert answer.headers["Location"] == way
    assert client.get(way).status_code == 200


@travel(NOW, tick=False)
def test_a_login_asks_for_the_code_and_comes_to_where_it_was_going(client: Client, staff: User) -> None:
    log_in_with_code(Client(), staff)
    answer = log_in(client, staff, "/admin/games/game/")
    assert answer.headers["Location"].startswith(CODE)
    assert client.get("/settings/").status_code == 302
    assert "Wrong or expired code." in client.post(CODE, {"code": "12"}).content.decode()
    assert client.get("/settings/").status_code == 302
    answer = client.post(CODE, {"code": code_of(staff)})
    assert answer.headers["Location"] == "/admin/games/game/"
    assert client.get("/admin/games/game/").status_code == 200
    # A code works once.
    other = Client()
    log_in(other, staff)
    assert other.post(CODE, {"code": code_of(staff)}).status_code == 200


def test_a_recovery_code_opens_once(client: Client, staff: User) -> None:
    first = Client()
    log_in_with_code(first, staff)
    give_password_again(first, "/accounts/2fa/recovery-codes/generate/")
    first.post("/accounts/2fa/recovery-codes/generate/")
    shown = first.get("/accounts/2fa/recovery-codes/").context["unused_codes"]
    assert first.get("/accounts/2fa/recovery-codes/download/").content.decode().split() == shown
    log_in(client, staff)
    assert client.post(CODE, {"code": shown[0]}).status_code == 302
    assert client.get("/admin/").status_code == 200
    again = Client()
    log_in(again, staff)
    assert again.post(CODE, {"code": shown[0]}).status_code == 200


@travel(NOW, tick=False)
def test_a_login_from_before_is_asked_for_the_code(client: Client, staff: User) -> None:
    client.force_login(staff, backend="accounts.sign_in.backends.PersonBackend")
    log_in_with_code(Client(), staff)
    answer = client.get("/admin/games/game/", follow=True)
    way, _status = answer.redirect_chain[-1]
    assert way == f"{AGAIN}?next=%2Fadmin%2Fgames%2Fgame%2F"
    answer = client.post(AGAIN, {"code": code_of(staff), "next": "/admin/games/game/"})
    assert answer.headers["Location"] == "/admin/games/game/"
    assert client.get("/admin/games/game/").status_code == 200


def test_switching_it_off_ends_all_logins_and_sends_a_mail(client: Client, staff: User) -> None:
    other = Client()
    for browser in (client, other):
        log_in_with_code(browser, staff)
    give_password_again(client, "/accounts/2fa/totp/deactivate/")
    mail.outbox.clear()
    assert "Staff pages need two-factor login." in client.get("/accounts/2fa/totp/deactivate/").content.decode()
    assert client.post("/accounts/2fa/totp/deactivate/").status_code == 302
    assert not Authenticator.objects.filter(user=staff).exists()
    (told,) = mail.outbox
    assert told.subject == "Two-factor login is off"
    assert told.to == [staff.email]
    for browser in (client, other):
        assert browser.get("/admin/").status_code == 302


def test_each_request_reads_it_once(client: Client, staff: User) -> None:
    log_in_with_code(client, staff)
    for _request in range(2):
        with CaptureQueriesContext(connection) as captured:
            assert client.get("/admin/").status_code == 200
        assert sum('FROM "mfa_authenticator"' in query["sql"] for query in captured) == 1


def test_another_persons_factor_opens_nothing(client: Client, staff: User, alice: User) -> None:
    log_in_with_code(client, staff)
    app = Authenticator.objects.get(user=staff)
    Authenticator.objects.filter(pk=app.pk).update(user=alice)
    assert client.get("/admin/").status_code == 302


def test_codes_are_sealed_at_rest_and_worth_nothing_once_the_key_is_lost(client: Client, staff: User) -> None:
    log_in_with_code(Client(), staff)
    stored = Authenticator.objects.get(user=staff).data["secret"]
    secret = decrypt(stored)
    assert secret not in stored
    with override_settings(CHAIN_KEYS=[Fernet.generate_key().decode()]), travel(NOW, tick=False):
        log_in(client, staff)
        answer = client.post(CODE, {"code": code(secret, NOW)})
    assert "Wrong or expired code." in answer.content.decode()


def test_guessing_codes_ends_soon(client: Client, staff: User) -> None:
    log_in_with_code(Client(), staff)
    log_in(client, staff)
    pages = [client.post(CODE, {"code": f"00000{guess}"}).content.decode() for guess in range(6)]
    assert "Too many tries." in pages[-1]


def test_a_person_may_have_one_too(client: Client, alice: User) -> None:
    log_in_with_code(client, alice)
    page = client.get("/accounts/2fa/").content.decode()
    assert "On since" in page
    assert client.get("/admin/", follow=True).status_code == 403
