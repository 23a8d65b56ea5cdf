"""What all refusals of the games' services share; each room names its own reasons in its `errors.py`."""

from enum import StrEnum
from typing import Self

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class Reason(StrEnum):
    """Why a service refuses: the value that programs read, the HTTP status of the answer, the words for people.

    A member is written as `LOCKED = "chat_locked", 409, _("...")`.
    """

    status: int
    words: Promise

    def __new__(cls, value: str, status: int, words: Promise) -> Self:
        member = str.__new__(cls, value)
        member._value_ = value
        member.status = status
        member.words = words
        return member


class GameError(Exception):
    """A service refused; nothing was changed. Programs read `code`, people `words`, in the language of the moment."""

    code: str
    status: int
    words: str | Promise


class NoSuchGame(GameError):
    """There is no such game, or this account may not know of it."""

    code = "no_such_game"
    status = 404
    words = _("There is no such game, or you may not see it.")


class Refused(GameError):
    """A service refused for `reason`. `words` replace the reason's own where these say too little."""

    def __init__(self, reason: Reason, words: str = "") -> None:
        super().__init__(reason.value)
        self.reason = reason
        self.code = reason.value
        self.status = reason.status
        self.words = words or reason.words
