"""Taking back one's own last turn."""

from __future__ import annotations

from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext

from games.errors import Refused
from games.play.errors import PlayReason
from games.play.undo import turn_undo
from games.views.table_response import NOTHING, answered, refused
from games.web.posting import posted, version_seen
from games.web.viewer import person


@posted
def undo(request: HttpRequest, public_id: str) -> HttpResponse:
    """Take the turn back. A refusal shows the table as it is now, with the reason in words."""
    try:
        turn_undo(public_id=public_id, user=person(request), version=version_seen(request))
    except Refused as refusal:
        stale = refusal.reason == PlayReason.STALE_VERSION
        status = HTTPStatus.CONFLICT if stale else HTTPStatus.UNPROCESSABLE_ENTITY
        return refused(request, public_id, NOTHING, str(refusal.words), status)
    return answered(request, public_id, gettext("You have taken your turn back. It is your turn again."))
