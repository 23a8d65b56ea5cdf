"""Only a valid token may call, with the operation's scope, within its limits."""

from __future__ import annotations

from typing import Final

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from accounts.models import ApiToken, User
from games.api import limits
from games.api.interface import document
from games.models import Game
from tests.api.programs import BASE, Program, program_of
from tests.clients import ClientOf
from tests.factories import make_person

pytestmark = pytest.mark.django_db

# Every operation and the scope that it needs; "" for any token. A new operation needs a decision here.
SCOPES: Final = {
    "import_record": "play",
    "get_me": "",
    "list_games": "read",
    "create_game": "play",
    "join_game": "play",
    "leave_game": "play",
    "contribute": "play",
    "start_game": "play",
    "list_challenges": "read",
    "challenge_player": "play",
    "accept_challenge": "play",
    "decline_challenge": "play",
    "get_game": "read",
    "take_turn": "play",
    "get_record": "read",
    "undo_turn": "play",
    "resign_game": "play",
    "pause_game": "play",
    "rematch_game": "play",
    "read_chat": "read",
    "write_chat": "play",
    "get_player": "read",
    "get_leaderboard": "read",
    "list_bots": "read",
    "become_bot": "bot",
    "change_bot": "bot",
    "list_notifications": "read",
    "stream_me": "read",
    "stream_game": "read",
}


def operations() -> list[tuple[str, str, str]]:
    """Each operation's id, method and path."""
    return [
        (call["operationId"], method, path)
        for path, methods in document()["paths"].items()
        for method, call in methods.items()
    ]


def call(program: Program, method: str, path: str, game: Game) -> int:
    address = path.removeprefix(BASE).replace("{game}", game.public_id).replace("{username}", "bob")
    program.get(address) if method == "get" else program.post(address, {})
    return program.status


def test_every_operation_has_a_scope_that_was_decided() -> None:
    assert {operation for operation, _method, _path in operations()} == set(SCOPES)


@pytest.mark.parametrize(("operation", "method", "path"), operations())
def test_an_operation_needs_its_scope_alone(operation: str, method: str, path: str, game: Game, alice: User) -> None:
    for scope in ApiToken.Scope.values:
        status = call(program_of(alice, scope), method, path, game)
        assert (status == 403) == (SCOPES[operation] not in ("", scope)), (operation, scope, status)


@pytest.mark.parametrize(("operation", "method", "path"), operations())
def test_without_a_valid_token_nothing_opens(
    operation: str, method: str, path: str, game: Game, alice: User, client_of: ClientOf
) -> None:
    program = Program("odin_wrong")
    assert call(program, method, path, game) == 401
    assert program.last.json()["error"] == "no_token"
    assert program.last.headers["WWW-Authenticate"].startswith("Bearer")
    # A login's cookie opens nothing: other sites' pages would send it too.
    program.client = client_of(alice)
    assert call(program, method, path, game) == 401


def test_errors_are_problems_in_the_accounts_language(alice: User) -> None:
    User.objects.filter(pk=alice.pk).update(language="de")
    program = program_of(alice, "read")
    told = program.post("games", {"seats": 2})
    assert program.last.headers["Content-Type"] == "application/problem+json"
    assert (told["status"], told["title"], told["error"]) == (403, "Forbidden", "scope_missing")
    assert told["scope"] == "play"
    assert "Token" in told["detail"]
    assert "may not" not in told["detail"]


def test_wrong_values_are_named_without_being_repeated(alice: User) -> None:
    told = program_of(alice).post("games", {"seats": 9, "pace": "<b>secret</b>"})
    assert (told["status"], told["error"]) == (422, "malformed")
    assert {each["field"] for each in told["fields"]} == {"body.seats", "body.pace"}
    assert "secret" not in str(told)
    program = program_of(alice)
    assert [each["field"] for each in program.post("games", [])["fields"]] == ["body"]
    assert [each["field"] for each in program.get("games", status="lost")["fields"]] == ["query.status"]


def test_answers_tell_the_limits_of_token_and_account(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "OF_TOKEN", 3)
    monkeypatch.setattr(limits, "OF_ACCOUNT", 5)
    first, second = program_of(alice), program_of(alice)
    # Counters begin again with each minute.
    with time_machine.travel(timezone.now(), tick=False):
        for left in (2, 1, 0):
            first.get("me")
            assert f'"token";r={left};' in first.last.headers["RateLimit"]
        assert first.get("me")["error"] == "too_many_requests"
        assert 0 < int(first.last.headers["Retry-After"]) <= limits.SPAN_S
        second.get("me")
        assert second.status == 200
        # The sixth of the account.
        second.get("me")
        assert second.status == 429
        other = program_of(make_person("dora"))
        other.get("me")
        assert other.status == 200


def test_only_the_caller_may_store_an_answer(game: Game, alice: User) -> None:
    program = program_of(alice)
    program.get(f"games/{game.public_id}")
    assert program.last.headers["Cache-Control"] == "private, no-cache"
    assert "Authorization" in program.last.headers["Vary"]


def test_the_email_address_needs_its_scope(alice: User) -> None:
    assert program_of(alice, "read").get("me") == {
        "username": "alice", "bot": False, "language": "en", "time_zone": "UTC", "scopes": ["read"],
    }  # fmt: skip
    assert program_of(alice, "account:read").get("me")["email"] == alice.email


def test_the_documentation_is_open_to_all(client: Client) -> None:
    page = client.get(f"{BASE}docs")
    assert page.status_code == 200
    for operation in SCOPES:
        assert f'id="{operation}"' in page.content.decode()
    assert client.get(f"{BASE}openapi.json").json()["openapi"].startswith("3.1")
