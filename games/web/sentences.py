"""Sentences put together of parts, with the signs between them that the language has there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce

from django import template
from django.utils.text import get_text_list
from django.utils.translation import gettext

register = template.Library()


@register.filter
def in_a_row(words: Sequence[str]) -> str:
    """Several things inside a sentence: "9, 8 and 2"."""
    return str(get_text_list(list(words), gettext("and")))


@register.filter
def listed(words: Iterable[str]) -> str:
    """Several things one after another: "9, 8, 2"."""
    return gettext(", ").join(words)


@register.filter
def listed_apart(words: Iterable[str]) -> str:
    """Several things that may hold commas themselves."""
    return reduce(lambda one, other: gettext("{one}; {other}").format(one=one, other=other), words)


@register.filter
def labelled(name: str, facts: str) -> str:
    """What there is to say of somebody or something: "Bjarke: 7 cards"."""
    return gettext("{name}: {facts}").format(name=name, facts=facts)
