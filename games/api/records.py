"""Records in: games that were played elsewhere."""

from __future__ import annotations

from typing import Annotated, Any, Final

from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest
from django.urls import reverse
from ninja import Field, Query, Router, Schema, Status

from games.api.auth import PLAY, caller
from games.api.schemas import errors
from games.errors import Refused
from games.models.records.imported import TITLE_MAX
from games.records.errors import RecordReason
from games.records.reading import MOST_BYTES
from games.records.services import record_import

router: Final = Router(tags=["records"])
_BODY: Final[dict[str, Any]] = {
    "requestBody": {
        "required": True,
        "description": "A game record in the format odin-game/1, at most 1 MB.",
        "content": {"application/json": {"schema": {"type": "object"}}},
    }
}


class ImportedGame(Schema):
    """An imported game. Only its owner sees the page until they share it."""

    id: str
    title: str
    address: str = Field(description="The path of its replay on this site.")


@router.post(
    "records",
    response={201: ImportedGame, **errors(409, 413, 422)},
    auth=PLAY,
    summary="Import a game",
    openapi_extra=_BODY,
)
def import_record(
    request: HttpRequest, title: Annotated[str, Query(max_length=TITLE_MAX, pattern=r"^[^\x00-\x1f]*$")] = ""
) -> object:
    """Check a game that was played elsewhere, and keep it as a private replay. It never counts as a game of this site.
    A refusal names the first fault in English.
    """
    row = record_import(user=caller(request), raw=_body(request), title=title)
    address = reverse("games:imported_replay", args=[row.token])
    return Status(201, {"id": row.token, "title": row.title, "address": address})


def _body(request: HttpRequest) -> bytes:
    """The body. Raises Refused(TOO_LARGE) without reading one that says that it is too large."""
    length = request.META.get("CONTENT_LENGTH") or "0"
    if length.isdecimal() and int(length) > MOST_BYTES:
        raise Refused(RecordReason.TOO_LARGE)
    try:
        return request.body
    except RequestDataTooBig:
        raise Refused(RecordReason.TOO_LARGE) from None
