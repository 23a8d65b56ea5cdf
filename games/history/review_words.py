"""A turn's text as cards and words."""

from __future__ import annotations

from django import template
from django.utils.translation import gettext

from games.engine import parse_turn
from games.web.card_words import short_card, spoken_cards

register = template.Library()


@register.filter
def turn_cards(text: str) -> tuple[tuple[str, ...], str]:
    """The cards played, and the card picked up or ""."""
    turn = parse_turn(text)
    return tuple(map(str, turn.cards)), str(turn.pickup or "")


@register.filter
def turn_words(text: str) -> str:
    cards, pickup = turn_cards(text)
    if not cards:
        return gettext("Pass")
    laid = spoken_cards(cards)
    return gettext("{line}, picked up {card}").format(line=laid, card=short_card(pickup)) if pickup else laid
