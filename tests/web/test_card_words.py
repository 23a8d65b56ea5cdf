"""Cards in words, in every language."""

from __future__ import annotations

import pytest
from django.conf import settings
from django.utils import translation

from games.engine import COLOURS, Card
from games.web.card_words import short_card, spoken_cards

SPOKEN = [
    (["K4"], "black 4"),
    (["R5", "B5"], "red 5 and blue 5"),
    (["G9", "G8", "G2"], "green 9, 8 and 2"),
    (["G9", "G2", "X0"], "green 9, green 2 and the goat"),
    (["R5", "B9", "B2"], "red 5, blue 9 and blue 2"),
]


@pytest.mark.parametrize(("codes", "words"), SPOKEN)
def test_cards_are_said_in_words(codes: list[str], words: str) -> None:
    assert spoken_cards(codes) == words


def test_a_card_is_said_as_its_code_is() -> None:
    assert short_card(Card.parse("O7")) == short_card("O7") == "orange 7"
    assert short_card("X0") == "the goat"


def test_each_colour_is_bent_as_the_language_does() -> None:
    with translation.override("es"):
        assert spoken_cards(["R9", "R2"]) == "los 9 y 2 rojos"
        assert spoken_cards(["R9", "K9"]) == "el 9 rojo y el 9 negro"


@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES])
def test_no_card_has_a_code_in_any_language(language: str) -> None:
    with translation.override(language):
        assert len({short_card(f"{letter}4") for letter in COLOURS}) == len(COLOURS)
        assert not any(f"{letter}4" in short_card(f"{letter}4") for letter in COLOURS)
