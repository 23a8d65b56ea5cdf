"""Joins parts of sentences by the language's rules."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from django import template
from django.utils.formats import number_format
from django.utils.text import capfirst, get_text_list
from django.utils.translation import get_language, gettext

register = template.Library()

# The word for "and" before a word that begins with the same sound.
_BEFORE_SOUND: Final = {
    "es": ("e", re.compile(r"(h?[ií](?![aeoáéó])|y(?![aeiouáéíóú]))", re.IGNORECASE)),
    "it": ("ed", re.compile(r"h?[eèé]", re.IGNORECASE)),
}
_ENDS: Final = (".", "!", "?", "…")


@register.filter
def in_a_row(words: Sequence[str]) -> str:
    """Words like "red 5, 4 and 3"."""
    return str(get_text_list(list(words), _and(words[-1]))) if words else ""


def _and(word: str) -> str:
    """The word for "and" before `word`: Spanish "e Inés", Italian "ed Elena"."""
    other, sound = _BEFORE_SOUND.get(get_language() or "", ("", None))
    return other if sound is not None and sound.match(word) else gettext("and")


@register.filter
def listed(words: Iterable[str]) -> str:
    return ", ".join(words)


@register.filter
def share_of(part: float, whole: float) -> str:
    """Words like "3 of 12 (25%)"."""
    if not whole:
        return gettext("none")
    percent = number_format(round(100 * part / whole))
    return gettext("%(part)s of %(whole)s (%(percent)s%%)") % {"part": part, "whole": whole, "percent": percent}


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
