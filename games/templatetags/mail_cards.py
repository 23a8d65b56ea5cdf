"""Cards as mail programs can draw them: a letter and a number on the colour's ground, styled in place."""

from typing import Final

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from games.engine import Card

register = template.Library()

# The cards' own dyes, pink and orange a little deeper so that white stays readable on them.
_GROUNDS: Final = {
    "B": "#2f62a3",
    "R": "#b23a2e",
    "P": "#b9508a",
    "G": "#3f7d4c",
    "K": "#3e4046",
    "O": "#b5640f",
    "X": "#e6dabf",
}
_ON_DYE, _ON_IVORY = "#ffffff", "#3a2f1e"


@register.filter
def chip(card: Card) -> SafeString:
    """A card's code on the ground of its colour; the goat's is ivory, with dark letters."""
    goat = card.colour == "X"
    return format_html(
        '<span style="display: inline-block; min-width: 30px; padding: 6px 5px; border: 1px solid {};'
        " border-radius: 6px; background-color: {}; color: {}; text-align: center;"
        " font: bold 19px/1 'Trebuchet MS', 'Segoe UI', sans-serif\">{}</span>",
        _ON_IVORY if goat else _GROUNDS[card.colour],
        _GROUNDS[card.colour],
        _ON_IVORY if goat else _ON_DYE,
        card,
    )


@register.filter
def small_chip(card: Card) -> SafeString:
    """A card's code on the ground of its colour, as low as a line of text."""
    goat = card.colour == "X"
    return format_html(
        '<span style="display: inline-block; padding: 1px 4px; border-radius: 4px; background-color: {}; color: {};'
        " font: bold 13px/1.3 'Trebuchet MS', 'Segoe UI', sans-serif\">{}</span>",
        _ON_IVORY if goat else _GROUNDS[card.colour],
        _ON_IVORY if goat else _ON_DYE,
        card,
    )
