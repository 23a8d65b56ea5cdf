"""Signing up: fields, refusals, and facts that stay secret."""

import re
from typing import Any

import pytest
from allauth.account.adapter import get_adapter
from allauth.account.forms import SignupForm
from allauth.account.models import EmailAddress
from allauth.core.context import request_context
from allauth.core.exceptions import ImmediateHttpResponse
from django.contrib.messages import get_messages
from django.contrib.messages.storage.fallback import FallbackStorage
from django.contrib.sessions.backends.db import SessionStore
from django.core import mail
from django.http import HttpRequest
from django.test import Client, RequestFactory

from accounts.models import User
from games.play.bot_accounts import bot_user
from tests.accounts.conftest import is_in, link_mailed
from tests.factories import make_person
from tests.password import PASSWORD

pytestmark = pytest.mark.django_db

FORM = {"username": "alice", "email": "alice@example.org", "password1": PASSWORD, "time_zone": "Europe/Oslo"}


def sign_up(client: Client, **changed: str) -> Any:
    return client.post("/accounts/signup/", FORM | changed, follow=True)


def test_an_account_keeps_the_browsers_time_zone_and_language(client: Client) -> None:
    sign_up(client)
    user = User.objects.get()
    assert (user.handle, user.time_zone, user.language) == ("alice", "Europe/Oslo", "en")
    assert user.email == "", "nothing is sent to an address before it is confirmed"
    assert EmailAddress.objects.get().email == "alice@example.org"


@pytest.mark.parametrize("zone", ["", "Nowhere/City", "../etc/passwd", "x" * 64])
def test_a_time_zone_that_is_none_counts_as_utc(client: Client, zone: str) -> None:
    sign_up(client, time_zone=zone)
    assert User.objects.get().time_zone == "UTC"


@pytest.mark.parametrize("taken", ["alice", "ALICE", "Alice"])
def test_a_handle_is_taken_in_any_case_of_letters(client: Client, taken: str) -> None:
    make_person("alice")
    answer = sign_up(client, username=taken, email="other@example.org")
    assert "This username is taken." in answer.content.decode()
    assert User.objects.count() == 1
    assert not mail.outbox


@pytest.mark.parametrize(
    "reserved",
    ["admin", "Odin", "MODERATOR", "bot", "Bot2", "jolly-bot", "bot_7", "my-bot-2", "Robot", "erased-12", "Erased",
     "berserker", "Skald", "M0derator", "rnoderator", "RN0DERAT0R", "adm1n", "ADMlN", "Admin2", "Odin-Staff",
     "odin_support", "OdinTeam", "0din", "5taff", "the-moderators", "ModAnna", "admin-anna", "vvebmaster",
     "Moderacion", "moderatrice-1", "official-odin", "jolly-b0t", "b3rserker", "S_kald", "careTaker"],
)  # fmt: skip
def test_handles_that_look_like_the_teams_or_a_bots_are_reserved(client: Client, reserved: str) -> None:
    answer = sign_up(client, username=reserved)
    assert "This username looks like one of our own. Choose another." in answer.content.decode()
    assert not User.objects.exists()


@pytest.mark.parametrize(
    "handle",
    ["Talbot", "abbot", "Bothilda", "unerased", "badminton", "odin-fan", "Odinson", "Odin77", "modena",
     "Moderate-Mike", "smooth-operator", "life-support", "A1", "x" * 20],
)  # fmt: skip
def test_handles_that_only_come_near_are_free(client: Client, handle: str) -> None:
    sign_up(client, username=handle)
    assert User.objects.get().handle == handle


@pytest.mark.parametrize(
    "handle",
    ["a", "x" * 21, "älva", "аdmin", "m\u0301od", "Οdin-staff", "-alice", "al ice", "<b>", "alice@example.org",
     "a\x00b"],
)  # fmt: skip
def test_malformed_handles_are_refused(client: Client, handle: str) -> None:
    answer = sign_up(client, username=handle)
    assert 'id="id_username_error"' in answer.content.decode()
    assert not User.objects.exists()


@pytest.mark.parametrize(
    ("name", "language", "offered"),
    [("Jörg", "de", "Joerg"), ("Jörg", "en", "Jorg"), ("Søren Ærø", "en", "Soren-Aero"), ("Łukasz!", "en", "Lukasz")],
)
def test_a_name_with_other_letters_gets_a_spelling_that_works(
    client: Client, name: str, language: str, offered: str
) -> None:
    refused = client.post("/accounts/signup/", FORM | {"username": name}, headers={"Accept-Language": language})
    assert not User.objects.exists()
    rule = {"de": "Buchstaben von a bis z", "en": "letters a to z"}[language]
    assert rule in refused.content.decode()
    form = refused.context["form"]
    assert (form["username"].value(), form["email"].value()) == (offered, FORM["email"])
    sign_up(client, username=offered)
    assert User.objects.get().handle == offered


def test_no_spelling_is_offered_that_is_taken_or_empty(client: Client) -> None:
    make_person("jorg")
    for name in ("Jörg", "Юрий"):
        refused = sign_up(client, username=name)
        assert refused.context["form"]["username"].value() == name
        assert "We’ve filled in" not in refused.content.decode()


