"""Template filters of leagues."""

from __future__ import annotations

from django import template
from django.utils.text import capfirst
from django.utils.translation import gettext

from games.models import League

register = template.Library()


@register.filter
def invites_to_league(league: League) -> str:
    return gettext("%(name)s invites you to a league") % {"name": league.founder.name}


@register.filter
def league_tags(league: League) -> list[tuple[str, bool]]:
    """The league's status in a list, and whether it is running."""
    return [(capfirst(league.get_status_display()), league.status == League.Status.RUNNING)]
