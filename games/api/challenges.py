"""Challenges: invitations of one person to a game."""

from __future__ import annotations

from typing import Annotated, Final

from django.http import HttpRequest
from ninja import Field, Query, Router, Schema, Status

from accounts.models import User
from games.api.auth import PLAY, READ, caller
from games.api.problems import NoSuchPlayer
from games.api.repeating import KEY_LIFE, IdempotencyKey, creation_token
from games.api.schemas import GameId, GameOptionsBody, GameSummary, GameView, Username, errors
from games.errors import Refused
from games.events import utc_text
from games.live.facts import game_facts
from games.live.viewer_state import view_open
from games.lobby.challenges import challenges_of, check_challenged, game_challenge
from games.lobby.invitations import invitation_decline
from games.lobby.services import NewGame, game_join
from games.models import Invitation
from games.people.errors import PersonReason

router: Final = Router(tags=["challenges"], exclude_unset=True)
PAGE: Final = 50


class ChallengeSummary(Schema):
    """An invitation of one person to a game that has not started. `declined`: only its author sees it then."""

    by: str
    to: str
    at: str
    declined: bool
    game: GameSummary


class ChallengePage(Schema):
    challenges: list[ChallengeSummary]
    next: str | None = Field(description="The cursor of the next page; null at the end.")


ChallengeCursor = Annotated[str, Query(pattern="^[0-9]{0,18}$", description="The cursor from the page before.")]


@router.get("challenges", response={200: ChallengePage, **errors(422)}, auth=READ, summary="List challenges")
def list_challenges(request: HttpRequest, after: ChallengeCursor = "") -> object:
    """The open invitations to this account and by it, newest first, 50 a page."""
    rows = challenges_of(caller(request))
    found = list((rows.filter(pk__lt=int(after)) if after else rows)[: PAGE + 1])
    shown = found[:PAGE]
    return {
        "challenges": [_challenge(row) for row in shown],
        "next": str(shown[-1].pk) if len(found) > PAGE else None,
    }


def _challenge(row: Invitation) -> dict[str, object]:
    return {
        "by": row.invited_by.name,
        "to": row.user.name,
        "at": utc_text(row.created_at),
        "declined": row.declined_at is not None,
        "game": game_facts(row.game, list(row.game.seats.all())),
    }


@router.post(
    "challenges/{username}",
    response={201: GameView, **errors(404, 409, 422)},
    auth=PLAY,
    summary="Challenge a player",
)
def challenge_player(
    request: HttpRequest, username: Username, body: GameOptionsBody, idempotency_key: IdempotencyKey = ""
) -> object:
    """Create a private game, sit down, and invite the player. The answer is the game. Leave it to take the challenge
    back. A key counts for a day.
    """
    user = caller(request)
    return Status(201, view_open(_challenged(user, username, body, idempotency_key), user)[0])


def _challenged(user: User, username: str, body: GameOptionsBody, key: str) -> str:
    """The id of the game. Raises NoSuchPlayer, Refused."""
    token = creation_token(user, key, about=username.lower())
    try:
        game = game_challenge(host=user, handle=username, new=NewGame(**body.dict()), token=token, token_life=KEY_LIFE)
    except Refused as refused:
        if refused.reason == PersonReason.NO_SUCH_PERSON:
            raise NoSuchPlayer(username) from refused
        raise
    return game.public_id


@router.post(
    "challenges/{game}/accept",
    response={200: GameView, **errors(404, 409, 422)},
    auth=PLAY,
    summary="Accept a challenge",
)
def accept_challenge(request: HttpRequest, game: GameId) -> object:
    """Join the game. Contribute to its deal then."""
    user = caller(request)
    check_challenged(game, user)
    game_join(public_id=game, user=user)
    return view_open(game, user)[0]


@router.post("challenges/{game}/decline", response={204: None, **errors(404)}, auth=PLAY, summary="Decline a challenge")
def decline_challenge(request: HttpRequest, game: GameId) -> object:
    check_challenged(game, caller(request))
    invitation_decline(public_id=game, user=caller(request))
    return Status(204, None)
