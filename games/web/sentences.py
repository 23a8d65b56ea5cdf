"""Joins parts of sentences by the language's rules."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce

from django import template
from django.utils.text import get_text_list
from django.utils.translation import gettext

register = template.Library()


@register.filter
def in_a_row(words: Sequence[str]) -> str:
    return str(get_text_list(list(words), gettext("and")))


@register.filter
def listed(words: Iterable[str]) -> str:
    return ", ".join(words)


@register.filter
def listed_apart(words: Iterable[str]) -> str:
    """The items in one sentence; they may contain commas."""
    return reduce(lambda one, other: gettext("{one}; {other}").format(one=one, other=other), words)


@register.filter
def labelled(name: str, facts: str) -> str:
    return gettext("{name}: {facts}").format(name=name, facts=facts)
