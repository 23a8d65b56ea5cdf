"""How many games wait: for pages that follow no game, or another one."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.selectors.lobby import waiting_ids
from games.web.viewer import viewer


@require_safe
@never_cache
def waiting(request: HttpRequest) -> HttpResponse:
    """The number, and that of the header's pill with its words: at a game's own table (`?besides=`) it counts the
    others."""
    user = viewer(request)
    if user is None:
        return JsonResponse({"error": "login", "detail": gettext("Log in first.")}, status=401)
    games = waiting_ids(user)
    others = len(games - {request.GET.get("besides", "")})
    words = ngettext("%(n)s game waits for you", "%(n)s games wait for you", others) % {"n": others}
    return JsonResponse({"waiting": len(games), "others": others, "words": words})
