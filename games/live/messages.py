"""Messages to our own page (which refetches its part by HTTP) and to programs (which read them)."""

from typing import Literal, NotRequired, TypedDict

from games.events import ChatLineEvent, ChatLockEvent, PersonEvent
from games.live.viewer_state import StateMessage, ViewMessage


class CurrentMessage(TypedDict):
    type: Literal["current"]
    version: int


class RefusedMessage(TypedDict):
    """A refused turn; `view` is the whole game if the client was out of date."""

    type: Literal["refused"]
    error: str
    detail: str
    view: NotRequired[ViewMessage]


class ErrorMessage(TypedDict):
    """A frame was invalid or one too many."""

    type: Literal["error"]
    error: str
    detail: str


SocketMessage = (
    StateMessage | ChatLineEvent | ChatLockEvent | PersonEvent | CurrentMessage | RefusedMessage | ErrorMessage
)
