"""Taking back one's own turn on a game's page."""

from __future__ import annotations

from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext

from games.errors import Refused
from games.play.errors import PlayReason
from games.play.undo.services import turn_undo
from games.play.views.version import version_seen
from games.table.views.response import NOTHING, act_response, refused
from games.web.posting import post_required
from games.web.viewer import logged_in_user


@post_required
def undo(request: HttpRequest, public_id: str) -> HttpResponse:
    """Take back the last turn. A refusal shows the current table."""
    try:
        turn_undo(public_id=public_id, user=logged_in_user(request), version=version_seen(request))
    except Refused as refusal:
        stale = refusal.reason == PlayReason.STALE_VERSION
        status = HTTPStatus.CONFLICT if stale else HTTPStatus.UNPROCESSABLE_ENTITY
        return refused(request, public_id, NOTHING, str(refusal.words), status)
    return act_response(request, public_id, gettext("Turn taken back."))
