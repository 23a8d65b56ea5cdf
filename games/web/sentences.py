"""Joins parts of sentences by the language's rules."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from django import template
from django.utils.text import capfirst, get_text_list
from django.utils.translation import gettext

register = template.Library()

_ENDS: Final = (".", "!", "?", "…")


@register.filter
def in_a_row(words: Sequence[str]) -> str:
    return str(get_text_list(list(words), gettext("and")))


@register.filter
def listed(words: Iterable[str]) -> str:
    return ", ".join(words)


@register.filter
def in_sentences(facts: Iterable[str]) -> str:
    """The facts as sentences, like "5 cards. 8 points, 7 to go."; they may contain commas, or be sentences already."""
    return " ".join(ended(capfirst(fact)) for fact in facts)


def ended(sentence: str) -> str:
    """The sentence with a full stop, unless it has its end."""
    return sentence if sentence.endswith(_ENDS) else f"{sentence}."


@register.filter
def labelled(name: str, facts: str) -> str:
    return gettext("{name}: {facts}").format(name=name, facts=facts)
