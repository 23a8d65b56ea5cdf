"""Messages to our own page and to programs."""

from typing import Literal, NotRequired, TypedDict

from games.events import ChatLineEvent, ChatLockEvent, MissedMessage, PersonEvent
from games.live.viewer_state import StateMessage, ViewMessage


class CurrentMessage(TypedDict):
    """The first message if nothing was missed. `watching`: for our own page, as in WatchingMessage."""

    type: Literal["current"]
    version: int
    watching: NotRequired[str]


class WatchingMessage(TypedDict):
    """The number of people who watch without a seat, in words; "" for none."""

    type: Literal["watching"]
    watching: str


class DueFacts(TypedDict, total=False):
    """The deadline, `due` in milliseconds and `until` in words. {} without a limit."""

    due: int
    until: str


class DrawnTurn(DueFacts):
    """All that the page needs to draw a turn, taken `at`."""

    type: Literal["turn"]
    version: int
    seat: int
    turn: str
    by: str
    to_act: int
    sizes: list[int]
    at: str
    undo: NotRequired[bool]


class DrawnHand(DueFacts):
    """All that the page needs to draw the end of hand `number` and the next one, which `to_act` leads. `left`,
    `scored`, `points`: by seat; cards without separators. `cards`: the viewer's next ones.
    """

    type: Literal["hand"]
    version: int
    number: int
    left: list[str]
    scored: list[int]
    points: list[int]
    to_act: int
    cards: NotRequired[str]


class NewsMessage(TypedDict):
    """A change without its facts: the page must fetch its part unless it has that version."""

    type: Literal["turn", "hand", "game", "seat"]
    version: int


class NoteMessage(TypedDict):
    """A note came with the turn of that version: its author's and its reader's page fetch their parts."""

    type: Literal["note"]
    version: int


class RefusedMessage(TypedDict):
    """A refused turn; `view` is the whole game if the client was out of date."""

    type: Literal["refused"]
    error: str
    detail: str
    view: NotRequired[ViewMessage]


class ErrorMessage(TypedDict):
    """A frame was invalid or one too many. A stream's last message tells why the stream ends."""

    type: Literal["error"]
    error: str
    detail: str


class PongMessage(TypedDict):
    """The answer to a ping."""

    type: Literal["pong"]


SocketMessage = (
    StateMessage
    | DrawnTurn
    | DrawnHand
    | NewsMessage
    | NoteMessage
    | ChatLineEvent
    | ChatLockEvent
    | PersonEvent
    | MissedMessage
    | CurrentMessage
    | WatchingMessage
    | RefusedMessage
    | ErrorMessage
)
