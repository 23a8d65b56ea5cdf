"""Cards in words for pages, emails and scripts: "red 5 and blue 5", "green 9, 8 and 2"."""

from __future__ import annotations

import re
from collections.abc import Iterable

from django import template
from django.utils.translation import gettext, ngettext, npgettext

from games.engine import COLOURS, GOAT
from games.web.sentences import in_a_row

register = template.Library()

GOAT_CODE = str(GOAT)
BEFORE_NUMBER = re.compile(r"(?<=[^\W\d_]) (?=\d)")


@register.filter
def short_card(code: object) -> str:
    text = str(code)
    return gettext("the goat") if text == GOAT_CODE else _coloured(text[0], text[1], 1)


@register.filter
def card_count(count: int) -> str:
    return ngettext("%(n)s card", "%(n)s cards", count) % {"n": count}


@register.filter
def spoken_cards(codes: Iterable[object]) -> str:
    """The cards in words; a shared colour is named once."""
    cards = [str(code) for code in codes]
    colours = {card[0] for card in cards}
    if len(cards) > 1 and len(colours) == 1:
        return _coloured(cards[0][0], in_a_row([card[1] for card in cards]), len(cards))
    return in_a_row([short_card(card) for card in cards])


def choose_cards() -> str:
    """The refusal of a turn without cards; without its full stop it is the bar's prompt."""
    return gettext("Choose your cards") + "."


@register.filter
def unbroken(words: str) -> str:
    return BEFORE_NUMBER.sub("\N{NO-BREAK SPACE}", words)


def card_script_words() -> dict[str, str]:
    """Words for cards in the script, which fills `{numbers}` (js/table/words.js)."""
    one = {f"card_{letter}": _coloured(letter, "{numbers}", 1) for letter in COLOURS}
    more = {f"cards_{letter}": _coloured(letter, "{numbers}", 2) for letter in COLOURS}
    return {**one, **more, "goat": gettext("the goat"), "comma": ", ", "and": gettext("and")}


def _coloured(letter: str, numbers: str, count: int) -> str:
    """The cards of one colour in words. Each colour is a message of its own, because languages inflect it."""
    return _coloured_words(letter, count).format(numbers=numbers)


def _coloured_words(letter: str, count: int) -> str:
    match letter:
        case "B":
            return npgettext("cards of a colour", "blue {numbers}", "blue {numbers}", count)
        case "R":
            return npgettext("cards of a colour", "red {numbers}", "red {numbers}", count)
        case "P":
            return npgettext("cards of a colour", "pink {numbers}", "pink {numbers}", count)
        case "G":
            return npgettext("cards of a colour", "green {numbers}", "green {numbers}", count)
        case "K":
            return npgettext("cards of a colour", "black {numbers}", "black {numbers}", count)
        case "O":
            return npgettext("cards of a colour", "orange {numbers}", "orange {numbers}", count)
    raise ValueError(f"not a colour: {letter!r}")
