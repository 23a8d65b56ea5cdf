"""`{% url %}` in templates."""

from __future__ import annotations

import pytest
from django.template import Context, Template
from django.test import RequestFactory
from django.urls import NoReverseMatch, reverse, set_script_prefix


def drawn(tag: str, **values: object) -> str:
    return Template(tag).render(Context({"request": RequestFactory().get("/"), **values}))


@pytest.mark.parametrize("game", ["abc", "def"])
def test_each_value_has_its_own_address(game: str) -> None:
    for _time in range(2):
        assert drawn("{% url 'games:table' game %}", game=game) == f"/g/{game}/"


def test_names_and_other_forms_are_djangos() -> None:
    assert drawn("{% url name %}", name="games:rules") == reverse("games:rules")
    assert drawn("{% url 'games:table' public_id=game %}", game="abc") == "/g/abc/"
    assert drawn("{% url 'games:table' game as way %}[{{ way }}]", game="abc") == "[/g/abc/]"
    assert drawn("{% url 'nothing' as way %}[{{ way }}]") == "[]"
    with pytest.raises(NoReverseMatch):
        drawn("{% url 'nothing' %}")


def test_a_sites_folder_stands_before_the_address() -> None:
    assert drawn("{% url 'games:rules' %}") == "/rules/"
    set_script_prefix("/odin/")
    try:
        assert drawn("{% url 'games:rules' %}") == "/odin/rules/"
    finally:
        set_script_prefix("/")


def test_text_is_escaped() -> None:
    assert drawn("{% url 'games:profile' handle %}", handle="a&b") == "/players/a&amp;b/"
