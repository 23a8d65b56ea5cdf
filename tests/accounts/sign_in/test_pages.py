"""The account pages, in our look and words."""

import re
from collections.abc import Iterator

import pytest
from django.core import mail
from django.test import Client

from accounts.models import User
from tests.account_mails import leaving_after_requests
from tests.clients import ClientOf
from tests.factories import make_person
from tests.page_texts import words_in

pytestmark = pytest.mark.django_db

PASSWORD = "a sound password"
# The library's own words.
FOREIGN = re.compile(r"Sign (In|Up|Out)|Menu:|Email Addresses|Bad Token|Remember Me|\(again\)|Please", re.IGNORECASE)


@pytest.fixture(autouse=True)
def worker() -> Iterator[None]:
    with leaving_after_requests():
        yield


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("login/", "Username or email"),
        ("signup/", "We email you to check the address"),
        ("password/reset/", "a link to choose a new password"),
        ("password/reset/done/", "Check your email"),
        ("password/reset/key/1-none/", "This link no longer works"),
        ("password/reset/key/done/", "Your password was changed"),
        ("confirm-email/", "Check your email"),
        ("confirm-email/none/", "This link no longer works"),
        ("inactive/", "Your account is closed"),
    ],
)
def test_a_visitor_sees_our_pages(client: Client, path: str, words: str) -> None:
    page = client.get(f"/accounts/{path}").content.decode()
    assert words in words_in(page)
    assert not FOREIGN.search(words_in(page))
    assert 'class="site-header"' in page


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("logout/", "Your games go on"),
        ("email/", "New address"),
        ("password/change/", "New password again"),
        ("password/change/", "Not a common password, not only digits, not like your username."),
        ("reauthenticate/", "Confirm it’s you"),
    ],
)
def test_logged_in_people_see_our_pages(client: Client, path: str, words: str) -> None:
    user = User.objects.create_user("alice", "alice@example.org", PASSWORD)
    client.force_login(user)
    page = client.get(f"/accounts/{path}").content.decode()
    assert words in words_in(page)
    assert not FOREIGN.search(words_in(page))


def sign_up(client: Client, **changed: str) -> str:
    form = {"username": "alice", "email": "alice@example.org", "password1": PASSWORD, "time_zone": "", **changed}
    return client.post("/accounts/signup/", form, follow=True).content.decode()


def test_an_error_is_beside_its_field_and_tied_to_it(client: Client) -> None:
    page = sign_up(client, email="no address")
    assert 'id="id_email_error"' in page
    field = re.search(r'<input[^>]*name="email"[^>]*>', page)
    assert field is not None
    assert 'aria-invalid="true"' in field[0]
    assert "id_email_error" in field[0]


def test_the_way_from_sign_up_to_a_confirmed_address(client: Client) -> None:
    assert "Check your email" in words_in(sign_up(client))
    letter = mail.outbox[0]
    assert letter.subject == "Confirm your email address"
    assert "Hello alice" in letter.body
    link = re.search(r"/accounts/confirm-email/\S+", str(letter.body))
    assert link is not None
    assert "Is alice@example.org your address, alice?" in words_in(client.get(link[0]).content.decode())
    assert "alice@example.org is confirmed." in client.post(link[0], follow=True).content.decode()


def test_the_way_from_a_forgotten_password_to_a_new_one(client: Client) -> None:
    make_person("alice")
    client.post("/accounts/password/reset/", {"email": "alice@example.org"})
    link = re.search(r"/accounts/password/reset/key/\S+", str(mail.outbox[0].body))
    assert link is not None
    form = client.get(link[0], follow=True)
    assert "Choose a new password" in words_in(form.content.decode())
    done = client.post(
        form.redirect_chain[-1][0], {"password1": "another sound one", "password2": "another sound one"}, follow=True
    )
    assert "Your password was changed" in done.content.decode()
    assert client.login(username="alice", password="another sound one")


@pytest.mark.parametrize(
    ("known", "subject"),
    [("alice@example.org", "Choose a new password"), ("bob@example.org", "No account with this address")],
)
def test_password_reset_reveals_no_accounts(client: Client, known: str, subject: str) -> None:
    make_person("alice")
    page = client.post("/accounts/password/reset/", {"email": known}, follow=True).content.decode()
    assert "If an account has that address" in words_in(page)
    assert [letter.subject for letter in mail.outbox] == [subject]


def test_signing_up_with_a_known_address_writes_to_its_owner(client: Client) -> None:
    make_person("alice")
    assert "Check your email" in words_in(sign_up(client, username="bob"))
    assert [letter.subject for letter in mail.outbox] == ["You already have an account"]


def test_an_old_link_says_that_nothing_is_left_to_confirm(alice: User, client_of: ClientOf) -> None:
    page = client_of(alice).get("/accounts/confirm-email/none/").content.decode()
    assert "Your email address is confirmed" in words_in(page)
    assert 'class="button button-main" href="/"' in page
