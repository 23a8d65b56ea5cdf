"""Public pages may be cached by shared caches; everything of one reader may not."""

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.site.public_pages import SHARED
from games.models import Game
from tests.factories import make_game, make_offers, make_person, play_out, rng_of

pytestmark = pytest.mark.django_db

PAGES = (
    *("home", "games:rules", "games:learn", "games:learn_first_turn", "games:daily_days"),
    *("games:position_past", "games:weekly_past", "games:duplicate_leaders", "games:archive", "games:bots"),
    *("terms", "privacy", "contact", "api-docs"),
)
OF_A_PLAYER = ("games:profile", "games:opponents")
OF_A_GAME = ("games:replay", "games:figures", "games:deal")


@pytest.fixture
def alice() -> User:
    return make_person("alice")


@pytest.fixture
def game(alice: User) -> Game:
    game = make_game([alice, make_person("bob")])
    play_out(game, rng_of(1))
    return game


def caching_of(address: str, client: Client | None = None, **headers: str) -> tuple[int, str, bool]:
    """The status and Cache-Control of a page, and whether it sets a cookie."""
    answer = (client or Client()).get(address, headers=headers)
    return answer.status_code, answer.headers["Cache-Control"], bool(answer.cookies)


def addresses(alice: User, game: Game) -> list[str]:
    return [
        *(reverse(name) for name in PAGES),
        *(reverse(name, args=[alice.handle]) for name in OF_A_PLAYER),
        reverse("games:versus", args=["alice", "bob"]),
        *(reverse(name, args=[game.public_id]) for name in OF_A_GAME),
    ]


def test_a_visitors_page_sets_no_cookie_and_may_be_shared(alice: User, game: Game) -> None:
    for address in addresses(alice, game):
        client = Client()
        answer = client.get(address)
        assert (answer.status_code, answer.headers["Cache-Control"], dict(answer.cookies)) == (200, SHARED, {}), address
        assert {"Cookie", "Accept-Language"} <= {name.strip() for name in answer.headers["Vary"].split(",")}, address
        again = client.get(address, headers={"If-None-Match": answer.headers["ETag"]})
        assert (again.status_code, again.headers["Cache-Control"], again.content) == (304, SHARED, b""), address


def test_a_members_page_may_not(alice: User, game: Game) -> None:
    client = Client()
    client.force_login(alice)
    for address in addresses(alice, game):
        status, caching, _cookies = caching_of(address, client)
        assert (status, "no-store" in caching, "private" in caching, "public" in caching) == (200, True, True, False)


def test_nor_may_a_page_with_a_form(alice: User) -> None:
    make_offers(alice, 1)
    status, caching, cookies = caching_of(reverse("games:open"))
    assert (status, cookies, "no-store" in caching, "public" in caching) == (200, True, True, False)


def test_nor_may_an_error_or_a_page_that_leads_on(alice: User) -> None:
    running = make_game([alice, make_person("bob")])
    for address in (
        reverse("games:profile", args=["nobody"]),
        reverse("games:figures", args=[running.public_id]),
        reverse("games:replay", args=["no-such-game"]),
    ):
        answer = Client().get(address)
        assert "public" not in answer.headers.get("Cache-Control", ""), address


def test_a_page_in_a_chosen_language_is_another() -> None:
    english, german = (Client().get(reverse("terms"), headers={"Accept-Language": code}) for code in ("en", "de"))
    assert english.headers["ETag"] != german.headers["ETag"]


def test_a_visitor_changes_the_language_without_a_token(alice: User) -> None:
    client = Client(enforce_csrf_checks=True)
    form = {"language": "de", "next": reverse("terms")}
    answer = client.post(reverse("accounts:language"), form)
    assert (answer.status_code, answer.headers["Location"]) == (302, reverse("terms"))
    assert client.get(reverse("terms")).headers["Content-Language"] == "de"
    client.force_login(alice)
    assert client.post(reverse("accounts:language"), form).status_code == 403
    alice.refresh_from_db()
    assert alice.language == "en"
