"""Links to send: in a field without the script, with a QR code."""

from __future__ import annotations

import re
from urllib.parse import quote

import pytest
import time_machine
from django.conf import settings
from django.test import Client, RequestFactory

from accounts.models import User
from games.lobby.services import NewGame
from games.models import Game
from games.previews.qr import qr_matrix, qr_svg
from games.previews.views import CODES
from tests.clients import ClientOf
from tests.factories import make_game
from tests.games_laid import finished_game
from tests.table.tables import game_url, text_of

pytestmark = pytest.mark.django_db


def shown(response: object, path: str) -> bool:
    page = text_of(response)
    return f">{settings.PUBLIC_URL}{path.replace('&', '&amp;')}</textarea>" in page and (
        f'src="/qr.svg?path={quote(path, safe="")}"' in page
    )


def test_the_waiting_room_has_its_invitation(alice: User, client_of: ClientOf) -> None:
    game = make_game([alice], NewGame(seats=3))
    assert shown(client_of(alice).get(game_url("table", game)), f"/i/{game.invite_token}/")


def test_visitors_of_the_waiting_room_get_no_invitation(alice: User) -> None:
    game = make_game([alice], NewGame(seats=3))
    assert game.invite_token not in text_of(Client().get(game_url("table", game)))


def test_the_end_of_a_public_game_has_its_replay(alice: User, bob: User, client_of: ClientOf) -> None:
    game = finished_game([alice, bob])
    assert shown(client_of(alice).get(game_url("table", game)), game_url("replay", game))
    Game.objects.filter(pk=game.pk).update(visibility="private")
    assert "share-link" not in text_of(client_of(alice).get(game_url("table", game)))


def test_a_replay_has_the_link_to_its_turn(alice: User, bob: User) -> None:
    address = game_url("replay", finished_game([alice, bob]))
    assert shown(Client().get(f"{address}?hand=1&turn=3"), f"{address}?hand=1&turn=3")


def test_the_code_is_that_of_the_sites_link() -> None:
    answer = Client().get("/qr.svg", {"path": "/g/abc/"})
    assert answer["Content-Type"] == "image/svg+xml"
    assert answer.content.decode() == qr_svg(f"{settings.PUBLIC_URL}/g/abc/")


def test_caches_may_keep_a_code_and_one_network_gets_so_many_a_minute(travel: time_machine.Traveller) -> None:
    code = {"path": "/g/abc/"}
    kept = Client().get("/qr.svg", code)
    assert kept["Cache-Control"] == "public, max-age=86400, immutable"
    assert not kept.cookies
    asked = RequestFactory().get("/qr.svg")
    assert [CODES.allows(asked) for _code in range(CODES.most)][-2:] == [True, False]
    refused = Client().get("/qr.svg", code)
    assert (refused.status_code, refused["Retry-After"], refused["Cache-Control"]) == (429, "60", "no-store")
    elsewhere = {"REMOTE_ADDR": "198.51.100.7"}
    assert Client().get("/qr.svg", code, **elsewhere).status_code == 200  # type: ignore[arg-type]
    travel.shift(60)
    assert Client().get("/qr.svg", code).status_code == 200


@pytest.mark.parametrize("address", ["/qr.svg?path=/g/abc/", "/previews/en/site/any.png"])
def test_codes_and_pictures_are_the_same_for_all_readers(address: str, alice: User, client_of: ClientOf) -> None:
    answers = [
        client.get(address, headers={"accept-language": language}, follow=True)
        for client in (Client(), client_of(alice))
        for language in ("en", "de")
    ]
    assert len({answer.content for answer in answers}) == 1
    assert {answer["Vary"] for answer in answers} == {"Accept-Encoding"}
    assert not any(answer.has_header("Content-Language") or answer.cookies for answer in answers)


def test_pages_vary_by_reader() -> None:
    page = Client().get("/rules/")
    assert {"Cookie", "Accept-Language"} <= {name.strip() for name in page["Vary"].split(",")}


def test_the_drawing_has_every_dark_module() -> None:
    matrix = qr_matrix("https://odin.example/g/abc/")
    drawn = set()
    for x, y, width in re.findall(r"M(\d+) (\d+)h(\d+)v1h-\3z", qr_svg("https://odin.example/g/abc/")):
        drawn |= {(int(x) + step, int(y)) for step in range(int(width))}
    assert drawn == {(x, y) for y, row in enumerate(matrix) for x, dark in enumerate(row) if dark}


@pytest.mark.parametrize("path", ["", "https://elsewhere.example/", "g/abc/", "/" + "a" * 200, "/a\nb"])
def test_other_texts_have_no_code(path: str) -> None:
    assert Client().get("/qr.svg", {"path": path}).status_code == 404
