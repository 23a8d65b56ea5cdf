"""The page of a week: the reader's hands, and the ranking."""

from __future__ import annotations

from datetime import date

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.models import User
from accounts.site.public_pages import public_page
from games.daily.services import BOTS
from games.daily.table import bot_player
from games.models import WEEK_HANDS
from games.web.posting import page_number
from games.web.viewer import user_or_none
from games.weekly.calendar import is_over, is_shown, this_week, week_ends
from games.weekly.hands import WEEKS
from games.weekly.selectors import (
    friends_ranking,
    own_hands,
    own_rank,
    past_weeks,
    ranking,
    tables_ranking,
)


@require_safe
@never_cache
def this_weeks_page(request: HttpRequest) -> HttpResponse:
    """Redirect to the week's own page."""
    return redirect("games:weekly_week", this_week())


@require_safe
@public_page
def week_page(request: HttpRequest, week: date) -> HttpResponse:
    if not is_shown(week):
        raise Http404(gettext("This page doesn’t exist."))
    user = user_or_none(request)
    chain = WEEKS.at(week)
    page = {
        "week": week,
        "ends_at": week_ends(week),
        "over": is_over(week),
        "may_play": user is not None and not user.is_guest,
        "bots": [bot_player(name, seat) for seat, name in enumerate(BOTS, start=1)],
        "hands": own_hands(week, user),
        "page": ranking(week, user, page_number(request)),
        "anchor": chain.anchor if chain is not None else "",
        "first_number": WEEKS.number(chain, week) if chain is not None else 0,
        "last_number": WEEKS.number(chain, week, WEEK_HANDS) if chain is not None else 0,
        **_own(week, user),
    }
    return render(request, "games/weekly/week.html", page)


def _own(week: date, user: User | None) -> dict[str, object]:
    if user is None:
        return {}
    return {
        "mine": own_rank(week, user),
        "friends": friends_ranking(week, user),
        "tables": tables_ranking(week, user),
    }


@require_safe
@public_page
def past(request: HttpRequest) -> HttpResponse:
    """The list of past weeks."""
    return render(request, "games/weekly/past.html", {"weeks": past_weeks(user_or_none(request))})
