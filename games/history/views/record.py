from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.history.record import game_record
from games.play.selectors import visible_game
from games.web.viewer import user_or_none


@require_safe
@never_cache
def record(request: HttpRequest, public_id: str) -> HttpResponse:
    """Send the record as a download. 404 before the start."""
    game = visible_game(public_id, user_or_none(request))
    if game.started_at is None:
        raise Http404(gettext("This game hasn’t started yet."))
    response = JsonResponse(game_record(game, user_or_none(request)), json_dumps_params={"indent": 1})
    response["Content-Disposition"] = f'attachment; filename="odin-{game.public_id}.json"'
    return response
