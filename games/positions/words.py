"""Template filters of past positions."""

from __future__ import annotations

from django import template
from django.utils.translation import gettext, pgettext

from games.positions.selectors import PastPosition
from games.web.sentences import share_of

register = template.Library()


@register.filter
def answer_words(past: PastPosition) -> str:
    """Whether the person's answer was right; "" without one."""
    if past.right is None:
        return ""
    return pgettext("an answer", "right") if past.right else pgettext("an answer", "missed")


@register.filter
def found_words(past: PastPosition) -> str:
    """How many found the turn; "" while few have answered."""
    return gettext("found by %(share)s") % {"share": share_of(past.found, past.total)} if past.enough else ""
