"""The frame of every page: header, theme, and error pages."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.test import Client, RequestFactory
from django.urls import reverse
from django.utils.functional import SimpleLazyObject
from django.views import defaults

from accounts.models import User
from tests.page_texts import markup_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def alice() -> User:
    return User.objects.create_user("alice", "alice@example.org", "a sound password")


def page_of(user: User | AnonymousUser, **context: object) -> str:
    request: HttpRequest = RequestFactory().get("/")
    request.user = user
    return render_to_string("404.html", context, request)


def test_a_visitor_is_shown_the_way_in(client: Client) -> None:
    page = client.get(reverse("home")).content.decode()
    assert reverse("account_signup") in page
    assert reverse("account_login") in page
    assert "waiting-games" not in page
    assert reverse("account_logout") not in page


def test_the_header_names_the_account(client: Client, alice: User) -> None:
    client.force_login(alice)
    page = client.get(reverse("games:rules")).content.decode()
    assert reverse("games:profile", args=["alice"]) in page
    assert reverse("accounts:settings") in page
    assert f'action="{reverse("account_logout")}"' in page
    assert reverse("account_signup") not in page


@pytest.mark.parametrize(
    ("count", "words"),
    [(1, "1 game is waiting for you"), (2, "2 games are waiting for you"), (12, "12 games are waiting for you")],
)
def test_the_header_counts_the_games_that_wait(alice: User, count: int, words: str) -> None:
    assert words in page_of(alice, waiting_games=SimpleLazyObject(lambda: count))


def test_nothing_is_counted_where_no_game_waits(alice: User) -> None:
    page = page_of(alice, waiting_games=SimpleLazyObject(lambda: 0))
    assert page.split('id="waiting-games"')[1].split(">")[0].endswith(" hidden")
    assert 'id="tab-count" hidden' in page


def test_a_page_may_ask_how_many_games_wait(client: Client, alice: User) -> None:
    address = reverse("games:waiting")
    assert client.get(address).status_code == 401
    client.force_login(alice)
    answer = client.get(address)
    assert answer.json() == {"waiting": 0, "games": [], "others": 0, "words": "0 games are waiting for you"}
    assert "no-store" in answer.headers["Cache-Control"]
    assert f'data-count="{address}"' in client.get(reverse("games:rules")).content.decode()


def test_the_place_in_the_site_is_marked(client: Client) -> None:
    page = markup_of(client.get(reverse("games:rules")))
    assert f'href="{reverse("games:rules")}" aria-current="page"' in page
    assert page.count("aria-current") == 1


@pytest.mark.parametrize(
    ("cookie", "attribute"),
    [("dark", ' data-theme="dark"'), ("light", ' data-theme="light"'), ("", ""), ('"><script>', "")],
)
def test_the_look_follows_the_cookie_and_nothing_else(client: Client, cookie: str, attribute: str) -> None:
    client.cookies["theme"] = cookie
    page = client.get(reverse("games:rules")).content.decode()
    assert f'<html lang="en"{attribute}>' in page


def test_a_phones_bar_marks_the_place_and_counts_the_games_that_wait(client: Client, alice: User) -> None:
    client.force_login(alice)
    for address in (reverse("games:create"), reverse("games:profile", args=["alice"])):
        bar = markup_of(client.get(address)).split('class="tab-bar"')[1].split("</nav>")[0]
        assert bar.count("aria-current") == 1
        assert f'href="{address}" aria-current="page"' in bar
    assert 'id="tab-count">3</b>' in page_of(alice, waiting_games=SimpleLazyObject(lambda: 3))
    assert "tab-bar" not in page_of(AnonymousUser())


def test_the_header_leads_to_learning_and_to_the_leaders(client: Client) -> None:
    page = client.get(reverse("games:rules")).content.decode()
    header = page[page.index("<header") : page.index("</header>")]
    # Once in the header, once in its menu for narrow windows.
    assert header.count(f'href="{reverse("games:learn")}"') == 2
    assert header.count(f'href="{reverse("games:leaders")}"') == 2


def test_every_page_has_a_skip_link_to_its_main_part(client: Client) -> None:
    page = client.get(reverse("games:rules")).content.decode()
    assert 'class="skip" href="#main"' in page
    assert page.count('<main id="main"') == 1


def test_the_policy_allows_no_inline_script_or_style(client: Client) -> None:
    policy = client.get(reverse("games:rules")).headers["Content-Security-Policy"]
    assert "unsafe" not in policy
    assert "script-src 'self'" in policy


def test_a_missing_page_says_so_in_our_words(client: Client, alice: User) -> None:
    client.force_login(alice)
    answer = client.get("/no/such/page/")
    assert answer.status_code == 404
    assert "There’s nothing here" in answer.content.decode()
    assert reverse("accounts:settings") in answer.content.decode()


def test_a_form_without_its_token_is_refused_in_our_words() -> None:
    answer = Client(enforce_csrf_checks=True).post(reverse("account_login"), {})
    assert answer.status_code == 403
    assert "This page is out of date" in answer.content.decode()


def test_the_pages_for_what_went_wrong_need_neither_account_nor_database() -> None:
    request = RequestFactory().get("/")
    assert "Something went wrong" in defaults.server_error(request).content.decode()
    assert "We couldn’t read what your browser sent" in defaults.bad_request(request, ValueError()).content.decode()


LOST = ["400.html", "403.html", "403_csrf.html", "404.html", "429.html", "500.html", "offline.html", "site/closed.html"]


@pytest.mark.parametrize("template", LOST)
def test_what_went_wrong_is_said_on_a_cloth_with_a_way_on(template: str) -> None:
    page = render_to_string(template, {})
    assert page.count("<h1>") == 1
    assert page.count('class="cloth cloth-knot"') == 1
    heading = page.split("<h1>")[1].split("</h1>")[0]
    assert f"<title>{heading} ·" in page
    assert 'class="button button-main"' in page.split("</h1>")[1]


def test_too_many_tries_are_refused_in_our_words() -> None:
    assert "Slow down a little" in render_to_string("429.html", {}, RequestFactory().get("/"))
