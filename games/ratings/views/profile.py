from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from accounts.site.public_pages import public_page
from games.outside_bots.selectors import outside_bot
from games.people.friend_selectors import relation_to
from games.people.reliability import reliability
from games.ratings import profile as profiles
from games.ratings.views.profile_sections import profile_sections
from games.web.posting import page_number
from games.web.viewer import user_or_none


@require_safe
@public_page
def profile(request: HttpRequest, handle: str) -> HttpResponse:
    """A person's or bot's games and results; 404 for erased accounts."""
    player = profiles.player(handle)
    if player is None:
        raise Http404
    if player.merged_into is not None:
        return redirect("games:profile", handle=player.merged_into.handle, permanent=False)
    if player.handle != handle:
        return redirect("games:profile", handle=player.handle, permanent=False)
    user = user_or_none(request)
    tallies = profiles.tallies(player)
    running, results = profiles.games_of(player, user, page_number(request))
    other = user is not None and user != player and not player.is_bot
    page = {
        "player": player,
        "is_me": user == player,
        "marks": relation_to(user, player) if user is not None and other else None,
        "reliability": None if player.is_bot else reliability(player),
        "outside_bot": outside_bot(player) if player.is_outside_bot else None,
        "tallies": tallies,
        "played": sum(tally.played for tally in tallies),
        "won": sum(tally.won for tally in tallies),
        "running": running,
        "results": results,
    }
    return render(request, "games/ratings/profile/page.html", page | profile_sections(player, user))
