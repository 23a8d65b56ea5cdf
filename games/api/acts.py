"""Acts in a game besides turns: undo, resignation, pauses, rematches."""

from __future__ import annotations

from typing import Final

from django.http import HttpRequest
from ninja import Field, Router

from games.api.auth import PLAY, caller
from games.api.schemas import Body, GameId, GameView, WholeNumber, errors
from games.api.seated import for_players
from games.live.viewer_state import view_open
from games.lobby.rematch import game_rematch
from games.play.seats.resign import seat_resign
from games.play.undo.services import turn_undo
from games.play.waits.pauses import pause_want

router: Final = Router(tags=["playing"], exclude_unset=True)


class ActBody(Body):
    version: WholeNumber | None = Field(
        None, description="The version that you saw: 409 if the game has moved on. Null acts at any version."
    )


class PauseBody(ActBody):
    want: bool = Field(True, description="False withdraws the wish.")


@router.post(
    "games/{game}/undo",
    response={200: GameView, **errors(404, 409, 422)},
    auth=PLAY,
    summary="Take back a turn",
)
def undo_turn(request: HttpRequest, game: GameId, body: ActBody) -> object:
    """Take back your own last turn while no other has followed, where the game allows it, three times a hand."""
    user = caller(request)
    with for_players(game, user):
        turn_undo(public_id=game, user=user, version=body.version)
    return view_open(game, user)[0]


@router.post(
    "games/{game}/resign",
    response={200: GameView, **errors(404, 409, 422)},
    auth=PLAY,
    summary="Resign a game",
)
def resign_game(request: HttpRequest, game: GameId, body: ActBody) -> object:
    """A stand-in bot plays on, and the seat cannot win. This cannot be undone."""
    user = caller(request)
    with for_players(game, user):
        seat_resign(public_id=game, user=user, version=body.version)
    return view_open(game, user)[0]


@router.post(
    "games/{game}/pause",
    response={200: GameView, **errors(404, 409, 422)},
    auth=PLAY,
    summary="Ask for a pause, or for its end",
)
def pause_game(request: HttpRequest, game: GameId, body: PauseBody) -> object:
    """A running game pauses, and a paused one resumes, once all players want it. Seats have `wants_pause`."""
    user = caller(request)
    with for_players(game, user):
        pause_want(public_id=game, user=user, want=body.want, version=body.version)
    return view_open(game, user)[0]


@router.post(
    "games/{game}/rematch",
    response={200: GameView, **errors(404, 409, 422)},
    auth=PLAY,
    summary="Ask for a rematch",
)
def rematch_game(request: HttpRequest, game: GameId) -> object:
    """The first to ask creates the rematch and invites the others, whose own requests seat them. The answer is the new
    game, to whose deal you can contribute.
    """
    user = caller(request)
    with for_players(game, user):
        rematch = game_rematch(public_id=game, user=user)
    return view_open(rematch.public_id, user)[0]
