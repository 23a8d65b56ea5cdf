"""Logging in: who may, and how often one may try."""

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games.play.bot_accounts import bot_user
from tests.accounts.conftest import Login, is_in, link_mailed
from tests.password import PASSWORD

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("name", ["alice", "Alice", "alice@example.org", "ALICE@example.org", " alice "])
def test_by_handle_or_address_in_any_case(alice: User, login: Login, name: str) -> None:
    assert is_in(login(name))


@pytest.mark.parametrize(("name", "password"), [("alice", "wrong"), ("nobody", PASSWORD), ("nobody@x.org", PASSWORD)])
def test_a_wrong_name_or_password_does_not(alice: User, login: Login, name: str, password: str) -> None:
    assert not is_in(login(name, password))


def test_the_words_do_not_tell_whether_the_handle_exists(client: Client, alice: User) -> None:
    pages = [
        client.post("/accounts/login/", {"login": name, "password": "wrong"}).content.decode()
        for name in ("alice", "nobody")
    ]
    assert all("Wrong username, email or password." in page for page in pages)


def with_password(user: User) -> User:
    user.set_password(PASSWORD)
    user.save()
    return user


def test_a_bot_never_logs_in_even_with_a_password(login: Login) -> None:
    bot = with_password(bot_user("berserker"))
    assert not is_in(login(bot.handle))
    client = Client()
    assert not client.login(username=bot.handle, password=PASSWORD)


@pytest.mark.parametrize("closed", [{"is_active": False}, {"erased_at": timezone.now()}])
def test_a_closed_account_is_told_so_and_stays_out(alice: User, closed: dict[str, object]) -> None:
    User.objects.filter(pk=alice.pk).update(**closed)
    client = Client()
    answer = client.post("/accounts/login/", {"login": "alice", "password": PASSWORD}, follow=True)
    assert "Your account is closed" in answer.content.decode()
    assert not is_in(client)


def test_a_login_ends_with_the_account(alice: User, login: Login) -> None:
    client = login("alice")
    assert is_in(client)
    User.objects.filter(pk=alice.pk).update(is_active=False)
    assert not is_in(client)


def test_barred_accounts_get_no_password_link(client: Client, bob: User) -> None:
    bot = bot_user("berserker")
    User.objects.filter(pk=bot.pk).update(email="bot@example.org")
    User.objects.filter(pk=bob.pk).update(is_active=False)
    for address in ("bot@example.org", bob.email):
        answer = client.post("/accounts/password/reset/", {"email": address}, follow=True)
        assert answer.status_code == 200
    assert not [letter for letter in mail.outbox if "/password/reset/key/" in str(letter.body)]


def test_a_new_password_ends_all_other_logins(alice: User, login: Login) -> None:
    elsewhere = login("alice")
    client = Client()
    client.post("/accounts/password/reset/", {"email": alice.email})
    form = client.get(link_mailed("password/reset/key"), follow=True)
    new = {"password1": "another-sound-one", "password2": "another-sound-one"}
    client.post(form.redirect_chain[-1][0], new)
    assert not is_in(elsewhere)
    assert is_in(login("alice", "another-sound-one"))


@pytest.mark.parametrize("elsewhere", ["https://evil.example/", "//evil.example", "javascript:alert(1)"])
def test_the_way_on_never_leads_to_another_site(client: Client, alice: User, elsewhere: str) -> None:
    form = {"login": "alice", "password": PASSWORD, "next": elsewhere}
    assert client.post("/accounts/login/", form).headers["Location"] == reverse("home")


def test_the_admin_has_no_way_in_of_its_own(client: Client, alice: User, login: Login) -> None:
    answer = client.post("/admin/login/?next=/admin/", {"username": "alice", "password": PASSWORD})
    assert answer.headers["Location"] == "/accounts/login/?next=%2Fadmin%2F"
    assert login("alice").get("/admin/login/").status_code == 403
    User.objects.filter(pk=alice.pk).update(is_staff=True)
    form = {"login": "alice", "password": PASSWORD, "next": "/admin/"}
    ways = client.post("/accounts/login/", form, follow=True).redirect_chain
    assert ("/accounts/2fa/totp/activate/", 302) in ways


def test_guessing_one_accounts_password_ends_after_five_tries(client: Client, alice: User, login: Login) -> None:
    for _guess in range(5):
        client.post("/accounts/login/", {"login": "alice", "password": "wrong"})
    answer = client.post("/accounts/login/", {"login": "alice", "password": PASSWORD})
    assert "Too many tries." in answer.content.decode()
    assert not is_in(client)
    # Browsers share the count, accounts do not.
    assert not is_in(login("alice"))


def test_a_made_up_forwarded_address_is_no_way_round_the_limit(client: Client) -> None:
    pages = [
        client.post(
            "/accounts/login/",
            {"login": f"guess{number}", "password": "wrong"},
            headers={"X-Forwarded-For": f"203.0.113.{number}"},
        ).content.decode()
        for number in range(11)
    ]
    assert "Too many tries." not in pages[9]
    assert "Too many tries." in pages[10]
