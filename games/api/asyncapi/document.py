"""The AsyncAPI 3.0 document."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from games.api.asyncapi.shapes import Schema, Shapes
from games.engine import TakenTurnJson
from games.events import (
    ChatLineEvent,
    ChatLockEvent,
    HandEvent,
    MessageEvent,
    MissedMessage,
    NewGameEvent,
    OwnPart,
    SeatEvent,
    StatusEvent,
    TurnFacts,
    YourTurnEvent,
)
from games.live.base import Close
from games.live.facts import SeatFacts
from games.live.frames import LookingRequest, PingRequest, TurnRequest
from games.live.messages import CurrentMessage, ErrorMessage, PongMessage, RefusedMessage
from games.live.viewer_state import ViewMessage

FILE: Final = Path(__file__).with_name("asyncapi.json")
DESCRIPTION: Final = """\
Programs follow a game and their account by web socket, or as lines of JSON over HTTP. Both send the same messages, \
and need a token with the scope “read”, sent as “Authorization: Bearer odin_…”. Turns need “play”. A game's version \
grows by one with every turn, undo, pause, start and change of a seat. After a lost connection, “?since=” and the \
version that you know give what was missed. Fields may be added, but none is renamed or removed. An account may have \
40 sockets and streams open. A stream begins with an empty line, which comes again after 15 quiet seconds."""
CLOSES: Final[dict[int, str]] = {
    # odinsite/web/draining.py
    1012: "The site restarts. Try again within two seconds.",
    Close.LOGIN_OVER: "The token is not valid, has ended or may not read. Don't try again.",
    Close.NO_SUCH_GAME: "There is no such game, or you may not see it. Don't try again.",
    Close.TOO_MANY_FRAMES: "You sent too many messages. Try again later.",
    Close.TOO_MANY_SOCKETS: "Too many connections are open. Try again after a minute.",
    Close.TRY_LATER: "The site is closed or restarts. Try again with growing pauses.",
}
"""The meaning of each close code of a socket."""

# Messages by name; several may have the same `type`.
_OF_A_GAME: Final[dict[str, type]] = {
    "view": ViewMessage,
    "current": CurrentMessage,
    "turn": TurnFacts,
    "hand": HandEvent,
    "game": StatusEvent,
    "seat": SeatEvent,
    "chat": ChatLineEvent,
    "chat_lock": ChatLockEvent,
    "error": ErrorMessage,
}
_ANSWERS: Final[dict[str, type]] = {"refused": RefusedMessage, "pong": PongMessage}
_OF_AN_ACCOUNT: Final[dict[str, type]] = {
    "your_turn": YourTurnEvent,
    "new_game": NewGameEvent,
    "message": MessageEvent,
    "missed": MissedMessage,
    "error": ErrorMessage,
}
_TURNS: Final[dict[str, type]] = {"take_turn": TurnRequest, "looking": LookingRequest}
_PING: Final[dict[str, type]] = {"ping": PingRequest}
MESSAGES: Final = _OF_A_GAME | _ANSWERS | _OF_AN_ACCOUNT | _TURNS | _PING
_NAMES: Final = {
    **{kind: "".join(part.title() for part in name.split("_")) for name, kind in MESSAGES.items()},
    OwnPart: "You",
    SeatFacts: "SeatSummary",
    TakenTurnJson: "TurnSummary",
}
_SINCE_GAME: Final = "The version that you know."
_SINCE_ME: Final = "A time in milliseconds since 1970. Events after it come first, or “missed” if it is too long ago."


@dataclass(frozen=True, slots=True)
class MessageChannel:
    """A socket or a stream: what the site sends there, and what it hears."""

    id: str
    address: str
    title: str
    sends: tuple[str, ...]
    hears: tuple[str, ...] = ()

    @property
    def is_socket(self) -> bool:
        return self.address.startswith("/ws/")

    @property
    def of_a_game(self) -> bool:
        return "{game}" in self.address

    @property
    def query(self) -> Schema:
        """What the address may name after a question mark."""
        since = {"type": "integer", "description": _SINCE_GAME if self.of_a_game else _SINCE_ME}
        return {"type": "object", "properties": {"since": since}}


CHANNELS: Final = (
    MessageChannel("game", "/ws/games/{game}/", "A game's socket", (*_OF_A_GAME, *_ANSWERS), (*_TURNS, *_PING)),
    MessageChannel("gameStream", "/api/v1/games/{game}/stream", "A game's stream", (*_OF_A_GAME,)),
    MessageChannel("me", "/ws/me/", "Your account's socket", (*_OF_AN_ACCOUNT, "pong"), (*_PING,)),
    MessageChannel("meStream", "/api/v1/stream/me", "Your account's stream", (*_OF_AN_ACCOUNT,)),
)


@cache
def document() -> dict[str, Any]:
    """The document, as plain JSON values."""
    shapes = Shapes(_NAMES)
    messages = {name: _message(name, shapes.reference(kind)) for name, kind in MESSAGES.items()}
    return {
        "asyncapi": "3.0.0",
        "info": {"title": "Odin", "version": "1", "description": DESCRIPTION},
        "defaultContentType": "application/json",
        "channels": {channel.id: _channel(channel) for channel in CHANNELS},
        "operations": {name: each for channel in CHANNELS for name, each in _operations(channel)},
        "components": {
            "messages": messages,
            "schemas": shapes.found,
            "securitySchemes": {"Token": {"type": "http", "scheme": "bearer"}},
        },
        "x-close-codes": {str(int(code)): words for code, words in CLOSES.items()},
    }


def document_text() -> str:
    """The document as asyncapi.json has it."""
    return json.dumps(document(), indent=1, ensure_ascii=False) + "\n"


def _message(name: str, payload: Schema) -> dict[str, Any]:
    return {"name": name, "title": name, "payload": payload}


def _channel(channel: MessageChannel) -> dict[str, Any]:
    named = (*channel.sends, *channel.hears)
    bindings = {"ws": {"method": "GET", "query": channel.query, "bindingVersion": "0.1.0"}}
    return {
        "address": channel.address,
        "title": channel.title,
        "messages": {name: {"$ref": f"#/components/messages/{name}"} for name in named},
        **({"parameters": {"game": {"description": "The game's id."}}} if channel.of_a_game else {}),
        **({"bindings": bindings} if channel.is_socket else {}),
    }


def _operations(channel: MessageChannel) -> list[tuple[str, dict[str, Any]]]:
    """The operations, as the site does them."""
    followed = _operation(channel, "send", channel.sends)
    if not channel.is_socket:
        followed["bindings"] = {"http": {"method": "GET", "query": channel.query, "bindingVersion": "0.3.0"}}
    found = [(f"{channel.id}Send", followed)]
    if channel.hears:
        found.append((f"{channel.id}Receive", _operation(channel, "receive", channel.hears)))
    return found


def _operation(channel: MessageChannel, action: str, names: tuple[str, ...]) -> dict[str, Any]:
    return {
        "action": action,
        "channel": {"$ref": f"#/channels/{channel.id}"},
        "messages": [{"$ref": f"#/channels/{channel.id}/messages/{name}"} for name in names],
        "security": [{"$ref": "#/components/securitySchemes/Token"}],
    }
