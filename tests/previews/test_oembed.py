"""oEmbed: public games alone, as a link with a picture."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.models import Game
from tests.games_laid import finished_game
from tests.previews.heads import local, preview_at
from tests.table.tables import game_url

pytestmark = pytest.mark.django_db


def embedded(path: str, **query: str) -> tuple[int, dict[str, Any]]:
    answer = Client().get(reverse("games:oembed"), {"url": settings.PUBLIC_URL + path, **query})
    return answer.status_code, json.loads(answer.content) if answer.status_code == 200 else {}


def test_a_pages_link_leads_to_its_title_and_picture(game: Game) -> None:
    found = preview_at(game_url("table", game))
    answer = Client().get(local(found["oembed"]))
    told = json.loads(answer.content)
    assert told["version"] == "1.0"
    assert told["type"] == "link"
    assert told["title"] == found["og:title"]
    assert (told["thumbnail_url"], told["thumbnail_width"]) == (found["og:image"], 1200)


def test_a_turn_of_a_replay_is_that_turn(alice: User, bob: User) -> None:
    page = game_url("replay", finished_game([alice, bob])) + "?hand=1&turn=2"
    assert embedded(page)[1]["thumbnail_url"] == preview_at(page)["og:image"]


def test_a_small_frame_gets_no_picture(game: Game) -> None:
    status, told = embedded(game_url("table", game), maxwidth="400")
    assert status == 200
    assert "thumbnail_url" not in told


def test_private_games_and_other_pages_are_not_found(private_game: Game) -> None:
    token = reverse("games:invited", args=[private_game.invite_token])
    for path in (game_url("table", private_game), game_url("replay", private_game), token, "/", "/players/alice/"):
        assert embedded(path)[0] == 404
    assert Client().get(reverse("games:oembed"), {"url": "https://elsewhere.example/g/abc/"}).status_code == 404
    assert Client().get(reverse("games:oembed")).status_code == 404


def test_only_json_is_spoken(game: Game) -> None:
    assert embedded(game_url("table", game), format="xml")[0] == 501
