"""What sockets send: to our own page, which fetches its part by HTTP, and to programs, which read the events."""

from typing import Literal, NotRequired, TypedDict

from games.events import ChatLineEvent, ChatLockEvent, PersonEvent
from games.live.viewer_state import StateMessage, ViewMessage


class CurrentMessage(TypedDict):
    """The client's version is the game's."""

    type: Literal["current"]
    version: int


class RefusedMessage(TypedDict):
    """A turn was refused; `view` is the whole game if the client's was out of date."""

    type: Literal["refused"]
    error: str
    detail: str
    view: NotRequired[ViewMessage]


class ErrorMessage(TypedDict):
    """A frame was not understood, or was one too many."""

    type: Literal["error"]
    error: str
    detail: str


SocketMessage = (
    StateMessage | ChatLineEvent | ChatLockEvent | PersonEvent | CurrentMessage | RefusedMessage | ErrorMessage
)
