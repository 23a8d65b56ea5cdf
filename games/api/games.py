"""The lobby: a person's and all public games, new ones, joining, leaving, the deal's random bytes, the start."""

from __future__ import annotations

from typing import Annotated, Final

from django.db.models import F, Prefetch, QuerySet
from django.http import HttpRequest
from ninja import Query, Router, Status

from accounts.models import User
from games.api.auth import PLAY, READ, caller
from games.api.repeating import KEY_LIFE, IdempotencyKey, creation_token
from games.api.schemas import (
    ContributionBody,
    GameFilter,
    GameId,
    GamePage,
    GameView,
    Invitation,
    NewGameBody,
    StartBody,
    errors,
)
from games.api.seated import for_players
from games.live.facts import game_facts
from games.live.viewer_state import view_open
from games.lobby.services import NewGame, game_contribute, game_create, game_join, game_leave, game_start
from games.models import Game, Seat
from games.play.open_games import held_in_open_games
from games.play.selectors import visible_games

router: Final = Router(tags=["games"], exclude_unset=True)
PAGE: Final = 50
"""Games on a page of the list."""
_SEATS: Final = Prefetch("seats", Seat.objects.select_related("user").order_by("number"))


@router.get("games", response={200: GamePage, **errors(422)}, auth=READ, summary="List games")
def list_games(request: HttpRequest, chosen: Annotated[GameFilter, Query()]) -> object:
    """The games that this account may see, newest first, 50 a page."""
    games = _listed(caller(request), chosen)
    rows = list(games.select_related("host", "deadline").prefetch_related(_SEATS).order_by("-pk")[: PAGE + 1])
    shown = rows[:PAGE]
    return {
        "games": [game_facts(game, list(game.seats.all())) for game in shown],
        "next": shown[-1].public_id if len(rows) > PAGE else None,
    }


def _listed(user: User, chosen: GameFilter) -> QuerySet[Game]:
    games = visible_games(user)
    if chosen.mine:
        games = games.filter(pk__in=Seat.objects.filter(user=user).values("game"))
    if chosen.waiting:
        acting = Seat.objects.filter(
            held_in_open_games(user.pk), user=user, number=F("game__to_act"), game__status="running"
        )
        games = games.filter(pk__in=acting.values("game"))
    if chosen.status is not None:
        games = games.filter(status=chosen.status)
    if chosen.after:
        games = games.filter(pk__lt=Game.objects.filter(public_id=chosen.after).values("pk"))
    return games


@router.post(
    "games",
    response={201: GameView, **errors(409, 422)},
    auth=PLAY,
    summary="Create a game and sit down",
)
def create_game(
    request: HttpRequest,
    body: NewGameBody,
    idempotency_key: IdempotencyKey = "",
) -> object:
    """Its anchor is in the answer, so contribute to the deal after it. A key counts for a day."""
    user = caller(request)
    new = NewGame(**body.dict())
    game = game_create(host=user, new=new, token=creation_token(user, idempotency_key), token_life=KEY_LIFE)
    return Status(201, view_open(game.public_id, user)[0])


@router.post(
    "games/{game}/join",
    response={200: GameView, **errors(404, 409, 422)},
    auth=PLAY,
    summary="Join a game",
)
def join_game(
    request: HttpRequest,
    game: GameId,
    invitation: Invitation = "",
) -> object:
    """Take the lowest free seat. Private games need the link or an invitation."""
    game_join(public_id=game, user=caller(request), token=invitation)
    return view_open(game, caller(request))[0]


@router.post(
    "games/{game}/leave", response={204: None, **errors(404, 409)}, auth=PLAY, summary="Leave a game before its start"
)
def leave_game(request: HttpRequest, game: GameId) -> object:
    user = caller(request)
    with for_players(game, user):
        game_leave(public_id=game, user=user)
    return Status(204, None)


@router.post(
    "games/{game}/contribution",
    response={200: GameView, **errors(404, 409, 422)},
    auth=PLAY,
    summary="Contribute to the deal",
)
def contribute(request: HttpRequest, game: GameId, body: ContributionBody) -> object:
    """Once, after sitting down. The last answer of all players starts a full game."""
    sent = None if body.contribution is None else bytes.fromhex(body.contribution)
    user = caller(request)
    with for_players(game, user):
        game_contribute(public_id=game, user=user, contribution=sent)
    return view_open(game, user)[0]


@router.post(
    "games/{game}/start",
    response={200: GameView, **errors(404, 409, 422)},
    auth=PLAY,
    summary="Start a game",
)
def start_game(request: HttpRequest, game: GameId, body: StartBody) -> object:
    """The host fills all free seats with bots."""
    game_start(public_id=game, host=caller(request), bots=body.bots)
    return view_open(game, caller(request))[0]
