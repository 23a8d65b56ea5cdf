"""The tag that shows today's hand on other pages."""

from __future__ import annotations

from django import template
from django.http import HttpRequest

from games.daily.selectors import DailyStanding, standing
from games.daily.views.playing import owner_of

register = template.Library()


@register.simple_tag(takes_context=True)
def daily_standing(context: template.Context) -> DailyStanding:
    """The reader's progress in today's hand. One query."""
    request: HttpRequest = context["request"]
    return standing(owner_of(request))
