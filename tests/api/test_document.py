"""The document in the repository is the interface's, so that reviews show each change of it."""

import html
import json
import re

import pytest
from django.test import Client

from games.api.docs import CLIENTS, answers, calls
from games.api.interface import FILE, document, document_text
from games.api.schemas import GameView
from games.engine import Refusal
from games.live.viewer_state import ViewMessage
from games.notices.outward.webhook_formats import PlainMessage


def test_the_stored_document_is_the_interfaces() -> None:
    """`manage.py openapi` writes it."""
    assert FILE.read_text(encoding="utf-8") == document_text()


def test_a_view_has_the_sockets_fields() -> None:
    assert set(GameView.model_fields) == set(ViewMessage.__annotations__) - {"type"}


def test_problems_have_their_own_type() -> None:
    for path in document()["paths"].values():
        for call in path.values():
            failed = {status: answer for status, answer in call["responses"].items() if status >= "400"}
            assert set(failed) >= {"401", "403", "429"}
            assert all(set(answer["content"]) == {"application/problem+json"} for answer in failed.values())


def test_limits_are_in_the_documents_words() -> None:
    """Pydantic writes its own words where it finds no limit of the schema's type."""
    assert not set(re.findall(r'"(ge|gt|le|lt)":', document_text()))


def test_the_page_has_all_fields_in_words() -> None:
    create = next(call for call in calls() if call.id == "create_game")
    assert (create.method, create.path, create.scope, create.answer) == ("POST", "/api/v1/games", "play", "GameView")
    types = {value.name: value.type for value in create.body}
    assert (types["target"], types["seats"]) == ("integer or null", "integer from 2 to 6")
    assert {value.name: value.default for value in create.body if value.default} == {
        "target": "15",
        "goat": "false",
        "two_player_deck": "true",
        "next_leader": "“left”",
        "pace": "“1d”",
        "rated": "false",
        "visibility": "“public”",
    }
    assert [value.name for value in create.parameters] == ["Idempotency-Key"]
    importing = next(call for call in calls() if call.id == "import_record")
    assert [(value.name, value.type) for value in importing.body] == [("body", "object")]
    assert {"Me", "GameView", "GameSummary", "GamePage", "Problem"} <= {answer.name for answer in answers()}


def test_the_page_shows_what_a_list_may_hold() -> None:
    change = next(call for call in calls() if call.id == "change_bot")
    types = {value.name: value.type for value in change.body}
    assert types["targets"] == "list of (10, 15, 20, 25, 30 or null) or null"
    assert types["seats"] == "list of (integer from 2 to 6) or null"
    bot = next(answer for answer in answers() if answer.name == "OutsideBotSummary")
    assert {value.name: value.type for value in bot.fields}["targets"] == "list of (integer or null)"


@pytest.mark.django_db
def test_the_page_names_all_refusals_of_a_turn_in_order(client: Client) -> None:
    page = client.get("/api/v1/docs").content.decode()
    named = re.findall(r"<code>(\w+)</code>", page.partition('id="refusals"')[2].partition("</p>")[0])
    assert named == [reason.value for reason in Refusal]


@pytest.mark.django_db
def test_the_pages_webhook_has_the_fields_of_real_ones(client: Client) -> None:
    page = client.get("/api/v1/docs").content.decode()
    shown = re.search(r"<code>(\{.*?\})</code>", page.partition('id="webhooks"')[2], re.DOTALL)
    assert shown is not None
    assert list(json.loads(html.unescape(shown[1]))) == list(PlainMessage.__annotations__)


def test_parameters_are_no_answers() -> None:
    assert not {answer.name for answer in answers()} & {"GameFilter", "LeaderboardFilter"}


@pytest.mark.django_db
def test_the_clients_are_there_to_download(client: Client) -> None:
    for name in CLIENTS:
        answer = client.get(f"/api/v1/clients/{name}")
        assert answer.headers["Content-Disposition"] == f'attachment; filename="{name}"'
        assert b"ODIN_TOKEN" in answer.content
    assert client.get("/api/v1/clients/settings.py").status_code == 404
