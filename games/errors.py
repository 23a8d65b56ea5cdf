"""Errors that all services share. Each room lists its own reasons in its `errors.py`."""

from enum import StrEnum
from typing import Self

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class Reason(StrEnum):
    """Why a service refuses: the code for programs, the HTTP status, the words for people.

    Write a member as `LOCKED = "chat_locked", 409, _("...")`.
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
    """A service refused and changed nothing. `code` is for programs, `words` (translated when read) for people."""

    code: str
    status: int
    words: str | Promise


class NoSuchGame(GameError):
    """The game does not exist, or this account may not know of it."""

    code = "no_such_game"
    status = 404
    words = _("There is no such game, or you may not see it.")


class Refused(GameError):
    """Refuse for `reason`; `words` replace the reason's own if given."""

    def __init__(self, reason: Reason, words: str = "") -> None:
        super().__init__(reason.value)
        self.reason = reason
        self.code = reason.value
        self.status = reason.status
        self.words = words or reason.words
