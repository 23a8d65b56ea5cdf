"""The chat of a game."""

from __future__ import annotations

from typing import Annotated, Final

from django.http import HttpRequest
from ninja import Field, Query, Router, Schema, Status

from accounts.models import User
from games.api.auth import PLAY, READ, caller
from games.api.repeating import IdempotencyKey, creation_token
from games.api.schemas import Body, GameId, errors
from games.chat.errors import ChatReason
from games.chat.selectors import MessageView, chat_for, message_view
from games.chat.services import chat_write
from games.errors import Refused
from games.events import utc_text
from games.people.preference_selectors import preferences_of
from games.play.selectors import visible_game

router: Final = Router(tags=["chat"], exclude_unset=True)


class ChatMessage(Schema):
    """A message or a reaction. Hidden and erased ones have no text."""

    id: int
    seat: int | None = Field(description="Null for an author without a seat.")
    name: str
    text: str = Field(description="The message, or a reaction’s name in the account’s language.")
    reaction: str = Field(description="Which reaction it is; empty for written messages.")
    at: str
    mine: bool
    mentions_me: bool
    hidden: bool = Field(description="A moderator hid it.")
    erased: bool


class ChatPage(Schema):
    """`locked`: a moderator locked the chat. `muted_until`: a moderator muted this account."""

    messages: list[ChatMessage] = Field(description="Newest first.")
    locked: bool
    muted_until: str | None
    next: str | None = Field(description="The cursor of the next page; null at the end.")


class ChatBody(Body):
    text: str = Field(description="At most 500 characters; line breaks become spaces.")


ChatCursor = Annotated[str, Query(pattern="^[0-9]{0,18}$", description="The cursor from the page before.")]


@router.get(
    "games/{game}/chat",
    response={200: ChatPage, **errors(404, 409, 422)},
    auth=READ,
    summary="Read a game's chat",
)
def read_chat(request: HttpRequest, game: GameId, after: ChatCursor = "") -> object:
    """The messages that this player may read, newest first, 50 a page. It marks none as read."""
    user = caller(request)
    found = chat_for(visible_game(game, user), user, before=int(after) if after else None)
    if found is None:
        raise Refused(_closed_to(user))
    return {
        "messages": [_message(line) for line in reversed(found.lines)],
        "locked": found.locked,
        "muted_until": utc_text(found.muted_until),
        "next": str(found.lines[0].pk) if found.earlier else None,
    }


def _closed_to(user: User) -> ChatReason:
    """Why the account has no chat here. One query."""
    preferences = preferences_of(user)
    if preferences.kid_mode:
        return ChatReason.KID
    return ChatReason.NOT_SEATED if preferences.chat else ChatReason.OFF


@router.post(
    "games/{game}/chat",
    response={201: ChatMessage, **errors(404, 409, 422)},
    auth=PLAY,
    summary="Write in a game's chat",
)
def write_chat(request: HttpRequest, game: GameId, body: ChatBody, idempotency_key: IdempotencyKey = "") -> object:
    """Players may write even after they resigned or the game ended, at most 10 messages a minute."""
    user = caller(request)
    token = creation_token(user, idempotency_key, about=game)
    written = chat_write(public_id=game, user=user, text=body.text, token=token)
    line = message_view(visible_game(game, user), user, written.pk)
    if line is None:
        raise Refused(_closed_to(user))
    return Status(201, _message(line))


def _message(line: MessageView) -> dict[str, object]:
    return {
        "id": line.pk,
        "seat": line.seat,
        "name": line.name,
        "text": line.text,
        "reaction": line.reaction,
        "at": utc_text(line.at),
        "mine": line.mine,
        "mentions_me": line.mentions_me,
        "hidden": line.hidden,
        "erased": line.erased,
    }
