"""Parts of pages that are drawn once for the same values."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
import time_machine
from django.conf import settings
from django.template import engines
from django.test import RequestFactory, override_settings
from django.utils import timezone
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString
from django.utils.translation import override

from games.table.players import Player
from games.table.view_model import Entry
from games.web.cached.fragments import cached, drawn_fragment, everywhere
from games.web.counting import counting

NOON = datetime(2027, 3, 1, 12, tzinfo=UTC)


def line(player: Player, at: datetime = NOON) -> str:
    return drawn_fragment("games/table/log/entry.html", entry=Entry("pass", player, 3, at))


def player(name: str, *, is_me: bool = False) -> Player:
    return Player(7, name, "", 1, is_me=is_me, is_bot=False)


@pytest.mark.fast
@time_machine.travel(NOON, tick=False)
def test_it_is_drawn_once_for_equal_values_and_anew_for_others() -> None:
    first = line(player("bob <b>"))
    assert "bob &lt;b&gt;" in first
    assert line(player("bob <b>")) is first
    assert "You passed" in line(player("bob <b>", is_me=True)).replace("<b>", "").replace("</b>", "")


def test_it_is_in_the_readers_language_and_hours_on_their_day() -> None:
    with time_machine.travel(NOON, tick=False):
        english = line(player("bob"))
        with override("de"):
            assert line(player("bob")) != english
        with timezone.override(ZoneInfo("Asia/Tokyo")):
            assert ">21:00<" in line(player("bob"))
    assert ">12:00<" in english
    with time_machine.travel(NOON.replace(day=2), tick=False):
        assert ">Mon 12:00<" in line(player("bob"))


@pytest.mark.fast
def test_points_count_as_the_reader_counts_them() -> None:
    def points() -> str:
        return drawn_fragment("games/lobby/rows/points.html", points=4, target=15)

    upwards = points()
    with counting(down=True):
        assert '<b class="points">11</b> of 15 left' in points()
    assert '<b class="points">4</b> of 15' in upwards
    assert points() is upwards


@pytest.mark.fast
def test_it_takes_only_values_that_cannot_change() -> None:
    page = engines["django"].from_string('{% load fragments %}{% fragment "games/table/log/entry.html" entry=entry %}')
    with pytest.raises(TypeError):
        page.render({"entry": ["a list"]})


def test_a_form_has_the_token_of_each_request() -> None:
    page = engines["django"].from_string(
        '{% load fragments %}{% fragment "partials/nav/own_pages.html" handle="bob" is_staff=False cases=0 %}'
    )
    first, second = (page.render({}, RequestFactory().get("/")) for _request in range(2))
    tokens = [re.findall(r'name="csrfmiddlewaretoken" value="(\w{64})"', text) for text in (first, second)]
    assert [len(found) for found in tokens] == [1, 1]
    assert tokens[0] != tokens[1]


def test_safe_and_plain_words_are_escaped_apart() -> None:
    name = "<b>bob</b>"

    @cached(everywhere)
    def drawn(words: str) -> SafeString:
        return conditional_escape(words)

    assert drawn(SafeString(name)) == name
    assert drawn(name) == "&lt;b&gt;bob&lt;/b&gt;"


def test_with_debug_a_changed_template_shows(tmp_path: Path) -> None:
    page = tmp_path / "words.html"
    loaders = ["django.template.loaders.filesystem.Loader"]
    folders = [{"BACKEND": settings.TEMPLATES[0]["BACKEND"], "DIRS": [tmp_path], "OPTIONS": {"loaders": loaders}}]
    page.write_text("before")
    with override_settings(TEMPLATES=folders, DEBUG=True):
        assert drawn_fragment("words.html") == "before"
        page.write_text("after")
        assert drawn_fragment("words.html") == "after"
