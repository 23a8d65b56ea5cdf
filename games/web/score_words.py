"""Points in words, counting up or down."""

from __future__ import annotations

from django import template
from django.utils.translation import gettext, ngettext

from games.web.counting import counts_down, shown_points

register = template.Library()
register.filter("score", shown_points)
register.filter("counts_down", counts_down)


@register.filter
def with_points(points: int, target: int | None) -> str:
    shown = shown_points(points, target)
    if counts_down(target):
        return ngettext("{points} point left", "{points} points left", shown).format(points=shown)
    return ngettext("%(n)s point", "%(n)s points", shown) % {"n": shown}


def target_words(target: int | None) -> str:
    """Words like "to 15 points" or "a single hand"."""
    if target is None:
        return gettext("a single hand")
    return gettext("to %(target)s points") % {"target": target}


@register.filter
def change(scored: int, target: int | None) -> str:
    return f"−{scored}" if counts_down(target) else f"+{scored}"


@register.filter
def players_label(target: int | None) -> str:
    if counts_down(target):
        return gettext("Players, clockwise. Most points left win.")
    return gettext("Players, clockwise. Fewest points win.")
