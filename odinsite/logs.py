"""What logs may not hold: secrets, such as addresses that let in anyone who knows them."""

from __future__ import annotations

import logging
import re
import sys
import threading
import traceback
from types import TracebackType

# Links in mails, a calendar's address, invitations, and links of accounts that confirm, reset and bring back.
SECRET_PATHS = (
    *("m", "stop", "calendar", "i"),
    *("accounts/confirm-email", "accounts/password/reset/key", "accounts/address-back"),
)
# Names in a query that hold a secret, such as the key of the page that shows mails.
SECRET_NAMES = ("key", "token", "secret", "password")

# An address may itself be part of another one, as in `?next=%2Fi%2F...`, or be told without its first slash.
_SLASH = r"(?:/|%2[Ff])"
_PATHS = "|".join(path.replace("/", _SLASH) for path in SECRET_PATHS)
_HIDDEN = (
    re.compile(rf"((?:{_SLASH}|['\"])(?:{_PATHS}){_SLASH})(?:(?!%2[Ff])[^\s/\"'?#<>&])+"),
    re.compile(rf"((?:[?&]|%3[Ff]|%26)(?:{'|'.join(SECRET_NAMES)})(?:=|%3[Dd]))(?:(?!%26)[^\s\"'#<>&])+"),
    # The password of a server's address.
    re.compile(r"(://[^\s/@:\"']*:)[^\s/@\"']+(?=@)"),
)


def hide_secrets(text: str) -> str:
    """The text with an ellipsis in place of each secret of an address."""
    for secret in _HIDDEN:
        text = secret.sub(r"\1…", text)
    return text


class SafeFormatter(logging.Formatter):
    """Writes a record as another formatter does, and hides secrets in all of it: message, arguments and traceback."""

    def __init__(
        self, fmt: str | None = None, datefmt: str | None = None, *, within: logging.Formatter | None = None
    ) -> None:
        super().__init__(fmt, datefmt)
        self.within = within

    def format(self, record: logging.LogRecord) -> str:
        return hide_secrets(self.within.format(record) if self.within else super().format(record))


def make_safe(logger: logging.Logger) -> None:
    """Have a logger's handlers hide secrets, in the format that they have."""
    for handler in logger.handlers:
        if not isinstance(handler.formatter, SafeFormatter):
            handler.setFormatter(SafeFormatter(within=handler.formatter))


def hide_in_failures() -> None:
    """Have Python hide secrets in the traceback that it writes when a process or a thread fails."""
    sys.excepthook = _tell_failure
    threading.excepthook = _tell_thread_failure


def _tell_failure(
    kind: type[BaseException], error: BaseException | None, trace: TracebackType | None, /, *, where: str = ""
) -> None:
    if sys.stderr is not None:
        sys.stderr.write(where + hide_secrets("".join(traceback.format_exception(kind, error, trace))))


def _tell_thread_failure(failure: threading.ExceptHookArgs, /) -> None:
    if failure.exc_type is not SystemExit:
        name = failure.thread.name if failure.thread else "unknown"
        _tell_failure(
            failure.exc_type, failure.exc_value, failure.exc_traceback, where=f"Exception in thread {name}:\n"
        )
