"""The page of all bots."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.site.public_pages import public_page
from games.ladder.selectors import house_bots, outside_bots
from games.lobby.bot_words import LEVELS, WAYS
from games.web.posting import page_number
from games.web.viewer import user_or_none


@require_safe
@public_page
def bots(request: HttpRequest) -> HttpResponse:
    """Show the bots from outside, strongest first, and those of the site. Four queries besides the reader's."""
    user = user_or_none(request)
    page = {
        "page": outside_bots(page_number(request)),
        "house": [(row, LEVELS[row.bot.name], WAYS[row.bot.name]) for row in house_bots()],
        "may_invite": user is not None and not user.is_guest,
    }
    return render(request, "games/ladder/bots.html", page)