def test_the_bots_handles_are_reserved_before_they_first_play(client: Client) -> None:
    sign_up(client, username="berserker")
    assert not User.objects.exists()
    assert bot_user("berserker").handle == "Berserker"


@pytest.mark.parametrize(
    ("password", "why"),
    [
        ("short", "Use at least 8 characters."),
        ("password1", "This is a common password. Choose another."),
        ("12345678901", "Don’t use only digits."),
        ("alice-1", "This is too much like your username or email address."),
    ],
)
def test_weak_passwords_are_refused_with_the_reason(client: Client, password: str, why: str) -> None:
    assert why in sign_up(client, password1=password).content.decode()
    assert not User.objects.exists()


@pytest.mark.parametrize("again", ["alice@example.org", "ALICE@Example.org"])
def test_a_known_address_gets_the_same_answer_as_a_new_one(again: str) -> None:
    fresh = sign_up(Client(), username="bob", email="bob@example.org")
    known = make_person("alice")
    mail.outbox.clear()
    answer = sign_up(Client(), username="other", email=again)
    assert answer.redirect_chain == fresh.redirect_chain
    # Except for tokens, the address and the username, the pages are the same.
    assert _without_names(answer, "other", again.lower()) == _without_names(fresh, "bob", "bob@example.org")
    assert EmailAddress.objects.filter(email=known.email, user__handle="other", verified=False).exists()
    assert [letter.to for letter in mail.outbox] == [[known.email]]
    assert "already" in mail.outbox[0].subject


def _without_names(answer: Any, handle: str, address: str) -> str:
    page = re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", answer.content.decode())
    return page.replace(address, "ADDRESS").replace(handle, "HANDLE")


def test_no_login_before_the_address_is_confirmed(client: Client) -> None:
    sign_up(client)
    assert not is_in(client)
    answer = client.post("/accounts/login/", {"login": "alice", "password": PASSWORD}, follow=True)
    assert "Check your email" in answer.content.decode()
    assert not is_in(client)
    client.post(link_mailed("confirm-email"))
    assert is_in(client)


def test_confirming_in_the_same_browser_leads_to_the_wanted_page(client: Client) -> None:
    sign_up(client, next="/games/?seats=3")
    answer = client.post(link_mailed("confirm-email"))
    assert answer.headers["Location"] == "/games/?seats=3"


def test_the_mailed_link_leads_any_browser_back_to_the_invitation(client: Client) -> None:
    sign_up(client, next="/i/abc/")
    other, link = Client(), link_mailed("confirm-email")
    assert '<input type="hidden" name="next" value="/i/abc/">' in other.get(link).content.decode()
    answer = other.post(link, {"password": PASSWORD, "next": "/i/abc/"})
    assert answer.headers["Location"] == "/i/abc/"
    assert is_in(other)


def test_so_do_the_link_mailed_at_a_login_and_that_to_an_existing_account(client: Client) -> None:
    make_person("alice", verified=False)
    client.post("/accounts/login/", {"login": "alice", "password": PASSWORD, "next": "/i/abc/"})
    assert link_mailed("confirm-email").endswith("/?next=/i/abc/")
    sign_up(client, username="other", email=make_person("bob").email, next="/i/abc/")
    assert link_mailed("accounts/login") == "/accounts/login/?next=/i/abc/"
    sign_up(client, username="third", email="third@example.org", next="//elsewhere.example.org/")
    assert link_mailed("confirm-email").endswith("/")


def test_a_mere_look_at_the_link_confirms_nothing(client: Client) -> None:
    sign_up(client)
    client.get(link_mailed("confirm-email"))
    assert not EmailAddress.objects.get().verified


def request_at_signup() -> HttpRequest:
    request = RequestFactory().post("/accounts/signup/")
    request.session = SessionStore()
    setattr(request, "_messages", FallbackStorage(request))  # noqa: B010 # where the messages framework looks
    return request


def test_the_loser_of_a_sign_up_race_must_choose_another() -> None:
    request = request_at_signup()
    with request_context(request):
        form = SignupForm(FORM)
        assert form.is_valid(), form.errors
        User.objects.create_user(handle="Alice", email="x@example.org")
        with pytest.raises(ImmediateHttpResponse) as told:
            form.try_save(request)
    assert told.value.response.headers["Location"] == "/accounts/signup/"
    assert ["Choose another." in str(message) for message in get_messages(request)] == [True]
    assert User.objects.count() == 1


def test_too_many_accounts_from_one_address_are_refused(client: Client) -> None:
    answers = [sign_up(client, username="a").status_code for _try in range(21)]
    assert answers == [200] * 20 + [429]


def test_the_site_asks_its_own_adapter() -> None:
    assert type(get_adapter()).__module__ == "accounts.sign_in.adapter"


def test_the_form_says_beforehand_what_a_handle_and_a_password_are(client: Client) -> None:
    page = client.get("/accounts/signup/").content.decode()
    assert "The name others see. Use 2 to 20 characters: letters a to z, digits, - and _." in page
    assert "Your username can’t be changed." in page
    assert 'aria-describedby="id_username_helptext"' in page
    assert "At least 8 characters. Not a common password, not only digits, not like your username." in page
    assert "placeholder" not in page
    assert page.count("Username") == 1
