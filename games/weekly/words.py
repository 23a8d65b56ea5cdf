"""Words of weekly results."""

from __future__ import annotations

from django import template
from django.utils.formats import number_format
from django.utils.translation import gettext

from games.models import WEEK_HANDS, WeeklyResult
from games.web.score_words import with_points
from games.weekly.selectors import Ranked

register = template.Library()


@register.filter
def week_words(result: Ranked | WeeklyResult) -> str:
    """Such as "14 points", or "3 of 8 hands: 5 points" before the last one."""
    points = with_points(result.points, None)
    if result.hands == WEEK_HANDS:
        return points
    return gettext("{hands} of {total} hands: {points}").format(hands=result.hands, total=WEEK_HANDS, points=points)


@register.filter
def average_words(average: float) -> str:
    return gettext("Everyone’s average: {points}").format(points=number_format(average, decimal_pos=1))
