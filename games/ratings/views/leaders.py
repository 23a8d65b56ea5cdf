"""The leaders of a season, and the luck-adjusted ratings."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.site.public_pages import public_page
from games.lobby.start_here import start_here
from games.models import Pool
from games.ratings import selectors
from games.ratings.duplicate import MIN_HANDS
from games.ratings.duplicate_leaders import duplicate_leaders, hands_missing
from games.web.numbers import whole_number
from games.web.posting import page_number
from games.web.viewer import user_or_none

LAST_SEASON = 99_994


@require_safe
@public_page
def leaders(request: HttpRequest) -> HttpResponse:
    """Show the leaderboard. `?pool=bots`: games with bots; `?season=20263`: an earlier season than the current;
    `?after=`: the next page.
    """
    asked = request.GET.get("pool", "")
    pool = asked if asked in Pool.values else Pool.PEOPLE.value
    seasons = selectors.seasons(pool)
    season = whole_number(request.GET.get("season", ""), LAST_SEASON)
    shown = season if season in seasons else seasons[0]
    listed = selectors.leaders(pool, shown, user_or_none(request), request.GET.get("after", ""))
    begun = bool(request.GET.get("after"))
    page = {
        "leaders": listed,
        "pools": list(Pool),
        "seasons": seasons,
        "is_now": shown == seasons[0],
        "least": selectors.MIN_GAMES,
        "least_opponents": selectors.MIN_OPPONENTS,
        "begun": begun,
        "start": None if listed.rows or begun else start_here(),
    }
    return render(request, "games/ratings/leaders.html", page)


@require_safe
@public_page
def duplicate(request: HttpRequest) -> HttpResponse:
    """Show the luck-adjusted ratings."""
    viewer = user_or_none(request)
    page = {
        "page": duplicate_leaders(viewer, page_number(request)),
        "pools": list(Pool),
        "missing": hands_missing(viewer) if viewer is not None and not viewer.is_guest else 0,
        "least": MIN_HANDS,
    }
    return render(request, "games/ratings/duplicate_leaders.html", page)
