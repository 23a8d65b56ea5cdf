"""Errors that all services share; rooms list their reasons in `errors.py`."""

from enum import StrEnum
from http import HTTPStatus
from typing import Self

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.metrics.refusals import CountedRefusal


class Reason(StrEnum):
    """A reason for a refusal: a code for programs, HTTP status and words for people, as in
    `LOCKED = "chat_locked", 409, _("...")`.
    """

    status: int
    words: Promise

    def __new__(cls, value: str, status: int, words: Promise) -> Self:
        member = str.__new__(cls, value)
        member._value_ = value
        member.status = status
        member.words = words
        return member


class GameError(CountedRefusal):
    """A service refused. `words` are translated when read. `retry_s`: seconds until the same may be allowed, if a limit
    refused it.
    """

    status: int
    words: str | Promise
    retry_s: int = 0


class NoSuchGame(GameError):
    """The game does not exist, or is hidden from this account."""

    code = "no_such_game"
    status = 404
    words = _("This game doesn’t exist or is private.")


class Refused(GameError):
    """A service refused. `words` replace the reason's own. A reason with the status 429 needs `retry_s`."""

    def __init__(self, reason: Reason, words: str = "", *, retry_s: int = 0) -> None:
        assert (reason.status == HTTPStatus.TOO_MANY_REQUESTS) == (retry_s > 0), reason
        self.retry_s = retry_s
        self.reason = reason
        self.code = reason.value
        self.status = reason.status
        self.words = words or reason.words
        super().__init__(reason.value)
