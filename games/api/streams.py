"""Streams: the messages of the sockets as newline-delimited JSON."""

from __future__ import annotations

from typing import Annotated, Any, Final

from django.http import HttpRequest
from ninja import Query, Router

from games.api.auth import READ, caller, token_of
from games.api.schemas import GameId, errors
from games.live.streams import LINES, StreamResponse
from games.play.selectors import visible_game

router: Final = Router(tags=["streams"])
_LINES: Final[dict[str, Any]] = {
    "responses": {
        200: {
            "description": "A line for each message of asyncapi.json, and an empty line every 15 seconds.",
            "content": {LINES: {"schema": {"type": "string"}}},
        }
    }
}
Since = Annotated[
    int | None, Query(description="The version that you know: only what happened since then, or the whole view.")
]

Asked = Annotated[
    int | None,
    Query(
        description="A time in milliseconds since 1970. Events after it come first, or “missed” if it is too long ago."
    ),
]


@router.get("stream/me", response=errors(422, 503), auth=READ, summary="Follow the account", openapi_extra=_LINES)
def stream_me(request: HttpRequest, since: Asked = None) -> object:
    """Your turns, invitations and found games, as the socket /ws/me/ sends them. The answer doesn't end by itself."""
    return StreamResponse(token_of(request))


@router.get(
    "games/{game}/stream", response=errors(404, 422, 503), auth=READ, summary="Follow a game", openapi_extra=_LINES
)
def stream_game(request: HttpRequest, game: GameId, since: Since = None) -> object:
    """The game, and then each change, as the socket /ws/games/{game}/ sends them. The answer doesn't end by itself."""
    visible_game(game, caller(request))
    return StreamResponse(token_of(request))
