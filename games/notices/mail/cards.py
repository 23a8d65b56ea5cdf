"""Cards in emails, with inline styles."""

from typing import Final

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from games.engine import Card

register = template.Library()

# The cards' colours, field and shade; pink and orange are darker here so that white stays readable.
_GROUNDS: Final = {
    "B": ("#2f62a3", "#214a80"),
    "R": ("#b23a2e", "#872519"),
    "P": ("#b9508a", "#9c3a69"),
    "G": ("#3f7d4c", "#2b5b37"),
    "K": ("#3e4046", "#232429"),
    "O": ("#ad5f0d", "#8a4a07"),
    "X": ("#e6dabf", "#d2c19c"),
}
_ON_DYE, _ON_IVORY = "#ffffff", "#3a2f1e"


@register.filter
def chip(card: Card) -> SafeString:
    """The card in an email. Its code stays one word, for readers without styles and for search."""
    field, shade = _GROUNDS[card.colour]
    return format_html(
        '<span style="display: inline-block; margin: 0 2px 6px 0; padding: 10px 0 10px 6px; border: 2px solid #fbf4e4;'
        " border-radius: 8px; box-shadow: 0 1px 3px #2b1d0e66; vertical-align: top; white-space: nowrap; color: {ink};"
        " background-color: {field}; background-image: linear-gradient(90deg, {shade} 24px, {field} 24px);"
        " letter-spacing: 9px; font: bold 20px/1.1 'Trebuchet MS', 'Segoe UI', sans-serif\">{card}</span>",
        field=field,
        shade=shade,
        ink=_ON_IVORY if card.colour == "X" else _ON_DYE,
        card=card,
    )
