"""Every call that translates is in the catalogue: the extractor reads tokens, and these tests read the syntax tree."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from tests.words.catalogues import ROOT, messages, python_files, said, template_files
from tests.words.gettext_calls import GettextCall, calls_in, template_keys

OF_STORED_WORDS: Final = {"accounts/templatetags/stopped.py", "games/notices/words.py"}
"""These translate reasons that rows hold in English; `gettext_noop` marks each of them."""


def every_call() -> Iterator[tuple[str, GettextCall]]:
    for path in python_files():
        where = str(path.relative_to(ROOT))
        yield from ((where, call) for call in calls_in(ast.parse(path.read_text())))


def test_every_call_is_in_the_catalogue() -> None:
    known = messages(said())
    unknown = [(where, call.line, call.key) for where, call in every_call() if call.key and call.key not in known]
    assert unknown == [], "the extractor misses these"


def test_no_call_is_inside_an_f_string() -> None:
    """The extractor sees such a call from Python 3.12 only."""
    assert [(where, call.line) for where, call in every_call() if call.in_f_string] == []


def test_only_stored_words_are_translated_without_a_literal() -> None:
    assert {where for where, call in every_call() if call.key is None} == OF_STORED_WORDS


@pytest.mark.parametrize("path", list(template_files()), ids=lambda path: str(path.relative_to(ROOT / "templates")))
def test_every_message_of_a_template_is_in_the_catalogue(path: Path) -> None:
    assert [key for key in template_keys(path.read_text()) if key not in messages(said())] == []


def found_in(source: str) -> list[GettextCall]:
    return list(calls_in(ast.parse("from django.utils.translation import gettext as _, npgettext_lazy\n" + source)))


def test_the_look_finds_each_variant() -> None:
    assert found_in('_("One")') == [GettextCall(2, ("", "One"), in_f_string=False)]
    assert found_in('npgettext_lazy("a place", "One", "Many", 3)')[0].key == ("a place", "One")
    assert found_in("from django.utils import translation\ntranslation.pgettext('it', 'One')")[0].key == ("it", "One")
    assert found_in('f"{name}: {_("One")}"'.replace('"One"', "'One'"))[0].in_f_string
    assert found_in("_(stored)")[0].key is None
    assert found_in("gettext('not imported')") == []


def test_the_look_finds_each_tag() -> None:
    source = (
        '{% load i18n %}{% if a %}{% trans "One" context "here" %}{% else %}{{ a|default:_("Two") }}{% endif %}'
        "{% for b in a %}{% blocktrans trimmed count c=b %}\n Three\n {% plural %}{{ c }} threes{% endblocktrans %}"
        "{% endfor %}"
    )
    assert list(template_keys(source)) == [("", "Two"), ("here", "One"), ("", "Three")]
