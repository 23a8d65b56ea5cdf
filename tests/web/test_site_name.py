"""The site has one name, which the operator chooses."""

import re
from types import SimpleNamespace

import pytest
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import ImproperlyConfigured
from django.template.loader import render_to_string
from django.test import Client, RequestFactory
from pytest_django.fixtures import Settings

from accounts.sign_in.adapter import SecondFactorAdapter
from odinsite.env import site_name
from odinsite.settings import BASE_DIR
from tests.words.catalogues import python_files, template_files

CHOSEN = "Bill & Bo’s Odin"
# Where the name begins, and a name of the program rather than of a site of it.
BORN = {"odinsite/settings.py", "games/notices/views/calendar.py"}


@pytest.fixture
def chosen(settings: Settings) -> None:
    # With DEBUG no part of a page is cached, so none is left for other tests.
    settings.DEBUG = True
    settings.SITE_NAME = CHOSEN


@pytest.mark.django_db
@pytest.mark.usefixtures("chosen")
def test_pages_bear_the_name(client: Client) -> None:
    page = client.get("/rules/").content.decode()
    assert " · Bill &amp; Bo’s Odin</title>" in page
    assert '<span class="brand-name">Bill &amp; Bo’s Odin</span>' in page
    assert "<title>Bill &amp; Bo’s Odin: " in " ".join(client.get("/").content.decode().split()).replace("> ", ">")


@pytest.mark.django_db
@pytest.mark.usefixtures("chosen")
def test_apps_bear_the_name(client: Client) -> None:
    assert client.get("/manifest.webmanifest").json()["name"] == CHOSEN
    assert SecondFactorAdapter().get_totp_issuer() == CHOSEN


@pytest.mark.usefixtures("chosen")
def test_the_admin_bears_the_name() -> None:
    request = RequestFactory().get("/")
    request.user = AnonymousUser()
    page = render_to_string("admin/base_site.html", {"title": "People", "user": SimpleNamespace()}, request)
    assert "<title>People · Administration · Bill &amp; Bo’s Odin</title>" in page


@pytest.mark.usefixtures("chosen")
def test_mails_bear_the_name_as_text() -> None:
    assert f"\n{CHOSEN}\n" in render_to_string("account/email/base_message.txt", {"site": settings.PUBLIC_URL})


def test_nothing_names_the_site_itself() -> None:
    texts = [*python_files(), *template_files(), *(BASE_DIR / "templates" / "site").rglob("*.md")]
    naming = [path for path in texts if re.search("Odin by web|Odin among friends", path.read_text())]
    assert {path.relative_to(BASE_DIR).as_posix() for path in naming} == BORN


@pytest.mark.parametrize(
    ("given", "name"),
    [("Ravens’ table", "Ravens’ table"), ("  Ours ", "Ours"), ("", "Odin by web"), ("x" * 40, "x" * 40)],
)
def test_a_name_is_a_line(monkeypatch: pytest.MonkeyPatch, given: str, name: str) -> None:
    monkeypatch.setenv("SITE_NAME", given)
    assert site_name("SITE_NAME", default="Odin by web") == name


@pytest.mark.parametrize("given", ["x" * 41, "Ours\nBcc: all@example.org", "Our\ttable"])
def test_other_names_are_refused(monkeypatch: pytest.MonkeyPatch, given: str) -> None:
    monkeypatch.setenv("SITE_NAME", given)
    with pytest.raises(ImproperlyConfigured, match="SITE_NAME"):
        site_name("SITE_NAME", default="Odin by web")
