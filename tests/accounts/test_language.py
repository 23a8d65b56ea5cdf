"""Pages and emails use the account's language, else the cookie's, else the browser's."""

import pytest
from django.test import Client
from pytest_django.fixtures import Settings

from accounts.models import User
from tests.accounts.conftest import Login

pytestmark = pytest.mark.django_db
CHANGE = "/settings/language/"


@pytest.fixture(autouse=True)
def _two_languages(settings: Settings) -> None:
    settings.LANGUAGES = [("en", "English"), ("de", "Deutsch")]


def spoken(client: Client, **headers: str) -> str:
    answer = client.get("/rules/", headers=headers)
    assert answer.headers["Content-Language"] in answer.content.decode().split("<head>")[0]
    return answer.headers["Content-Language"]


def test_a_visitor_reads_the_browsers_language_until_another_is_chosen(client: Client) -> None:
    assert spoken(client) == "en"
    assert spoken(client, accept_language="fi, de-AT;q=0.8, en;q=0.5") == "de"
    answer = client.post(CHANGE, {"language": "en", "next": "/rules/?a=1"})
    assert answer.headers["Location"] == "/rules/?a=1"
    assert spoken(client, accept_language="de") == "en"


def test_a_person_takes_the_choice_along(alice: User, login: Login) -> None:
    client = login("alice")
    client.post(CHANGE, {"language": "de"})
    alice.refresh_from_db()
    assert alice.language == "de"
    assert spoken(login("alice")) == "de"


@pytest.mark.parametrize("wrong", ["fr", "", "xx", "en\r\nSet-Cookie: a=b"])
def test_what_is_no_language_of_the_site_changes_nothing(client: Client, alice: User, login: Login, wrong: str) -> None:
    answer = login("alice").post(CHANGE, {"language": wrong, "next": "https://elsewhere.example.org/"})
    assert answer.headers["Location"] == "/"
    assert "django_language" not in answer.cookies
    alice.refresh_from_db()
    assert alice.language == "en"


def test_language_change_redirects_within_the_site_and_needs_post(client: Client) -> None:
    assert client.post(CHANGE, {"language": "de", "next": "//elsewhere.example.org/"}).headers["Location"] == "/"
    assert client.get(CHANGE).status_code == 405


def test_every_page_of_the_site_offers_the_others(client: Client) -> None:
    page = client.get("/rules/").content.decode()
    assert '<option value="de" lang="de">Deutsch</option>' in page
    assert '<option value="en" lang="en" selected>English</option>' in page
