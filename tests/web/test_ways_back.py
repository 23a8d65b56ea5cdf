"""Addresses in `next`: pages and forms lead back to this site alone, and none of them fails."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from http import HTTPStatus
from typing import Final

import pytest
from django.http import HttpRequest
from django.test import Client, RequestFactory
from django.urls import URLPattern, URLResolver, get_resolver

from accounts.models import User
from accounts.site.own_addresses import LONGEST, own_address
from games.models import Game
from tests.clients import ClientOf
from tests.live.children import ROOT
from tests.password import PASSWORD
from tests.table.tables import game_url

HOST: Final = "testserver"
SURROGATE: Final = re.compile("[\ud800-\udfff]")
ASTRAY: Final = (
    *("😀", "default", "home", "games:table", "default.html", "a/b", "?a=1", "#x", ".", "..", "../", " ", ""),
    *("https://evil.example/", "//evil.example", "///evil.example", "/\\evil.example", "\\\\evil.example"),
    *(
        "http:///evil.example",
        "http:evil.example",
        "http://[::1",
        "https://testserver:bad/",
        "//testserver@evil.example/",
    ),
    *(
        "javascript:alert(1)",
        "data:text/html,x",
        "ftp://testserver/",
        "http://℀.example/",
        "http://testserver.evil.example/",
    ),
    *(
        "/\r\nSet-Cookie: a=b",
        "/a\nb",
        "/\t/evil.example",
        "/a\0b",
        "/a\x7fb",
        "/a\x85b",
        "/a\u2028b",
        "\x01/a",
        "/a\u202eb",
    ),
    *("/\ud800", "/a\udfff/", "/" + "a" * LONGEST, "/" + "😀" * (LONGEST // 4), "x" * 100_000),
)
OWN: Final = {
    "/": "/",
    "/g/abc/?as=text#log": "/g/abc/?as=text#log",
    "/players/zoë/": "/players/zo%C3%AB/",
    "/😀/": "/%F0%9F%98%80/",
    "/a%20b/": "/a%20b/",
    "/i/x y/": "/i/x%20y/",
    f"http://{HOST}/g/abc/": f"http://{HOST}/g/abc/",
}


@pytest.fixture
def request_here(rf: RequestFactory) -> HttpRequest:
    return rf.get("/")


@pytest.mark.parametrize("text", ASTRAY)
def test_an_address_that_is_no_page_of_this_site_is_none(request_here: HttpRequest, text: str) -> None:
    assert own_address(request_here, text) is None


@pytest.mark.parametrize("text", OWN)
def test_an_own_address_can_be_written_into_a_header(request_here: HttpRequest, text: str) -> None:
    assert own_address(request_here, text) == OWN[text]


def test_a_page_with_tls_leads_to_pages_with_tls(rf: RequestFactory) -> None:
    assert own_address(rf.get("/", secure=True), f"http://{HOST}/") is None
    assert own_address(rf.get("/", secure=True), f"https://{HOST}/") == f"https://{HOST}/"


# Forms decode half of a surrogate pair as a character.
@pytest.mark.parametrize("text", [text for text in ASTRAY if not SURROGATE.search(text)])
def test_forms_lead_home_instead(client: Client, alice: User, game: Game, client_of: ClientOf, text: str) -> None:
    """The choice of a language, a login, a refused act of a game, and a chat's line."""
    language = client.post("/settings/language/", {"language": "en", "next": text})
    assert language.headers["Location"] == "/"
    login = client.post("/accounts/login/", {"login": "alice", "password": PASSWORD, "next": text})
    assert login.headers["Location"] == "/"
    member = client_of(alice)
    for act, more in (("pause", {"version": game.version + 1}), ("chat", {"text": "hello"})):
        answer = member.post(game_url(act, game), {**more, "next": text})
        assert answer.headers["Location"].startswith(game_url("table", game))


@pytest.mark.parametrize("text", ["/😀/", "/players/zoë/"])
def test_forms_lead_back_to_any_letters(client: Client, alice: User, text: str) -> None:
    for page, form in (
        ("/settings/language/", {"language": "en"}),
        ("/accounts/login/", {"login": "alice", "password": PASSWORD}),
    ):
        assert client.post(page, {**form, "next": text}).headers["Location"] == OWN[text]


def addresses(patterns: Iterable[URLPattern | URLResolver], before: str = "/") -> Iterator[str]:
    """The addresses of pages that need no number, name or word."""
    for entry in patterns:
        route = before + str(entry.pattern)
        if isinstance(entry, URLResolver):
            yield from addresses(entry.url_patterns, route)
        elif not set("<^\\") & set(route):
            yield route


@pytest.mark.whole
def test_no_page_fails_over_an_address_to_go_on_to(alice: User, client_of: ClientOf) -> None:
    found = sorted({*addresses(get_resolver().url_patterns)})
    assert {"/accounts/login/", "/settings/language/", "/admin/"} <= set(found)
    assert len(found) > 90
    failed = {
        (path, text, answer.status_code)
        for path in found
        for text in ("😀", "default", "/\r\na: b")
        for member in (Client(), client_of(alice))
        for answer in (member.post(path, {"next": text}), member.get(path, {"next": text}))
        if answer.status_code >= HTTPStatus.INTERNAL_SERVER_ERROR
    }
    assert not failed


def test_one_function_reads_the_address_to_go_on_to() -> None:
    """The library's `get_next_redirect_url` asks the same one."""
    reads = ('get("next"', "url_has_allowed_host_and_scheme", "HTTP_REFERER", '"Referer"')
    sources = [path for room in ("accounts", "games", "odinsite") for path in (ROOT / room).rglob("*.py")]
    found = {path.relative_to(ROOT).as_posix() for path in sources if any(read in path.read_text() for read in reads)}
    # That function returns what the library has checked.
    assert found == {"accounts/site/own_addresses.py", "accounts/sign_in/openid/adapter.py"}
