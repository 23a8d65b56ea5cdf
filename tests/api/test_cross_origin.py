"""Scripts on other sites read with a token, never with a login's cookie, and never write."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games.models import Game
from tests.api.programs import BASE, program_of
from tests.api.test_access import operations
from tests.clients import ClientOf

pytestmark = pytest.mark.django_db

ORIGIN = {"Origin": "https://elsewhere.example"}


def preflight(path: str, method: str, client: Client) -> Any:
    return client.options(path, headers={**ORIGIN, "Access-Control-Request-Method": method})


@pytest.mark.parametrize(("operation", "method", "path"), operations())
def test_preflights_allow_reading_alone(operation: str, method: str, path: str, client: Client) -> None:
    answer = preflight(path.replace("{game}", "x").replace("{username}", "bob"), method.upper(), client)
    assert answer.status_code == 204
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert answer.headers["Access-Control-Allow-Methods"] == "GET"
    assert "Authorization" in answer.headers["Access-Control-Allow-Headers"]
    assert "Access-Control-Allow-Credentials" not in answer.headers


def test_answers_to_reads_show_to_scripts(game: Game, alice: User, client: Client) -> None:
    program, path = program_of(alice), f"{BASE}games/{game.public_id}"
    read = program.client.get(path, headers=ORIGIN)
    same = program.client.get(path, headers={**ORIGIN, "If-None-Match": read.headers["ETag"]})
    refused = client.get(path, headers=ORIGIN)
    document = client.get(f"{BASE}openapi.json", headers=ORIGIN)
    assert [answer.status_code for answer in (read, same, refused, document)] == [200, 304, 401, 200]
    for answer in (read, same, refused, document):
        assert answer.headers["Access-Control-Allow-Origin"] == "*"
        assert "Access-Control-Allow-Credentials" not in answer.headers
    assert {"ETag", "RateLimit", "Retry-After"} <= set(read.headers["Access-Control-Expose-Headers"].split(", "))


def test_writes_and_logins_show_nothing(game: Game, alice: User, client_of: ClientOf) -> None:
    program = program_of(alice)
    written = program.client.post(f"{BASE}games/{game.public_id}/rematch", headers=ORIGIN)
    assert "Access-Control-Allow-Origin" not in written.headers
    assert client_of(alice).get(f"{BASE}me", headers=ORIGIN).status_code == 401
    page = client_of(alice).get(f"/g/{game.public_id}/", headers=ORIGIN)
    assert "Access-Control-Allow-Origin" not in page.headers
