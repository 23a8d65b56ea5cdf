"""Each request is one line, with its account and queries, and without its address."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from io import StringIO
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from accounts.tracing.work import working
from games.models import Game
from tests.api.programs import program_of
from tests.clients import ClientOf
from tests.console import console_text, json_lines
from tests.games_laid import lay_game

pytestmark = pytest.mark.django_db
REQUESTS = "odin.request"


@pytest.fixture
def written() -> Iterator[StringIO]:
    with console_text("json") as text:
        yield text


def lines(written: StringIO) -> list[dict[str, Any]]:
    return json_lines(written.getvalue(), REQUESTS)


def test_a_page_is_one_line_that_names_route_status_account_time_and_queries(
    alice: User, client_of: ClientOf, written: StringIO
) -> None:
    browser = client_of(alice)
    with CaptureQueriesContext(connection) as asked:
        answer = browser.get("/settings/")
    [line] = lines(written)
    assert line.pop("time").endswith("Z")
    assert line.pop("ms") >= 0
    assert line.pop("message").startswith("GET accounts:settings 200 in ")
    assert line == {
        "level": "INFO", "logger": REQUESTS, "method": "GET", "route": "accounts:settings", "status": 200,
        "account": alice.pk, "queries": len(asked), "id": answer.headers["X-Request-ID"],
    }  # fmt: skip


def test_a_visitors_page_has_no_account(client: Client, written: StringIO) -> None:
    client.get("/rules/")
    [line] = lines(written)
    assert (line["route"], line["account"]) == ("games:rules", None)


def test_a_made_up_method_is_not_named(client: Client, written: StringIO) -> None:
    client.generic("ALICE@EXAMPLE.ORG", "/rules/")
    [line] = lines(written)
    assert line["method"] == "_OTHER"
    assert "ALICE" not in written.getvalue()


def test_a_programs_request_has_the_tokens_account(alice: User, written: StringIO) -> None:
    program_of(alice).get("me")
    [line] = lines(written)
    assert (line["status"], line["account"]) == (200, alice.pk)


def test_a_pipelines_statements_are_counted_one_by_one(alice: User, bob: User, client_of: ClientOf) -> None:
    """A query that is captured goes no way of a pipeline, so the two ways are compared."""
    game: Game = lay_game([alice, bob])
    counts = []
    for _way in range(2):
        with console_text("json") as text:
            if _way:
                client_of(alice).get(f"/g/{game.public_id}/")
            else:
                with CaptureQueriesContext(connection):
                    client_of(alice).get(f"/g/{game.public_id}/")
        [line] = lines(text)
        counts.append(line["queries"])
    assert counts[0] > 1
    assert counts[0] == counts[1]


@pytest.mark.parametrize("path", ["/livez", "/readyz", "/metrics", "/static/odin/nothing.css"])
def test_probes_and_files_are_no_lines(client: Client, written: StringIO, path: str) -> None:
    client.get(path)
    assert lines(written) == []


@pytest.mark.parametrize("path", ["/nowhere/", "/g/nothere/", "/i/5ec7e75ec7e7/"])
def test_a_refusal_is_one_line_in_all(client: Client, written: StringIO, path: str) -> None:
    client.get(path)
    assert len(json_lines(written.getvalue())) == 1


def test_a_wrong_host_is_one_line_in_all(client: Client, written: StringIO) -> None:
    client.get("/settings/", headers={"Host": "elsewhere.example"})
    [line] = json_lines(written.getvalue())
    assert "'elsewhere.example'" in line["message"]
    assert line["id"]


def test_requests_have_different_ids(client: Client) -> None:
    ids = {client.get("/rules/").headers["X-Request-ID"] for _time in range(3)}
    assert len(ids) == 3


def test_other_lines_of_a_request_have_its_id() -> None:
    with console_text() as text, working("5eed") as work:
        logging.getLogger("odin.test").warning("Something is wrong.")
        work.queries += 1
    logging.getLogger("odin.test").warning("Something else is wrong.")
    assert text.getvalue().endswith("WARNING odin.test Something is wrong. [5eed]\n")
