"""How many games wait: for pages that follow no game, or another one."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.selectors.lobby import waiting_count
from games.views.people import viewer


@require_safe
@never_cache
def waiting(request: HttpRequest) -> HttpResponse:
    """The number, and the words of the header's pill."""
    user = viewer(request)
    if user is None:
        return JsonResponse({"error": "login", "detail": gettext("Log in first.")}, status=401)
    count = waiting_count(user)
    words = ngettext("%(n)s game waits for you", "%(n)s games wait for you", count) % {"n": count}
    return JsonResponse({"waiting": count, "words": words})
