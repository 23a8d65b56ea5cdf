from __future__ import annotations

from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.play.presence import seen_version_save
from games.play.selectors import visible_game
from games.table import TableView, table_view
from games.web.numbers import whole_number
from games.web.viewer import user_or_none


@require_safe
@never_cache
def since(request: HttpRequest, public_id: str) -> HttpResponse:
    """The turns since version `after`; 204 if there are none."""
    user = user_or_none(request)
    game = visible_game(public_id, user)
    if game.started_at is None:
        return HttpResponse(status=HTTPStatus.NO_CONTENT)
    view = table_view(game, user, missed_from=whole_number(request.GET.get("after", "")) or 0)
    if view.missed is None:
        return HttpResponse(status=HTTPStatus.NO_CONTENT)
    missed_turns_record(request, view)
    return render(request, "games/table/log/missed_turns.html", {"table": view, "missed": view.missed})


def missed_turns_record(request: HttpRequest, view: TableView) -> None:
    """Record that the missed turns were shown, so that they are shown once."""
    user = user_or_none(request)
    if view.missed is not None and user is not None:
        seen_version_save(public_id=view.public_id, user=user, version=view.version)
