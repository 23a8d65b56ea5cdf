"""Parts of pages that are drawn once for the same values."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
import time_machine
from django.template import engines
from django.utils import timezone
from django.utils.translation import override

from games.table.players import Player
from games.table.view_model import Entry
from games.web.fragments import _drawn, fragment

NOON = datetime(2027, 3, 1, 12, tzinfo=UTC)


def line(player: Player, at: datetime = NOON) -> str:
    return fragment("games/table/log/entry.html", entry=Entry("pass", player, 3, at))


def player(name: str, *, is_me: bool = False) -> Player:
    return Player(7, name, "", 1, is_me=is_me, is_bot=False)


@time_machine.travel(NOON, tick=False)
def test_it_is_drawn_once_for_equal_values_and_anew_for_others() -> None:
    first = line(player("bob <b>"))
    assert "bob &lt;b&gt;" in first
    hits = _drawn.cache_info().hits
    assert line(player("bob <b>")) is first
    assert _drawn.cache_info().hits == hits + 1
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


def test_it_takes_only_values_that_cannot_change() -> None:
    page = engines["django"].from_string('{% load fragments %}{% fragment "games/table/log/entry.html" entry=entry %}')
    with pytest.raises(TypeError):
        page.render({"entry": ["a list"]})
