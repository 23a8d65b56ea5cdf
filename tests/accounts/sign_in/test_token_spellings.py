"""A number in a mailed link has one spelling: a link that works once must not work once more in each other one."""

from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from allauth.account.models import EmailAddress
from allauth.account.utils import user_pk_to_url_str
from django.db import connection
from django.test import Client

from accounts.models import User
from accounts.sign_in.mailed_links.login_links import login_link_find
from accounts.sign_in.mailed_links.people import person_of
from games.notices.calendar_feed import calendar_address, calendar_renew
from tests.accounts.conftest import is_in, link_mailed
from tests.factories import code_of, log_in_with_code

pytestmark = pytest.mark.django_db

CODE = "/accounts/2fa/authenticate/"


def spellings(number: str) -> Iterator[str]:
    """Other spellings that Python's `int` reads as the same number."""
    wide = number.translate({ord("0") + digit: 0xFF10 + digit for digit in range(10)})
    yield from (
        f"0{number}",
        f"000{number}",
        f"+{number}",
        f" {number}",
        f"{number} ",
        f"0_{number}",
        number.upper(),
        wide,
    )


@pytest.fixture
def ada(db: None) -> User:
    """An account with a number whose token has a letter, which has two cases."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT setval(pg_get_serial_sequence('accounts_user', 'id'), 1222)")
    person = User.objects.create_user(handle="ada", email="ada@example.org")
    EmailAddress.objects.create(user=person, email=person.email, verified=True, primary=True)
    assert user_pk_to_url_str(person) == "xz"
    return person


def test_a_person_is_found_by_one_spelling_alone(ada: User) -> None:
    assert person_of("xz") == ada
    assert [other for other in spellings("xz") if other != "xz" and person_of(other)] == []
    assert [person_of(number) for number in ("", "-", "none!", "z" * 13, "0")] == [None] * 5


@pytest.mark.parametrize(
    ("asks", "part"), [("/accounts/login/link/", "login/link/"), ("/accounts/password/reset/", "password/reset/key/")]
)
def test_a_mailed_link_opens_nothing_in_another_spelling(ada: User, asks: str, part: str) -> None:
    Client().post(asks, {"email": ada.email})
    link = link_mailed(part)
    over = "This link no longer works"
    for other in ("0xz", "00xz", "XZ", "Xz"):
        page = Client().get(link.replace(f"{part}xz-", f"{part}{other}-"), follow=True)
        assert over in page.content.decode(), other
    assert over not in Client().get(link, follow=True).content.decode()


def test_a_used_link_stays_used_while_a_code_is_asked_for(ada: User) -> None:
    log_in_with_code(Client(), ada)
    Client().post("/accounts/login/link/", {"email": ada.email})
    link = link_mailed("login/link/")
    browser = Client()
    assert browser.post(link).headers["Location"].startswith(CODE)
    for other in ("xz", "0xz", "XZ"):
        assert Client().post(link.replace("/xz-", f"/{other}-")).status_code == 410, other
    browser.post(CODE, {"code": code_of(ada)})
    assert is_in(browser)


@pytest.mark.django_db(transaction=True)
def test_other_tokens_with_a_number_have_one_spelling_too(alice: User) -> None:
    calendar_renew(user=alice)
    path = urlsplit(calendar_address(alice)).path
    assert Client().get(path).status_code == 200
    for other in spellings(str(alice.pk)):
        if other != str(alice.pk):
            assert Client().get(path.replace(f"/{alice.pk}-", f"/{other}-")).status_code == 404, other


def test_each_part_of_a_token_has_one_spelling(ada: User) -> None:
    Client().post("/accounts/login/link/", {"email": ada.email})
    key = link_mailed("login/link/").split("/")[-2]
    number, token = key.split("-", 1)
    value, at, signature = token.split(".")
    assert login_link_find(key=key) == ada
    swapped = signature.swapcase()
    for other in (
        f"0{token}",
        f"{value}.0{at}.{signature}",
        f"{value}.{at.lower()}0.{signature}",
        f"{value}.{at}.{swapped}",
    ):
        page = Client().get(f"/accounts/login/link/{number}-{other}/")
        assert page.status_code == 410
