"""The pictures of previews: drawn for what pages show, once, and within their frame."""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator

import pytest
import time_machine
from django.conf import settings
from django.test import Client, RequestFactory
from django.utils import translation
from resvg_py import svg_to_bytes

from accounts.models import User
from games.lobby.services import NewGame
from games.models import Game
from games.previews.drawing import HEIGHT, WIDTH, Fact, Scene, picture
from games.previews.drawing.art import rules
from games.previews.drawing.picture import svg
from games.previews.drawing.text import SANS, SERIF, drawable, fitted, text_width
from games.previews.pages import site_preview
from games.previews.views import DRAWN
from tests.factories import make_game
from tests.games_laid import finished_game, game_where, turn_next
from tests.previews.heads import local, preview_at
from tests.table.tables import game_url

LONG = "W" * 20


def size_of(png: bytes) -> tuple[int, int]:
    assert png.startswith(b"\x89PNG")
    width, height = struct.unpack(">II", png[16:24])
    return width, height


def pages_of(alice: User, bob: User) -> Iterator[str]:
    yield "/"
    yield f"/i/{make_game([alice], NewGame(seats=3)).invite_token}/"
    yield game_url("table", make_game([bob], NewGame(seats=3)))
    yield game_url("table", game_where([alice, bob], lambda state: bool(state.table)))
    over = finished_game([alice, bob])
    yield game_url("table", over)
    yield game_url("replay", over) + "?hand=1&turn=3"
    yield "/players/alice/"


def test_each_page_names_its_picture_which_caches_may_keep(alice: User, bob: User) -> None:
    for page in pages_of(alice, bob):
        answer = Client().get(local(preview_at(page)["og:image"]))
        assert answer.status_code == 200, page
        assert answer["Content-Type"] == "image/png"
        assert "immutable" in answer["Cache-Control"]
        assert size_of(answer.content) == (WIDTH, HEIGHT)


def test_an_older_version_leads_to_todays(alice: User, bob: User) -> None:
    game = game_where([alice, bob], lambda state: bool(state.table))
    before = local(preview_at(game_url("table", game))["og:image"])
    turn_next(game)
    answer = Client().get(before)
    assert answer.status_code == 302
    assert answer["Location"] == local(preview_at(game_url("table", game))["og:image"])


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["previews/xx/site/0.png", "previews/en/g/nosuchgame/0.png", "previews/en/i/no/0.png"])
def test_what_does_not_exist_has_no_picture(path: str) -> None:
    assert Client().get(f"/{path}").status_code == 404


def test_a_private_game_has_no_picture(private_game: Game) -> None:
    assert Client().get(f"/previews/en/g/{private_game.public_id}/0.png").status_code == 404


@pytest.mark.fast
def test_one_network_gets_so_many_new_pictures_a_minute(alice: User, travel: time_machine.Traveller) -> None:
    drawn, new = (local(preview_at(page)["og:image"]) for page in ("/", f"/players/{alice.handle}/"))
    assert Client().get(drawn).status_code == 200
    asked = RequestFactory().get(new)
    assert [DRAWN.allows(asked) for _drawing in range(DRAWN.most)][-2:] == [True, False]
    refused = Client().get(new)
    assert (refused.status_code, refused["Retry-After"]) == (429, "60")
    assert Client().get(drawn).status_code == 200
    travel.shift(60)
    assert Client().get(new).status_code == 200


@pytest.mark.django_db
def test_the_site_has_a_picture_in_each_language() -> None:
    pictures = set()
    for language in ("en", "de", "fr", "es", "it", "nl", "ca"):
        with translation.override(language):
            scene = site_preview().scene
        assert drawable(scene.heading, SERIF) == scene.heading
        pictures.add(picture(scene))
    assert len(pictures) == 7


def full(**shown: object) -> Scene:
    facts = tuple(Fact(LONG, "1 Punkt übrig") for _player in range(6))
    return Scene(LONG, f"{LONG} lädt dich zu einer {LONG}{LONG} ein", (LONG * 4, LONG), facts=facts, **shown)  # type: ignore[arg-type]


def test_no_text_or_card_leaves_the_frame() -> None:
    cards = tuple(f"{colour}{number}" for colour in "BRPGKO" for number in (9, 8, 7))
    margin = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="40" height="{HEIGHT}" viewBox="{WIDTH - 60} 0 40 {HEIGHT}">'
    )
    drawn = [str(svg(scene)).split(">", 1)[1] for scene in (full(cards=cards), Scene("", "x", facts=(Fact("", ""),)))]
    crowded, empty = (svg_to_bytes(svg_string=margin + inside, skip_system_fonts=True) for inside in drawn)
    assert crowded == empty


def test_names_are_escaped_in_the_drawing() -> None:
    assert "<script>" not in svg(Scene("a", "<script>", ("&",), facts=(Fact("<", ">"),)))


def test_letters_that_the_font_lacks_are_left_out() -> None:
    assert drawable("Odin 漢字 by 🐐 web", SANS) == "Odin by web"


@pytest.mark.parametrize("text", ["", "漢", "one", "some words that need more than one line to be shown", LONG * 5])
def test_text_fits_its_lines(text: str) -> None:
    shown = fitted(text, SERIF, width=300, lines=2, largest=60, smallest=20)
    assert len(shown.lines) <= 2
    assert all(text_width(line, SERIF, shown.size) <= 300 for line in shown.lines)


def test_cards_have_the_colours_of_pages() -> None:
    tokens = (settings.BASE_DIR / "odinsite/static/odin/css/site/tokens.css").read_text()
    rule = re.compile(r"^\.card-([BRPGKOX])\b[^{]*\{ --field: (\S+); --shade: (\S+); --tint: (\S+);", re.MULTILINE)
    dyed = {letter: colours for letter, *colours in rule.findall(tokens)}
    assert dyed.keys() == set("BRPGKOX")
    for letter, (field, shade, tint) in dyed.items():
        assert f".dyed-{letter} .c-field{{fill:{field}}}" in rules()
        assert f".dyed-{letter} .c-s{{fill:{shade}}}" in rules()
        assert f".dyed-{letter} .c-weave{{stroke:{tint}}}" in rules()
