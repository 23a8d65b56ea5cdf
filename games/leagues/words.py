"""Template filters of leagues."""

from __future__ import annotations

from django import template
from django.utils.translation import gettext

from games.models import League

register = template.Library()


@register.filter
def invites_to_league(league: League) -> str:
    return gettext("%(name)s invites you to a league") % {"name": league.founder.name}
