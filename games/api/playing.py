"""One game: the view, turns, and the record."""

from __future__ import annotations

from typing import Final

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import conditional_page
from ninja import Router
from ninja.decorators import decorate_view

from accounts.metrics.counted import TURNS
from games.api.auth import PLAY, READ, caller
from games.api.problems import problem
from games.api.schemas import GameId, GameView, Record, TurnBody, errors
from games.api.seated import for_players
from games.history.record import game_record
from games.live.base import compact
from games.live.viewer_state import ViewMessage, view_after_turn, view_open
from games.play.account_turns import turn_sent_before
from games.play.errors import OUT_OF_DATE, TurnRefused
from games.play.selectors import visible_game
from games.play.turn import turn_play

router: Final = Router(tags=["playing"], exclude_unset=True)
JSON: Final = "application/json; charset=utf-8"
NOT_STARTED: Final = _("This game hasn’t started yet.")


@router.get("games/{game}", response={200: GameView, **errors(404)}, auth=READ, summary="See a game")
@decorate_view(conditional_page)
def get_game(request: HttpRequest, game: GameId) -> object:
    """The game as this account may see it. Send the answer's ETag as If-None-Match to get 304 if nothing changed."""
    return _answer(view_open(game, caller(request))[0])


@router.post(
    "games/{game}/turns",
    response={200: GameView, **errors(404, 409, 422)},
    auth=PLAY,
    summary="Take a turn",
)
def take_turn(request: HttpRequest, game: GameId, body: TurnBody) -> object:
    """Answer with the game after the turn. The same turn sent again at the same version is taken once, and answered
    alike. 409 has the game as it is now.
    """
    user = caller(request)
    try:
        with for_players(game, user):
            made = turn_play(public_id=game, user=user, version=body.version, text=body.turn)
            TURNS.add("interface")
    except TurnRefused as refusal:
        sent = turn_sent_before(public_id=game, user=user, version=body.version, text=body.turn, refusal=refusal)
        if sent is None:
            return _refused(refusal, game, request)
        return _answer(view_open(game, user)[0])
    return _answer(view_after_turn(made.game, user))


def _answer(view: ViewMessage) -> HttpResponse:
    """The answer with a view. Its facts are typed: ninja would check each once more, which takes as long as a query."""
    return HttpResponse(compact(_facts(view)), content_type=JSON)


def _facts(view: ViewMessage) -> dict[str, object]:
    """The view without the `type` of a socket's message."""
    return {name: value for name, value in view.items() if name != "type"}


def _refused(refusal: TurnRefused, game: str, request: HttpRequest) -> HttpResponse:
    if refusal.reason not in OUT_OF_DATE:
        return problem(refusal.status, refusal.code, refusal.words)
    now = view_open(game, caller(request))[0]
    return problem(refusal.status, refusal.code, refusal.words, view=_facts(now))


@router.get("games/{game}/record", response={200: Record, **errors(404, 409)}, auth=READ, summary="Get a game's record")
def get_record(request: HttpRequest, game: GameId) -> object:
    """The record (odin-game/1) as this account may see it. 409 `not_started` before the start."""
    found = visible_game(game, caller(request))
    if found.started_at is None:
        return problem(409, "not_started", NOT_STARTED)
    return game_record(found, caller(request))
