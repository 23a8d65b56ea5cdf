"""Frames that our own page (`looking`, `ping`) and programs (`turn`) send: small JSON objects."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Literal, NotRequired, TypedDict

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

MAX_FRAME = 2048
# The most that the database's column takes.
MAX_VERSION = 2**31 - 1
# Frames allowed at once, and more each second. Others are dropped.
BURST = 50
PER_SECOND = 25.0
# Dropped frames before the connection is closed.
MAX_DROPPED = 100

NO_TYPE = _('Send JSON like {"type": "turn", …} or {"type": "looking"}.')
TOO_LARGE = _("This message is too large.")
TOO_FAST = _("Too many messages. Wait a moment.")
NO_TURN = _("A turn needs a version (a number) and a turn (text like R6B6<R5).")


# How a page finds out that its socket is silent but open. Programs need neither.
PING = '{"type":"ping"}'
PONG = '{"type":"pong"}'


class TurnRequest(TypedDict):
    """A turn, at the version that the player saw. The answer is the turn's event or `refused`."""

    type: Literal["turn"]
    version: int
    turn: str


class LookingRequest(TypedDict):
    """The player has the game in view, and has seen it up to this version. There is no answer."""

    type: Literal["looking"]
    version: NotRequired[int]


class PingRequest(TypedDict):
    """A check that the connection is alive. The answer is `pong`."""

    type: Literal["ping"]


class BadFrame(Exception):
    """The frame is invalid. `refused`: it was meant as a turn."""

    def __init__(self, error: str, detail: Promise, *, refused: bool = False) -> None:
        super().__init__(error)
        self.error = error
        self.detail = detail
        self.refused = refused


@dataclass(frozen=True, slots=True)
class TurnFrame:
    version: int
    turn: str


@dataclass(frozen=True, slots=True)
class LookingFrame:
    version: int = 0


def is_ping(text: str | None) -> bool:
    """Whether it is a PING, with spaces anywhere. Reads no long frame."""
    return text is not None and len(text) < 2 * len(PING) and "".join(text.split()) == PING


def parse_frame(text: str | None) -> TurnFrame | LookingFrame:
    """The frame in a message; `text` is None for a binary message. Raises BadFrame."""
    if text is None:
        raise BadFrame("malformed", NO_TYPE)
    if len(text) > MAX_FRAME:
        raise BadFrame("too_large", TOO_LARGE)
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadFrame("malformed", NO_TYPE) from error
    if not isinstance(data, dict):
        raise BadFrame("malformed", NO_TYPE)
    match data.get("type"):
        case "looking":
            return LookingFrame(_version(data))
        case "turn":
            return _turn(data)
        case _:
            raise BadFrame("malformed", NO_TYPE)


def _turn(data: dict[str, object]) -> TurnFrame:
    version, turn = data.get("version"), data.get("turn")
    # bool is an int in Python.
    if type(version) is not int or not isinstance(turn, str):
        raise BadFrame("malformed", NO_TURN, refused=True)
    return TurnFrame(version, turn)


def _version(data: dict[str, object]) -> int:
    """The version in the frame; 0 if it is invalid."""
    version = data.get("version")
    return version if type(version) is int and 0 < version <= MAX_VERSION else 0


class Allowance:
    """A token bucket of BURST, filled by PER_SECOND. A turn that was taken costs nothing: the game's turns limit it."""

    __slots__ = ("_at", "_left", "dropped")

    def __init__(self, now: float) -> None:
        self._at = now
        self._left = float(BURST)
        self.dropped = 0

    def take(self, now: float) -> bool:
        """Whether a frame at `now` (monotonic seconds) is allowed."""
        self._left = min(float(BURST), self._left + (now - self._at) * PER_SECOND)
        self._at = now
        if self._left < 1:
            self.dropped += 1
            return False
        self._left -= 1
        return True

    def give_back(self) -> None:
        """Return the token of the last frame."""
        self._left = min(float(BURST), self._left + 1)
