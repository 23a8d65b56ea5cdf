"""Answers that no operation gives are problems, too, and scripts on other sites read them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection
from django.test import Client

from accounts.models import User
from accounts.site.state import SiteNow, site_keep
from games.models import Game
from odinsite.web.limits import PageLimits
from odinsite.web.pages import Pages
from tests.api.programs import BASE, program_of
from tests.deploy.test_pages import asked, run, text
from tests.page_texts import words_of

pytestmark = pytest.mark.django_db

PROBLEM = "application/problem+json"


@pytest.fixture
def program() -> Client:
    """A program's client, for which the site answers errors as it does when deployed."""
    return Client(raise_request_exception=False, enforce_csrf_checks=True)


@pytest.fixture
def closed(db: None) -> Iterator[None]:
    site_keep(SiteNow(closed=True, words="Back at noon."))
    yield
    site_keep(SiteNow())


def problem_of(answer: Any, status: int) -> dict[str, Any]:
    """The problem, whose members are as RFC 9457 wants them."""
    assert (answer.status_code, answer.headers["Content-Type"]) == (status, PROBLEM)
    found: dict[str, Any] = json.loads(answer.content)
    assert (found["type"], found["status"]) == ("about:blank", status)
    assert found["title"]
    assert found["detail"]
    return found


@pytest.mark.parametrize("path", ["nowhere", "games/x/nowhere", "clients/nothing.py", "games/", ""])
def test_no_such_address(program: Client, path: str) -> None:
    answer = program.get(BASE + path, headers={"Accept-Language": "de", "Accept-Encoding": "gzip"})
    found = problem_of(answer, 404)
    assert (found["error"], found["detail"]) == ("not_found", "Hier ist nichts")
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert answer.headers["Cache-Control"] == "no-store"
    assert "Content-Encoding" not in answer.headers


@pytest.mark.parametrize("path", ["games/x/turns", "me", "openapi.json", "asyncapi.json", "clients/odin_bot.py"])
def test_no_such_method(program: Client, path: str) -> None:
    answer = program.delete(BASE + path)
    found = problem_of(answer, 405)
    assert (found["error"], found["detail"]) == ("method_not_allowed", "That didn’t work.")
    assert answer.headers["Allow"]
    assert "Access-Control-Allow-Origin" not in answer.headers


def test_a_body_too_large(alice: User) -> None:
    program = program_of(alice)
    answer = program.client.post(f"{BASE}games", b" " * 2_700_000, content_type="application/json")
    assert problem_of(answer, 413)["error"] == "too_large"
    assert "RateLimit" in answer.headers


def test_a_fault_of_the_site(game: Game, alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("games.api.playing.view_open", fails)
    program = program_of(alice)
    program.client.raise_request_exception = False
    answer = program.client.get(f"{BASE}games/{game.public_id}")
    found = problem_of(answer, 500)
    assert found["error"] == "server_error"
    assert "ZeroDivision" not in str(found)
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert "RateLimit" in answer.headers


@pytest.mark.parametrize("path", ["me", "games/x/stream", "openapi.json", "nowhere"])
def test_a_closed_site(closed: None, alice: User, path: str) -> None:
    answer = program_of(alice).client.get(BASE + path)
    if path == "nowhere":
        problem_of(answer, 404)
        return
    found = problem_of(answer, 503)
    assert (found["error"], found["detail"]) == ("site_closed", "Back at noon.")
    assert answer.headers["Retry-After"] == "300"
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert "Retry-After" in answer.headers["Access-Control-Expose-Headers"]


def test_a_closed_site_says_so_without_words_of_its_own(closed: None, program: Client) -> None:
    site_keep(SiteNow(closed=True))
    found = problem_of(program.get(f"{BASE}me", headers={"Accept-Language": "fr"}), 503)
    assert found["detail"].startswith("Nous")


def test_the_page_about_the_interface_stays_a_page(closed: None, program: Client) -> None:
    answer = program.get(f"{BASE}docs")
    assert answer.status_code == 503
    assert "Back at noon." in words_of(answer)
    assert "Access-Control-Allow-Origin" not in answer.headers


def test_preflights_are_answered_while_the_site_is_closed(closed: None, program: Client) -> None:
    answer = program.options(f"{BASE}me", headers={"Access-Control-Request-Method": "GET"})
    assert (answer.status_code, answer.headers["Access-Control-Allow-Methods"]) == (204, "GET")


@pytest.mark.django_db(transaction=True)
def test_a_database_that_is_away(monkeypatch: pytest.MonkeyPatch, program: Client) -> None:
    connection.close()
    with monkeypatch.context() as away:
        away.setitem(connection.settings_dict, "HOST", "/nowhere")
        answer = program.get(f"{BASE}games", headers={"Authorization": "Bearer odin_x"})
    assert problem_of(answer, 503)["error"] == "try_later"
    assert (answer.headers["Retry-After"], answer.headers["Access-Control-Allow-Origin"]) == ("5", "*")


@pytest.mark.django_db(transaction=True)
def test_one_request_too_many_at_a_time() -> None:
    busy = Pages(PageLimits(drawn={"network": 1, "visitors": 1, "session": 1}, wait_s=0.05))

    async def visits() -> Any:
        place = await busy.queue.enter({"client": ("127.0.0.1", 4711), "headers": []})
        refused = await asked(busy, f"{BASE}me", headers={"accept-language": "de"})
        busy.queue.leave(place)
        return refused

    refused = run(visits)[0]
    busy.threads.shutdown()
    headers = {name.decode(): value.decode() for name, value in refused[0]["headers"]}
    assert (refused[0]["status"], headers["Content-Type"], headers["Retry-After"]) == (503, PROBLEM, "5")
    assert headers["Access-Control-Allow-Origin"] == "*"
    found = json.loads(text(refused))
    assert (found["error"], found["status"]) == ("too_many_pages", 503)
    assert "in ein paar Sekunden" in found["detail"]
