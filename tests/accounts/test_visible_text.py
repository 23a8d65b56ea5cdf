"""Texts that show nothing are none, in every field that people write into."""

import sys
from collections.abc import Iterator
from typing import Any
from unicodedata import category

import pytest
from django import forms
from django.core.exceptions import ValidationError
from django.urls import get_resolver

from accounts.visible_text import NameField, WrittenField, letter_shows, text_written

# Invisible characters: fillers, a Braille cell, joiners, selectors, inherent vowels, spaces.
NOTHING = [
    "\u3164", "\u2800", "\uffa0", "\u115f", "\u1160", "\u034f", "\ufe0f", "\u17b4", "\u17b5", "\u00ad", "\u180e",
    "\u200b", "\u2060", "\u2063", "\u202e", "\ufeff", "\ufff9", "\u3000", "\u00a0", "\u2028", "\x00", "\x1b", "\ue000",
    "\U000e0061", "\U0001d159", "\U0001d173",
]  # fmt: skip
# Fields whose text is looked up, or checked in another way.
NOT_WRITTEN = {"handle", "username", "email", "login", "address", "code", "contribution", "key", "time_zone", "uidb36"}


@pytest.mark.parametrize("letter", NOTHING, ids=lambda letter: f"U+{ord(letter):04X}")
def test_letters_without_a_picture_make_no_text(letter: str) -> None:
    assert not letter_shows(letter)
    assert [text_written(text) for text in (letter, letter * 3, f" {letter}\n", f"\u0301{letter}")] == [""] * 4


@pytest.mark.parametrize(
    "text",
    ["a", "é", "e\u0301", "5", "!", "…", "❤\ufe0f", "👩\u200d🚀", "🏴\U000e0067\U000e007f", "한", "ក", "م"],
)
def test_letters_symbols_and_emoji_do(text: str) -> None:
    assert text_written(f"  {text} ") == text
    assert NameField().clean(text) == text


def test_every_space_and_ignorable_letter_of_python_is_known() -> None:
    """Spaces and most ignorable letters have categories of their own there."""
    spaces = [letter for letter in map(chr, range(sys.maxunicode)) if letter.isspace()]
    assert not any(map(letter_shows, spaces))
    formats = [letter for letter in map(chr, range(sys.maxunicode)) if category(letter) == "Cf"]
    # Signs over or before numbers, and those that arrange hieroglyphs; each shows.
    assert {f"{ord(letter):04X}"[:-2] for letter in formats if letter_shows(letter)} <= {"06", "07", "08", "110", "134"}


@pytest.mark.parametrize("text", ["two\u3164", "turned \u202e round", "a\u2800b", "two\nlines", "\u3164"])
def test_names_have_visible_letters_alone(text: str) -> None:
    with pytest.raises(ValidationError, match="visible"):
        NameField().clean(text)


def test_a_text_may_have_them_between_its_letters() -> None:
    assert WrittenField().clean("soft\u00adhyphen \u2800 and\u3164more") == "soft\u00adhyphen \u2800 and\u3164more"


def test_an_empty_looking_text_is_a_missing_one() -> None:
    with pytest.raises(ValidationError, match="required"):
        WrittenField().clean("\u3164\u2800")
    assert WrittenField(required=False).clean("\u3164\u2800") == ""


def test_all_forms_take_texts_by_these_fields() -> None:
    # Imports every form.
    assert get_resolver().url_patterns
    found = {
        f"{form.__module__}.{form.__qualname__}.{name}"
        for form in _forms(forms.BaseForm)
        if form.__module__.split(".")[0] in {"accounts", "games", "odinsite"}
        for name, field in form.base_fields.items()
        if _takes_words(field) and name not in NOT_WRITTEN
    }
    assert found == set()


def _takes_words(field: forms.Field) -> bool:
    """Plain text fields do; those for addresses, patterns and choices check by themselves."""
    return type(field) is forms.CharField and not isinstance(field.widget, (forms.PasswordInput, forms.HiddenInput))


def _forms(base: type[Any]) -> Iterator[type[Any]]:
    for form in base.__subclasses__():
        yield form
        yield from _forms(form)
